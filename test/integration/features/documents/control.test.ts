import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { nothingCancelled } from '../../../../src/shared/model/documents/cancellation.ts';
import { codeOf } from '../../../fakes/error-of.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { pdf } from '../../../fakes/files/files.ts';
import { test } from './company-test.ts';
import { type DocumentsFixture, sampleDocuments } from './documents-fixture.ts';

const hourMs = 3_600_000;

/** Starts a batch of four documents: two stored, and two whose upload hangs. */
async function startPartlySent(fixture: DocumentsFixture) {
  fixture.simulator.faults.set('upload', { kind: 'hang', skip: 2 });
  const sent = await fixture.send(sampleDocuments(4));
  await eventually(async () => {
    const states = Object.values(await fixture.statesOf(sent.batchId)).sort();
    expect(states).toEqual(['sending', 'sending', 'stored', 'stored']);
  });
  return sent;
}

test('a pause by the clerk lasts through a restart and a sign-in', async ({ fixture }) => {
  const { batchId } = await startPartlySent(fixture);
  await fixture.call('documents.batch', { action: 'pause', batchId });
  fixture.simulator.faults.clear();
  await fixture.restart();
  await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'user', resumed: null });
  expect(fixture.callsOf('updateRecipient')).toEqual([]);
  await fixture.call('documents.batch', { action: 'resume', batchId });
  await fixture.untilFinished(batchId);
});

test('a document that is included again during its first attempt is sent once', async ({ fixture }) => {
  // The attempt waits for the login, even when its document is cancelled.
  fixture.clock.skip(51 * 60_000);
  fixture.simulator.faults.set('login', { kind: 'delay', milliseconds: 60_000 });
  const { batchId } = await fixture.send(sampleDocuments(1));
  await fixture.untilRow(batchId, '1.pdf', { state: 'linking' });
  await fixture.changeDocuments('cancel', batchId);
  await fixture.changeDocuments('include', batchId);
  fixture.simulator.faults.clear();
  await fixture.untilFinished(batchId);
  expect(fixture.simulator.state.linksIssued).toBe(1);
  expect(fixture.callsOf('upload')).toHaveLength(1);
});

test('a document that is excluded while it waits for a retry is not retried', async ({ fixture }) => {
  fixture.simulator.faults.set('upload', { kind: 'throttle', status: 429, retryAfterSeconds: 60, times: 1 });
  const { batchId } = await fixture.send(sampleDocuments(1));
  await fixture.untilRow(batchId, '1.pdf', { state: 'waiting-to-retry' });
  await fixture.changeDocuments('exclude', batchId);
  await fixture.untilFinished(batchId);
  fixture.clock.skip(hourMs);
  expect(await fixture.rowOf(batchId, '1.pdf')).toMatchObject({ state: 'excluded', retryAt: null });
  expect(fixture.callsOf('upload')).toHaveLength(1);
});

test('a rejected document is sent with its started batch once its file is corrected', async ({ fixture }) => {
  const id = await fixture.addBeneficiary('A');
  const batchId = await fixture.dropFiles({ 'a.pdf': Buffer.from('no PDF yet'), 'b.pdf': pdf('b') });
  await fixture.assign(batchId, id, 'b.pdf');
  await fixture.startBatch(batchId);
  await fixture.untilFinished(batchId);
  writeFileSync(join(fixture.folder, 'a.pdf'), pdf('a'));
  await fixture.changeDocuments('recheck', batchId, 'a.pdf');
  await fixture.untilRow(batchId, 'a.pdf', { state: 'ready' });
  await fixture.assign(batchId, id, 'a.pdf');
  await fixture.untilFinished(batchId);
  expect(fixture.receivedNames('rcp-A')).toEqual(['a.pdf', 'b.pdf']);
});

test('a draft batch can be discarded, also during its checks; a started one cannot', async ({ fixture }) => {
  const batchId = await fixture.dropFiles(sampleDocuments(3));
  await fixture.call('documents.batch', { action: 'discard', batchId });
  await eventually(() => expect(fixture.batchSummaryOf(batchId)).toBeUndefined());
  await expect(fixture.reviewOf(batchId)).rejects.toMatchObject({
    code: 'batch-unknown',
  });

  const uncheckedBatchId = await fixture.testApp.drop([fixture.folder]);
  await fixture.call('documents.batch', { action: 'discard', batchId: uncheckedBatchId });
  const { batchId: nextBatchId } = await fixture.send(sampleDocuments(2, 'next '));
  expect(nextBatchId).toBeGreaterThan(uncheckedBatchId);
  await fixture.untilFinished(nextBatchId);
  expect(await codeOf(fixture.call('documents.batch', { action: 'discard', batchId: nextBatchId }))).toBe(
    'batch-not-ready',
  );
  const { total } = await fixture.call('documents.earlier', { offset: 0, limit: 9 });
  expect(total).toBe(1);
});

test('only a running batch can be paused and resumed', async ({ fixture }) => {
  const batchId = await fixture.dropFiles(sampleDocuments(1));
  const expectRefused = async () => {
    for (const action of ['pause', 'resume'] as const)
      expect(await codeOf(fixture.call('documents.batch', { action, batchId }))).toBe('batch-not-ready');
  };
  await expectRefused();
  await fixture.assign(batchId, await fixture.addBeneficiary('A'));
  await fixture.startBatch(batchId);
  await fixture.untilFinished(batchId);
  await expectRefused();
});

const missingNames = ['8.pdf', '9.pdf', '10.pdf'];

/** Starts a batch of ten documents: one attached, two stored, four being sent, and three without their files. */
async function startMixedBatch(fixture: DocumentsFixture): Promise<{ batchId: number }> {
  const files = sampleDocuments(10);
  const batchId = await fixture.dropFiles(files);
  const [firstBeneficiaryId, otherBeneficiaryId] = [
    await fixture.addBeneficiary('One'),
    await fixture.addBeneficiary('Others'),
  ];
  await fixture.assign(batchId, otherBeneficiaryId);
  await fixture.assign(batchId, firstBeneficiaryId, '1.pdf');
  const names = Object.keys(files).filter((name) => name !== '1.pdf');
  for (const name of names) rmSync(join(fixture.folder, name));
  await fixture.startBatch(batchId);
  await fixture.untilRow(batchId, '1.pdf', { state: 'attached' });
  // The first two further uploads succeed, the later uploads hang.
  fixture.simulator.faults.set('upload', { kind: 'hang', skip: 2 });
  const restoredNames = names.filter((name) => !missingNames.includes(name));
  await eventually(async () => {
    const states = await fixture.statesOf(batchId);
    for (const name of names) expect(states[name]).toBe('waiting-for-file');
  });
  for (const name of restoredNames) writeFileSync(join(fixture.folder, name), files[name] ?? '');
  await fixture.changeDocuments('recheck', batchId, ...restoredNames);
  await eventually(async () => {
    const states = Object.values(await fixture.statesOf(batchId)).sort();
    const waiting = missingNames.map(() => 'waiting-for-file');
    const sending = ['sending', 'sending', 'sending', 'sending'];
    expect(states).toEqual(['attached', ...sending, 'stored', 'stored', ...waiting]);
  });
  return { batchId };
}

const expectedStages = { ...nothingCancelled, attached: 1, stored: 2, uploading: 4, notSent: 3 };

test('preview, result, panel and export of a cancellation report the same stages', async ({ fixture }) => {
  const { batchId } = await startMixedBatch(fixture);
  const statesBefore = await fixture.statesOf(batchId);
  const nameOf = (state: string) =>
    Object.keys(statesBefore).find((name) => statesBefore[name] === state) ?? '';
  const preview = await fixture.call('documents.query', { action: 'cancellation', batchId, selection: null });
  expect(preview).toEqual(expectedStages);
  await fixture.untilBatchSummary(batchId, { cancellation: null });
  expect(await fixture.call('documents.batch', { action: 'cancel', batchId })).toEqual(expectedStages);
  const counts = { attached: 1, cancelled: 9 };
  const ended = await fixture.untilBatchSummary(batchId, { state: 'cancelled', counts, transfers: [] });
  expect(ended).toMatchObject({ cancellation: expectedStages });
  // A second cancellation changes nothing.
  expect(await fixture.call('documents.batch', { action: 'cancel', batchId })).toEqual(expectedStages);

  const stages = { stored: 'stored', uploading: 'sending', 'not-sent': 'waiting-for-file' };
  for (const [stage, state] of Object.entries(stages)) {
    const { reason } = await fixture.rowOf(batchId, nameOf(state));
    expect(reason).toEqual({ code: 'cancelled-by-clerk', facts: { by: 'm.hansen', stage } });
  }
  const path = join(fixture.folder, 'result.csv');
  fixture.platform.answers.savePath = path;
  await fixture.call('documents.export', { batchId });
  const lines = (await readFile(path, 'utf8')).split('\r\n');
  expect(lines.filter((line) => line.includes(',"Cancelled",'))).toHaveLength(9);
  const storedLine = lines.find((line) => line.includes(`,"${nameOf('stored')}",`)) ?? '';
  expect(storedLine).toContain('Stored, then cancelled by m.hansen');
});

test('cancelling some documents reports their stages, and the others continue', async ({ fixture }) => {
  const { batchId } = await startMixedBatch(fixture);
  const statesBefore = await fixture.statesOf(batchId);
  const selectedNames = ['stored', 'sending', 'attached'].map(
    (state) => Object.keys(statesBefore).find((name) => statesBefore[name] === state) ?? '',
  );
  const selected = await fixture.selectionOf(batchId, ...selectedNames);
  const outcome = { ...nothingCancelled, attached: 1, stored: 1, uploading: 1 };
  expect(await fixture.call('documents.query', { action: 'cancellation', ...selected })).toEqual(outcome);
  expect(await fixture.call('documents.change', { action: 'cancel', ...selected })).toEqual({
    changed: 2,
    outcome,
  });
  await fixture.untilBatchSummary(batchId, { state: 'running' });
  fixture.simulator.faults.clear();
  await fixture.changeDocuments('exclude', batchId, ...missingNames);
  const counts = { attached: 5, cancelled: 2, excluded: 3 };
  expect(await fixture.untilBatchSummary(batchId, { state: 'done', counts })).toMatchObject({
    cancellation: null,
  });
});

test.for([
  ['attached', [{ kind: 'delay', milliseconds: 60_000 }], { attached: 2 }],
  [
    'stored without a beneficiary after a refusal',
    [
      { kind: 'delay', milliseconds: 60_000 },
      { kind: 'status', status: 422 },
    ],
    { stored: 2 },
  ],
] as const)(
  'a document being attached when its batch is cancelled is %s',
  async ([, faults, expectedEnd], { fixture }) => {
    fixture.simulator.faults.set('updateRecipient', ...faults);
    const { batchId } = await fixture.send(sampleDocuments(2));
    await fixture.untilRow(batchId, '1.pdf', { state: 'attaching' });
    expect(await fixture.call('documents.batch', { action: 'cancel', batchId })).toEqual({
      ...nothingCancelled,
      attaching: 2,
    });
    fixture.simulator.faults.clear();
    await fixture.untilBatchSummary(batchId, {
      state: 'cancelled',
      cancellation: { ...nothingCancelled, ...expectedEnd },
    });
  },
);

test('a stored file that is being retried counts as stored when it is cancelled', async ({ fixture }) => {
  fixture.simulator.faults.set('updateRecipient', { kind: 'status', status: 422 });
  const { batchId } = await fixture.send(sampleDocuments(1));
  await fixture.untilRow(batchId, '1.pdf', { state: 'failed' });
  fixture.simulator.faults.set('uploadDocuments', { kind: 'hang' });
  await fixture.changeDocuments('retry', batchId);
  await fixture.untilRow(batchId, '1.pdf', { state: 'linking' });
  expect(await fixture.call('documents.batch', { action: 'cancel', batchId })).toEqual({
    ...nothingCancelled,
    stored: 1,
  });
});

test('a batch with open documents is shown after a restart until it is closed', async ({ fixture }) => {
  // The first file changes after its check, and the other documents are stored.
  const batchId = await fixture.dropFiles(sampleDocuments(3));
  await fixture.assign(batchId, await fixture.addBeneficiary('Ahlström'));
  appendFileSync(join(fixture.folder, '1.pdf'), '%');
  await fixture.startBatch(batchId);
  await fixture.untilFinished(batchId, 'done-with-problems');
  await fixture.restart();
  await fixture.untilBatchSummary(batchId, {
    state: 'done-with-problems',
    counts: { stored: 2, problem: 1 },
  });
  expect(await fixture.batchOf(batchId)).toMatchObject({
    open: true,
    documents: 3,
    attached: 0,
    stored: 2,
    waiting: 0,
    problems: 1,
    unknown: 0,
    leftOut: 0,
  });
  expect(await fixture.call('documents.batch', { action: 'close', batchId, documents: 3 })).toEqual({
    changed: 3,
  });
  await fixture.untilBatchSummary(batchId, { state: 'done', counts: { cancelled: 3 } });
  expect(await fixture.batchOf(batchId)).toMatchObject({ open: false, leftOut: 3 });
  const { history } = await fixture.detailOf(batchId, '2.pdf');
  expect(history[0]).toMatchObject({ kind: 'cancelled', reason: { code: 'closed-by-clerk' } });
  expect(fixture.callsOf('updateRecipient')).toEqual([]);
  await eventually(async () => {
    const filter = { kind: 'close-batch' as const, outcome: null, text: '' };
    const { rows } = await fixture.call('activity.list', { filter, offset: 0, limit: 10 });
    expect(rows[0]).toMatchObject({ subject: 'Batch 1, 3 documents not attached', outcome: 'done' });
  });
  await fixture.restart();
  await eventually(() => expect(fixture.testApp.topic('session')).toMatchObject({ state: 'signed-in' }));
  expect(fixture.batchSummaryOf(batchId)).toBeUndefined();

  // A document of the closed batch can still be sent.
  await fixture.changeDocuments('include', batchId, '2.pdf');
  await fixture.untilFinished(batchId);
  expect(await fixture.statesOf(batchId)).toMatchObject({ '1.pdf': 'cancelled', '2.pdf': 'attached' });
  expect(fixture.receivedNames('rcp-Ahlström')).toEqual(['2.pdf']);
});
