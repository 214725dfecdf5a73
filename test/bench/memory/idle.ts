/**
 * @file Memory of Paydesk's own processes and threads after sign-in, and which workers end when they are not used. Paydesk's
 * clock moves, so that idle minutes take no time. In the host, the browser is controlled by main; main is therefore
 * measured without a window.
 */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pollUntil } from '../../e2e/launch/calls.ts';
import { untilSignedIn } from '../../e2e/launch/until-signed-in.ts';
import { startSimulator } from '../../practice/simulator.ts';
import { type MainUsage, measureMain, moveTime } from '../../soak/program-functions.ts';
import { readWindow, rendererPidsOf } from '../../soak/sample.ts';
import { sendAll } from '../batch.ts';
import { type BenchContext, type BenchPart, scaled } from '../bench.ts';
import { fetchProofs } from '../fetch-proofs.ts';
import { type Measurement, measured } from '../measurement.ts';
import { childProcessesOf, residentBytes } from '../processes.ts';
import { type Program, startProgram } from '../program.ts';
import { storeStatements } from '../request-statement.ts';
import { writeDocuments } from '../sample-documents.ts';

const megabyte = 1_048_576;
const maxMainHeapMegabytes = 60;
const maxWindowHeapMegabytes = 40;
/** Longer than any worker stays without work. */
const idleMinutes = 10;
const stepMs = 10_000;

async function rest({ paydesk }: Program): Promise<void> {
  for (let step = 0; step < (idleMinutes * 60_000) / stepMs; step += 1)
    await paydesk.evaluate(moveTime, stepMs);
  // Killed processes disappear a little later.
  await pollUntil(
    () => childProcessesOf(paydesk.child.pid ?? 0),
    (children) => children.length === 0,
    2_000,
  ).catch(() => undefined);
}

function* mainMeasurements(when: string, usage: MainUsage, memory: number): Generator<Measurement> {
  yield measured(`heap of main ${when}`, 'MB', usage.heap / megabyte, {
    atMost: maxMainHeapMegabytes,
  });
  yield measured(`memory of main with its threads ${when}`, 'MB', memory / megabyte);
  for (const { name, bytes } of usage.threadHeaps)
    yield measured(`heap of the thread ${name} ${when}`, 'MB', bytes / megabyte);
}

/** Uses every worker once: documents, proofs, statements and the practice company. */
async function workOnce(program: Program, context: BenchContext): Promise<void> {
  const { call, simulator } = program;
  await sendAll(program, await writeDocuments(context, scaled(context, 1_000, 20), 2_000));
  await fetchProofs(program, simulator.exampleReferences(scaled(context, 200, 20)));
  await storeStatements(program, [{ walletId: 1001, since: '2026-01-01', till: '2026-01-31' }], 1);
  const { rows } = await call('statements.list', { state: 'stored', offset: 0, limit: 1 });
  await call('viewer.open', { statementId: rows[0]?.id ?? 0, options: {} });
}

/** Returns the bytes of a page's heap after garbage collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return (await readWindow(session))('JSHeapUsedSize');
}

export const part: BenchPart = async function* (context) {
  const company = await startSimulator();
  const storageHosts = [new URL(company.storage).host];
  const start = (name: string, windowless: boolean) =>
    startProgram({
      folder: join(context.folder, name),
      company,
      windowless,
      movesTime: true,
      storageHosts,
    });
  {
    await using program = await start('main', true);
    const measure = () => program.paydesk.evaluate(measureMain, null);
    await program.signIn();
    await rest(program);
    yield* mainMeasurements('after sign-in', await measure(), await residentBytes(program.pid));
    context.say('Using everything once');
    await workOnce(program, context);
    const workers = (await measure()).threadHeaps.length;
    for (const { name, memory } of await childProcessesOf(program.pid))
      yield measured(`memory of the process ${name} in use`, 'MB', memory / megabyte);
    yield measured('threads of main in use', '', workers);
    await rest(program);
    const rested = await measure();
    yield* mainMeasurements('idle after work', rested, await residentBytes(program.pid));
    const threads = rested.threadHeaps.length;
    yield measured('threads of main idle after work: the store', '', threads, { atMost: 1 });
    const processes = (await childProcessesOf(program.pid)).length;
    yield measured('processes idle after work', '', processes, { atMost: 0 });
  }
  {
    await using program = await start('window', false);
    await program.signIn();
    await untilSignedIn(program.paydesk);
    await rest(program);
    const { page } = program.paydesk;
    const heap = await heapOf(page);
    const empty = await page.context().newPage();
    const emptyHeap = await heapOf(empty);
    await empty.close();
    yield measured('heap of the window after sign-in, beside an empty page', 'MB', heap / megabyte, {
      peer: emptyHeap / megabyte,
      atMost: maxWindowHeapMegabytes,
    });
    const memory = await Promise.all((await rendererPidsOf(program)).map(residentBytes));
    yield measured('memory of the process of the window after sign-in', 'MB', Math.max(...memory) / megabyte);
  }
  await company.close();
};
