/**
 * @file Memory of Paydesk's own processes and threads after sign-in, and which workers end when they are not used. Paydesk's
 * clock moves, so that idle minutes take no time. In the host, the browser is controlled by main; main is therefore
 * measured without a window.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pollUntil } from '../../e2e/launch/calls.ts';
import { untilSignedIn } from '../../e2e/launch/until-signed-in.ts';
import { startSimulator } from '../../simulator/simulator.ts';
import { type MainUsage, measureMain, moveTime } from '../../soak/program-functions.ts';
import { readWindow, rendererPidsOf } from '../../soak/sample.ts';
import { type BenchContext, type BenchPart, scaled } from '../bench.ts';
import { type Measurement, measured } from '../measurement.ts';
import { childProcessesOf, residentBytes } from '../processes.ts';
import {
  addBeneficiaries,
  begin,
  drop,
  type Program,
  startProgram,
  untilChecked,
  untilDone,
} from '../program.ts';
import { writeSampleDocuments } from '../sample-documents.ts';

const megabyte = 1_048_576;
const maxMainHeapMegabytes = 60;
const maxWindowHeapMegabytes = 40;
/** Longer than any worker stays without work. */
const idleMinutes = 10;
const stepMs = 10_000;
const pollMs = 50;
const timeoutMs = 60_000;

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
    bound: { of: 'value', atMost: maxMainHeapMegabytes },
  });
  yield measured(`memory of main with its threads ${when}`, 'MB', memory / megabyte);
  for (const { name, bytes } of usage.threadHeaps)
    yield measured(`heap of the thread ${name} ${when}`, 'MB', bytes / megabyte);
}

/** Uses every worker once: documents, proofs, statements and the practice company. */
async function workOnce(program: Program, context: BenchContext): Promise<void> {
  const { call, simulator } = program;
  const documents = await writeSampleDocuments(
    join(context.folder, 'drop'),
    scaled(context, 1_000, 20),
    2_000,
  );
  await addBeneficiaries(program, documents);
  const batchId = await drop(program, documents.root);
  await untilChecked(program, batchId);
  await begin(program, batchId);
  await untilDone(program, batchId);
  const references = simulator.exampleReferences(scaled(context, 200, 20));
  await call('proofs.fetch', { references, refresh: false });
  await pollUntil(
    async () => (await call('proofs.list', { offset: 0, limit: 1, state: null, search: '' })).kept,
    (kept) => kept === references.length,
    timeoutMs,
    pollMs,
  );
  await call('statements.wallets', {});
  const periods = [{ since: '2026-01-01', till: '2026-01-31' }];
  const request = { profileId: 'test-profile', walletIds: [1001], periods };
  await call('statements.request', { ...request, format: 'csv', email: '' });
  await call('statements.addEvents', { action: 'paste', text: JSON.stringify(simulator.events().at(-1)) });
  const { rows } = await pollUntil(
    () => call('statements.list', { state: 'stored', offset: 0, limit: 1 }),
    ({ total }) => total === 1,
    timeoutMs,
    pollMs,
  );
  await call('review.open', { statementId: rows[0]?.id ?? 0, options: {} });
}

export const part: BenchPart = async function* (context) {
  const company = await startSimulator();
  const storageHosts = [new URL(company.storage).host];
  const start = async (name: string, windowless: boolean) => {
    const folder = join(context.folder, name);
    await mkdir(folder);
    return startProgram({ folder, company, windowless, movesTime: true, storageHosts });
  };
  const program = await start('main', true);
  try {
    await program.signIn();
    await rest(program);
    const idle = await program.paydesk.evaluate(measureMain, null);
    yield* mainMeasurements('after sign-in', idle, await residentBytes(program.pid));
    context.say('Using everything once');
    await workOnce(program, context);
    const workers = (await program.paydesk.evaluate(measureMain, null)).threadHeaps.length;
    for (const { name, memory } of await childProcessesOf(program.pid))
      yield measured(`memory of the process ${name} in use`, 'MB', memory / megabyte);
    yield measured('threads of main in use', '', workers);
    await rest(program);
    const rested = await program.paydesk.evaluate(measureMain, null);
    yield* mainMeasurements('idle after work', rested, await residentBytes(program.pid));
    yield measured('threads of main idle after work: the store', '', rested.threadHeaps.length, {
      bound: { of: 'value', atMost: 1 },
    });
    yield measured('processes idle after work', '', (await childProcessesOf(program.pid)).length, {
      bound: { of: 'value', atMost: 0 },
    });
  } finally {
    await program.close();
  }
  const windowed = await start('window', false);
  try {
    await windowed.signIn();
    await untilSignedIn(windowed.paydesk);
    await rest(windowed);
    const { page } = windowed.paydesk;
    const window = await page.context().newCDPSession(page);
    await window.send('Performance.enable');
    const metrics = await readWindow(window);
    const empty = await page.context().newPage();
    const emptySession = await page.context().newCDPSession(empty);
    await emptySession.send('Performance.enable');
    const emptyMetrics = await readWindow(emptySession);
    await empty.close();
    yield measured(
      'heap of the window after sign-in, beside an empty page',
      'MB',
      metrics('JSHeapUsedSize') / megabyte,
      {
        peer: emptyMetrics('JSHeapUsedSize') / megabyte,
        bound: { of: 'value', atMost: maxWindowHeapMegabytes },
      },
    );
    const memory = await Promise.all((await rendererPidsOf(windowed)).map(residentBytes));
    yield measured('memory of the process of the window after sign-in', 'MB', Math.max(...memory) / megabyte);
  } finally {
    await windowed.close();
    await company.close();
  }
};
