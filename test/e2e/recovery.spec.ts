/** @file Paydesk is killed or quit during its work, and resumes at the next start. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pdf, writeFiles } from '../fakes/files.ts';
import type { ElectronFunction } from '../host/client.ts';
import type { Fault } from '../simulator/faults.ts';
import {
  assignByFolder,
  batchOf,
  type Company,
  chooseFolders,
  receivedDocuments,
  rowsOf,
  settle,
  sha256Of,
  signIn,
  sortedByName,
  startBatch,
  test,
  untilState,
} from './company.ts';
import { expect, inElectron, type Paydesk } from './fixture.ts';
import { callCommand } from './launch/calls.ts';

/** Launch options without a window, because these tests do not need one. Electron always opens a window. */
const windowlessInHost = { windowless: !inElectron };

const labels = ['Ahlström', 'Brandt'];
const documents = Object.fromEntries(
  labels.flatMap((label) =>
    Array.from({ length: 6 }, (_, number) => [`${label}/${number + 1}.pdf`, pdf(`${label} ${number}`)]),
  ),
);

/** Signs in, and starts a batch of twelve documents for two beneficiaries. */
async function sendDocuments(paydesk: Paydesk, company: Company): Promise<number> {
  await signIn(paydesk, company);
  for (const label of labels) {
    await callCommand(paydesk, 'beneficiaries.add', { label, recipientId: `R-${label}` });
  }
  await writeFiles(company.files, documents);
  const batchId = await chooseFolders(paydesk, ...labels.map((label) => join(company.files, label)));
  await assignByFolder(paydesk, batchId);
  await startBatch(paydesk, batchId);
  return batchId;
}

function expectEachReceivedOnce(company: Company): void {
  for (const label of labels) {
    const beneficiaryDocuments = Object.entries(documents).filter(([path]) => path.startsWith(`${label}/`));
    const expected = beneficiaryDocuments.map(([path, bytes]) => ({
      name: path.split('/').at(-1) ?? '',
      sha256: sha256Of(bytes),
    }));
    expect(receivedDocuments(company, `R-${label}`)).toEqual(sortedByName(expected));
  }
}

/** Waits until `calls` requests have met the fault. */
async function untilHanging(company: Company, fault: Fault['kind'], calls: number): Promise<void> {
  const countHanging = () => company.simulator.calls().filter((call) => call.fault === fault).length;
  await expect.poll(countHanging, { intervals: [10] }).toBe(calls);
}

const countStates = async (paydesk: Paydesk, batchId: number) => {
  const counts: Record<string, number> = {};
  for (const { state } of await rowsOf(paydesk, batchId)) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
};

/** Starts a batch of which three uploads succeed and the next eight hang. */
async function sendUntilStuck(paydesk: Paydesk, company: Company): Promise<number> {
  company.simulator.faults.set('upload', { kind: 'hang', skip: 3 });
  const batchId = await sendDocuments(paydesk, company);
  await untilHanging(company, 'hang', 8);
  return batchId;
}

/** Signs in again and waits until every document is attached exactly once. */
async function expectBatchResumes(paydesk: Paydesk, company: Company, batchId: number): Promise<void> {
  await signIn(paydesk, company);
  await untilState(paydesk, batchId, 'done');
  expectEachReceivedOnce(company);
}

test('after a kill during uploads, only the interrupted documents are sent again', async ({
  paydesk,
  launch,
  company,
}) => {
  const { simulator } = company;
  simulator.faults.set('upload', { kind: 'hang', skip: 2 });
  const batchId = await sendDocuments(paydesk, company);
  await untilHanging(company, 'hang', 8);
  // The two complete uploads are stored in the database.
  await expect.poll(() => countStates(paydesk, batchId)).toMatchObject({ stored: 2, sending: 8 });
  await paydesk.kill();
  expect(await paydesk.exitCode).toBeNull();
  simulator.faults.clear();

  const restarted = await launch();
  await signIn(restarted, company);
  await untilState(restarted, batchId, 'done');
  expectEachReceivedOnce(company);
  const completeUploads = simulator
    .calls()
    .filter(({ route, status }) => route === 'upload' && status === 200);
  expect(completeUploads).toHaveLength(12);
  expect(await countStates(restarted, batchId)).toEqual({ attached: 12 });
});

test('uploads continue when the page crashes, and the reloaded page shows their documents', async ({
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

test('after a kill before the response to an update, the outcome is unknown and nothing is repeated automatically', async ({
  launch,
  company,
}) => {
  const paydesk = await launch(windowlessInHost);
  const { simulator } = company;
  const updates = () => simulator.calls().filter(({ route }) => route === 'updateRecipient');
  // Neither update gets a response: the first takes effect, the second does not.
  simulator.faults.set('updateRecipient', { kind: 'effect-then-hang', times: 1 }, { kind: 'hang', times: 1 });
  const batchId = await sendDocuments(paydesk, company);
  await untilHanging(company, 'effect-then-hang', 1);
  await untilHanging(company, 'hang', 1);
  await paydesk.kill();
  simulator.faults.clear();

  const restarted = await launch(windowlessInHost);
  await signIn(restarted, company);
  await untilState(restarted, batchId, 'done-with-problems');
  expect(await countStates(restarted, batchId)).toEqual({ 'attach-unknown': 12 });
  expect(updates()).toHaveLength(2);

  const unknownOutcomes = await callCommand(restarted, 'beneficiaries.unknownOutcomes', {});
  expect(
    unknownOutcomes.map(({ cause, documents: outcomeDocuments }) => [cause, outcomeDocuments.length]),
  ).toEqual([
    ['interrupted', 6],
    ['interrupted', 6],
  ]);
  const decisions: string[] = [];
  for (const outcome of unknownOutcomes) decisions.push(await settle(restarted, company, outcome));
  expect(decisions.toSorted()).toEqual(['is-there', 'send-again']);
  await untilState(restarted, batchId, 'done');
  expect(updates()).toHaveLength(3);
  expectEachReceivedOnce(company);
});

test('quitting during uploads asks for confirmation with the number of files, and Paydesk stays open when the clerk declines', async ({
  launch,
  company,
}) => {
  const paydesk = await launch(windowlessInHost);
  company.simulator.faults.set('upload', { kind: 'hang' });
  const batchId = await sendDocuments(paydesk, company);
  await untilHanging(company, 'hang', 8);
  await paydesk.answerDialogs({ button: 1 });
  await paydesk.evaluate(({ app }) => app.quit(), null);
  await expect
    .poll(async () => (await paydesk.shownDialogs()).at(-1))
    .toMatchObject({
      message: 'Paydesk is still working',
      detail: '8 files are being uploaded. The uploads start again the next time Paydesk opens.',
      buttons: ['Quit and resume later', 'Keep working'],
    });
  // Paydesk stays open, and the work continues.
  company.simulator.faults.clear();
  await untilState(paydesk, batchId, 'done');
  expectEachReceivedOnce(company);
});

test('quitting during uploads ends cleanly when the clerk confirms, and the work resumes at the next start', async ({
  launch,
  company,
}) => {
  const paydesk = await launch(windowlessInHost);
  const batchId = await sendUntilStuck(paydesk, company);
  await paydesk.answerDialogs({ button: 0 });
  expect(await paydesk.quit()).toBe(0);
  company.simulator.faults.clear();

  const restarted = await launch(windowlessInHost);
  await expectBatchResumes(restarted, company, batchId);
  expect((await batchOf(restarted, batchId)).problems).toBe(0);
});

test('a system shutdown ends Paydesk without a question, and the work resumes at the next start', async ({
  launch,
  company,
}) => {
  const paydesk = await launch(windowlessInHost);
  const batchId = await sendUntilStuck(paydesk, company);
  await paydesk.answerDialogs({ button: 1 });
  const shutDown: ElectronFunction<null, void> = ({ powerMonitor }) => {
    // Electron's own listener would delay the shutdown.
    powerMonitor.emit('shutdown', { preventDefault: () => undefined });
  };
  // Paydesk may end before it answers.
  await paydesk.evaluate(shutDown, null).catch(() => undefined);
  expect(await paydesk.exitCode).toBe(0);
  company.simulator.faults.clear();
  await expectBatchResumes(await launch(windowlessInHost), company, batchId);
});

test('logging off Windows deletes unencrypted copies at once, and the work resumes at the next start', async ({
  launch,
  company,
  dataFolder,
}) => {
  test.skip(inElectron, 'Only the host can end a Windows session');
  const paydesk = await launch(windowlessInHost);
  const { simulator } = company;
  const batchId = await sendUntilStuck(paydesk, company);
  const reference = simulator.exampleOfEachKind().pdf;
  await callCommand(paydesk, 'proofs.fetch', { references: [reference], refresh: false });
  const item = { kind: 'proof', id: 1, version: null } as const;
  await paydesk.answerDialogs({ button: 0 });
  // The call is repeated, because the first call shows the warning about copies, and the proof may not be stored yet.
  await expect
    .poll(() => paydesk.call('dragOut.copy', { action: 'prepare', item }))
    .toMatchObject({ ok: true, value: { copy: expect.any(String) as unknown } });
  expect(await readdir(dataFolder)).toContain('dragged-out');
  await paydesk.endWindowsSession();
  expect(await paydesk.exitCode).toBeNull();
  expect(await readdir(dataFolder)).not.toContain('dragged-out');
  simulator.faults.clear();
  await expectBatchResumes(await launch(windowlessInHost), company, batchId);
});

for (const [how, fail] of [
  [
    'an uncaught error',
    () =>
      void setImmediate(() => {
        throw new Error('cannot open "canary-4711.pdf"');
      }),
  ],
  ['an unhandled rejection', () => void Promise.reject(new Error('cannot open "canary-4711.pdf"'))],
] as const satisfies readonly (readonly [string, ElectronFunction<null, void>])[]) {
  test(`${how} ends Paydesk with a message, is logged without its details, and the work resumes at the next start`, async ({
    launch,
    company,
    dataFolder,
  }) => {
    const paydesk = await launch(windowlessInHost);
    const batchId = await sendUntilStuck(paydesk, company);
    await paydesk.answerDialogs({ button: 1 });
    await paydesk.evaluate(fail, null).catch(() => undefined);
    expect(await paydesk.exitCode).toBe(1);
    expect(paydesk.output()).not.toContain('canary-4711');
    const log = await readFile(join(dataFolder, 'logs', 'paydesk.log'), 'utf8');
    expect(log).toContain('"where":"main"');
    expect(log).not.toContain('canary-4711');
    company.simulator.faults.clear();
    await expectBatchResumes(await launch(windowlessInHost), company, batchId);
  });
}

test('quitting waits for the response to an update, so its outcome is known afterwards', async ({
  launch,
  company,
}) => {
  const paydesk = await launch(windowlessInHost);
  const { simulator } = company;
  simulator.faults.set('updateRecipient', { kind: 'delay', milliseconds: 4_000 });
  const batchId = await sendDocuments(paydesk, company);
  const countAttaching = async () => (await countStates(paydesk, batchId))['attaching'];
  await expect.poll(countAttaching, { intervals: [20] }).toBe(12);
  await paydesk.answerDialogs({ button: 0 });
  expect(await paydesk.quit()).toBe(0);

  const restarted = await launch(windowlessInHost);
  await signIn(restarted, company);
  await untilState(restarted, batchId, 'done');
  expect(await callCommand(restarted, 'beneficiaries.unknownOutcomes', {})).toEqual([]);
  expect(simulator.calls().filter(({ route }) => route === 'updateRecipient')).toHaveLength(2);
  expectEachReceivedOnce(company);
});
