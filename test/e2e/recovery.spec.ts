/** @file Paydesk is killed, or quit, in the middle of its work; the practice company goes on without it. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault } from '../../src/main/simulator/faults.ts';
import { pdf, writeFiles } from '../fakes/files.ts';
import type { ElectronFunction } from '../host/client.ts';
import {
  assignByFolder,
  batchOf,
  type Company,
  callCommand,
  chooseFolders,
  hash,
  received,
  rowsOf,
  settle,
  signIn,
  sortedByName,
  start,
  test,
  untilState,
} from './company.ts';
import { expect, inElectron, type Paydesk } from './fixture.ts';

/** A page adds nothing to these stories but time. */
const quickly = { windowless: !inElectron };

const labels = ['Ahlström', 'Brandt'];
const documents = Object.fromEntries(
  labels.flatMap((label) =>
    Array.from({ length: 6 }, (_, number) => [`${label}/${number + 1}.pdf`, pdf(`${label} ${number}`)]),
  ),
);

/** Signed in, twelve documents of two beneficiaries assigned, and started. */
async function sendDocuments(paydesk: Paydesk, company: Company): Promise<number> {
  await signIn(paydesk, company);
  for (const label of labels) {
    await callCommand(paydesk, 'beneficiaries.add', { label, recipientId: `R-${label}` });
  }
  await writeFiles(company.files, documents);
  const batchId = await chooseFolders(paydesk, ...labels.map((label) => join(company.files, label)));
  await assignByFolder(paydesk, batchId);
  await start(paydesk, batchId);
  return batchId;
}

function expectEachReceivedOnce(company: Company): void {
  for (const label of labels) {
    const own = Object.entries(documents).filter(([path]) => path.startsWith(`${label}/`));
    const expected = own.map(([path, bytes]) => ({
      name: path.split('/').at(-1) ?? '',
      sha256: hash(bytes),
    }));
    expect(received(company, `R-${label}`)).toEqual(sortedByName(expected));
  }
}

/** Waits until so many calls of an operation hang. */
async function untilHanging(company: Company, fault: Fault['kind'], calls: number): Promise<void> {
  const hanging = () => company.simulator.calls().filter((call) => call.fault === fault).length;
  await expect.poll(hanging, { intervals: [10] }).toBe(calls);
}

const stateCounts = async (paydesk: Paydesk, batchId: number) => {
  const counts: Record<string, number> = {};
  for (const { state } of await rowsOf(paydesk, batchId)) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
};

/** Sends documents until three have arrived and the next eight hang. */
async function sendUntilStuck(paydesk: Paydesk, company: Company): Promise<number> {
  company.simulator.faults.set('upload', { kind: 'hang', skip: 3 });
  const batchId = await sendDocuments(paydesk, company);
  await untilHanging(company, 'hang', 8);
  return batchId;
}

/** Signs in again and waits until every document has arrived, once. */
async function expectBatchResumes(paydesk: Paydesk, company: Company, batchId: number): Promise<void> {
  await signIn(paydesk, company);
  await untilState(paydesk, batchId, 'done');
  expectEachReceivedOnce(company);
}

test('killed while documents are sent, it sends those again after the next start, and only those', async ({
  paydesk,
  launch,
  company,
}) => {
  const { simulator } = company;
  simulator.faults.set('upload', { kind: 'hang', skip: 2 });
  const batchId = await sendDocuments(paydesk, company);
  await untilHanging(company, 'hang', 8);
  // What the program was told is committed: what the company has seen whole, twice, is stored.
  await expect.poll(() => stateCounts(paydesk, batchId)).toMatchObject({ stored: 2, sending: 8 });
  await paydesk.kill();
  expect(await paydesk.exitCode).toBeNull();
  simulator.faults.clear();

  const again = await launch();
  await signIn(again, company);
  await untilState(again, batchId, 'done');
  expectEachReceivedOnce(company);
  const whole = simulator.calls().filter(({ route, status }) => route === 'upload' && status === 200);
  expect(whole).toHaveLength(12);
  expect(await stateCounts(again, batchId)).toEqual({ attached: 12 });
});

test('when the page crashes while documents are sent, they go on, and the page that comes back shows them', async ({
  paydesk,
  company,
}) => {
  const batchId = await sendUntilStuck(paydesk, company);
  await paydesk.page.goto('chrome://crash').catch(() => undefined);
  const rail = () => paydesk.page.getByRole('navigation', { name: 'Main' });
  await expect(async () => expect(await rail().isVisible()).toBe(true)).toPass();
  company.simulator.faults.clear();
  await untilState(paydesk, batchId, 'done');
  expectEachReceivedOnce(company);
  expect(company.simulator.state.logins).toBe(1);
  await rail().getByText('Documents').click();
  await expect(paydesk.page.getByRole('grid').getByText('Attached')).toHaveCount(12);
});

test('killed before it has the answer to an update, it shows the outcome as unknown and repeats nothing by itself', async ({
  launch,
  company,
}) => {
  const paydesk = await launch(quickly);
  const { simulator } = company;
  const updates = () => simulator.calls().filter(({ route }) => route === 'updateRecipient');
  // One update takes effect and its answer never comes; the other one never takes effect.
  simulator.faults.set('updateRecipient', { kind: 'effect-then-hang', times: 1 }, { kind: 'hang', times: 1 });
  const batchId = await sendDocuments(paydesk, company);
  await untilHanging(company, 'effect-then-hang', 1);
  await untilHanging(company, 'hang', 1);
  await paydesk.kill();
  simulator.faults.clear();

  const again = await launch(quickly);
  await signIn(again, company);
  await untilState(again, batchId, 'done-with-problems');
  expect(await stateCounts(again, batchId)).toEqual({ 'attach-unknown': 12 });
  expect(updates()).toHaveLength(2);

  const unknown = await callCommand(again, 'beneficiaries.unknownOutcomes', {});
  expect(unknown.map(({ cause, documents: named }) => [cause, named.length])).toEqual([
    ['interrupted', 6],
    ['interrupted', 6],
  ]);
  const decisions: string[] = [];
  for (const outcome of unknown) decisions.push(await settle(again, company, outcome));
  expect(decisions.toSorted()).toEqual(['is-there', 'send-again']);
  await untilState(again, batchId, 'done');
  expect(updates()).toHaveLength(3);
  expectEachReceivedOnce(company);
});

test('quitting with work in flight asks, names it, and stays when the clerk stays', async ({
  launch,
  company,
}) => {
  const paydesk = await launch(quickly);
  company.simulator.faults.set('upload', { kind: 'hang' });
  const batchId = await sendDocuments(paydesk, company);
  await untilHanging(company, 'hang', 8);
  await paydesk.answerDialogs({ button: 1 });
  await paydesk.evaluate(({ app }) => app.quit(), null);
  await expect
    .poll(async () => (await paydesk.shownDialogs()).at(-1))
    .toMatchObject({
      message: 'Paydesk is still working',
      detail: '8 files are on the way; they are sent again from the start when Paydesk opens next.',
      buttons: ['Quit and go on later', 'Keep working'],
    });
  // It stays, and the work goes on.
  company.simulator.faults.clear();
  await untilState(paydesk, batchId, 'done');
  expectEachReceivedOnce(company);
});

test('quitting with work in flight, when the clerk quits, ends cleanly and goes on at the next start', async ({
  launch,
  company,
}) => {
  const paydesk = await launch(quickly);
  const batchId = await sendUntilStuck(paydesk, company);
  await paydesk.answerDialogs({ button: 0 });
  expect(await paydesk.quit()).toBe(0);
  company.simulator.faults.clear();

  const again = await launch(quickly);
  await expectBatchResumes(again, company, batchId);
  expect((await batchOf(again, batchId)).problems).toBe(0);
});

test('when the system shuts down it ends without a question, and goes on at the next start', async ({
  launch,
  company,
}) => {
  const paydesk = await launch(quickly);
  const batchId = await sendUntilStuck(paydesk, company);
  await paydesk.answerDialogs({ button: 1 });
  const shutDown: ElectronFunction<null, void> = ({ powerMonitor }) => {
    // Electron's own listener would hold the system back for as long as Paydesk asks.
    powerMonitor.emit('shutdown', { preventDefault: () => undefined });
  };
  // It may be gone before it can answer.
  await paydesk.evaluate(shutDown, null).catch(() => undefined);
  expect(await paydesk.exitCode).toBe(0);
  company.simulator.faults.clear();
  await expectBatchResumes(await launch(quickly), company, batchId);
});

test('when the clerk logs off Windows, plain copies are gone in the same moment, and work goes on at the next start', async ({
  launch,
  company,
  dataFolder,
}) => {
  test.skip(inElectron, 'only Windows ends its sessions');
  const paydesk = await launch(quickly);
  const { simulator } = company;
  const batchId = await sendUntilStuck(paydesk, company);
  const reference = simulator.exampleOfEachKind().pdf;
  await callCommand(paydesk, 'proofs.fetch', { references: [reference], refresh: false });
  const item = { kind: 'proof', id: 1, version: null } as const;
  await paydesk.answerDialogs({ button: 0 });
  // The first time, the clerk is told what a copy is; a proof that is not here yet is asked for again.
  await expect
    .poll(() => paydesk.call('dragOut.prepare', { item }))
    .toMatchObject({ ok: true, value: { copy: expect.any(String) as unknown } });
  expect(await readdir(dataFolder)).toContain('dragged-out');
  await paydesk.endWindowsSession();
  expect(await paydesk.exitCode).toBeNull();
  expect(await readdir(dataFolder)).not.toContain('dragged-out');
  simulator.faults.clear();
  await expectBatchResumes(await launch(quickly), company, batchId);
});

for (const [how, fail] of [
  [
    'an error that nobody caught',
    () =>
      void setImmediate(() => {
        throw new Error('cannot open "canary-4711.pdf"');
      }),
  ],
  ['a rejection that nobody handled', () => void Promise.reject(new Error('cannot open "canary-4711.pdf"'))],
] as const satisfies readonly (readonly [string, ElectronFunction<null, void>])[]) {
  test(`${how} ends it in words, is written down without what it was about, and work goes on at the next start`, async ({
    launch,
    company,
    dataFolder,
  }) => {
    const paydesk = await launch(quickly);
    const batchId = await sendUntilStuck(paydesk, company);
    await paydesk.answerDialogs({ button: 1 });
    await paydesk.evaluate(fail, null).catch(() => undefined);
    expect(await paydesk.exitCode).toBe(1);
    expect(paydesk.output()).not.toContain('canary-4711');
    const log = await readFile(join(dataFolder, 'logs', 'paydesk.log'), 'utf8');
    expect(log).toContain('"where":"main"');
    expect(log).not.toContain('canary-4711');
    company.simulator.faults.clear();
    await expectBatchResumes(await launch(quickly), company, batchId);
  });
}

test('quitting waits for the answer to an update, so that it is not unknown afterwards', async ({
  launch,
  company,
}) => {
  const paydesk = await launch(quickly);
  const { simulator } = company;
  simulator.faults.set('updateRecipient', { kind: 'delay', milliseconds: 4_000 });
  const batchId = await sendDocuments(paydesk, company);
  const attaching = async () => (await stateCounts(paydesk, batchId))['attaching'];
  await expect.poll(attaching, { intervals: [20] }).toBe(12);
  await paydesk.answerDialogs({ button: 0 });
  expect(await paydesk.quit()).toBe(0);

  const again = await launch(quickly);
  await signIn(again, company);
  await untilState(again, batchId, 'done');
  expect(await callCommand(again, 'beneficiaries.unknownOutcomes', {})).toEqual([]);
  expect(simulator.calls().filter(({ route }) => route === 'updateRecipient')).toHaveLength(2);
  expectEachReceivedOnce(company);
});
