import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { nothingCancelled } from '../../../src/shared/model/cancellation.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import { type DocumentsFixture, sampleDocuments, test } from './documents-fixture.ts';

const hourMs = 3_600_000;

/** Starts a batch of six documents: two stored, and four whose upload hangs. */
async function startPartlySent(fixture: DocumentsFixture): Promise<{
  batchId: number;
  beneficiaryId: number;
}> {
  fixture.simulator.faults.set('upload', { kind: 'hang', skip: 2 });
  const sent = await fixture.send(sampleDocuments(6));
  await eventually(async () => {
    const states = Object.values(await fixture.statesOf(sent.batchId)).sort();
    expect(states).toEqual(['sending', 'sending', 'sending', 'sending', 'stored', 'stored']);
  });
  return { ...sent };
}

test('a pause aborts all transfers immediately, and a resume sends the documents', async ({ fixture }) => {
  const { batchId } = await startPartlySent(fixture);
  await fixture.call('documents.batch', { action: 'pause', batchId });
  await eventually(async () => {
    const states = Object.values(await fixture.statesOf(batchId)).sort();
    expect(states).toEqual(['ready', 'ready', 'ready', 'ready', 'stored', 'stored']);
  });
  await fixture.untilBatchSummary(batchId, {
    state: 'paused',
    pauseReason: 'user',
    transfers: [],
    rate: null,
  });
  const requestCount = fixture.callsOf('uploadDocuments').length;
  fixture.simulator.faults.clear();
  fixture.clock.skip(hourMs);
  await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'user' });
  expect(fixture.callsOf('uploadDocuments')).toHaveLength(requestCount);
  await fixture.call('documents.batch', { action: 'resume', batchId });
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(6);
});

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

test('one batch is paused while another one continues', async ({ fixture }) => {
  const { batchId } = await startPartlySent(fixture);
  await fixture.call('documents.batch', { action: 'pause', batchId });
  fixture.simulator.faults.clear();
  const { batchId: otherBatchId } = await fixture.send(sampleDocuments(3, 'other '), 'Other');
  await fixture.untilFinished(otherBatchId);
  expect((await fixture.batchOf(batchId)).state).toBe('paused');
});

test('a cancelled batch sends nothing more', async ({ fixture }) => {
  const { batchId } = await startPartlySent(fixture);
  await fixture.call('documents.batch', { action: 'cancel', batchId });
  await fixture.untilFinished(batchId, 'cancelled');
  const row = await fixture.rowOf(batchId, '1.pdf');
  expect(row).toMatchObject({
    state: 'cancelled',
    group: 'cancelled',
    reason: { code: 'cancelled-by-clerk', facts: { by: 'm.hansen' } },
  });
  fixture.simulator.faults.clear();
  await fixture.untilBatchSummary(batchId, { state: 'cancelled', counts: { cancelled: 6 }, transfers: [] });
  const callCount = fixture.simulator.calls().length;
  fixture.clock.skip(hourMs);
  expect(new Set(Object.values(await fixture.statesOf(batchId)))).toEqual(new Set(['cancelled']));
  expect(fixture.simulator.calls()).toHaveLength(callCount);
  expect(fixture.callsOf('updateRecipient')).toEqual([]);
});

test('cancelling a batch waits for an update in progress', async ({ fixture }) => {
  fixture.simulator.faults.set('updateRecipient', { kind: 'delay', milliseconds: 1_500 });
  const { batchId } = await fixture.send(sampleDocuments(2));
  await fixture.untilRow(batchId, '1.pdf', { state: 'attaching' });
  await fixture.call('documents.batch', { action: 'cancel', batchId });
  expect(await fixture.statesOf(batchId)).toEqual({ '1.pdf': 'attaching', '2.pdf': 'attaching' });
  await fixture.untilRow(batchId, '1.pdf', { state: 'attached' });
  expect((await fixture.batchOf(batchId)).state).toBe('cancelled');
});

test('selected documents are cancelled at any stage, and the others continue', async ({ fixture }) => {
  const { batchId } = await startPartlySent(fixture);
  const rows = await fixture.rowsOf(batchId);
  const names = ['sending', 'stored'].map((state) => rows.find((row) => row.state === state)?.name ?? '');
  expect(await fixture.changeDocuments('cancel', batchId, ...names)).toEqual({
    changed: 2,
    outcome: { ...nothingCancelled, stored: 1, uploading: 1 },
  });
  fixture.simulator.faults.clear();
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(4);
  for (const name of names) expect(await fixture.rowOf(batchId, name)).toMatchObject({ state: 'cancelled' });
});

test('a cancelled document can be included again while its batch runs', async ({ fixture }) => {
  const { batchId } = await startPartlySent(fixture);
  await fixture.changeDocuments('cancel', batchId, '6.pdf');
  await fixture.changeDocuments('include', batchId, '6.pdf');
  fixture.simulator.faults.clear();
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(6);
});

test('a document that is included again before its first attempt has ended is sent once', async ({
  fixture,
}) => {
  // The attempt waits for the login, even when its document is cancelled.
  fixture.clock.skip(51 * 60_000);
  fixture.simulator.faults.set('login', { kind: 'delay', milliseconds: 1_500 });
  const { batchId } = await fixture.send(sampleDocuments(1));
  await fixture.untilRow(batchId, '1.pdf', { state: 'linking' });
  await fixture.changeDocuments('cancel', batchId);
  await fixture.changeDocuments('include', batchId);
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

test('a document that waits for a retry is sent immediately when the clerk retries it', async ({
  fixture,
}) => {
  fixture.simulator.faults.set('upload', { kind: 'throttle', status: 429, retryAfterSeconds: 600, times: 1 });
  const { batchId } = await fixture.send(sampleDocuments(1));
  await fixture.untilRow(batchId, '1.pdf', { state: 'waiting-to-retry' });
  await fixture.changeDocuments('retry', batchId);
  await fixture.untilFinished(batchId);
});

test('a document that waits for its file keeps the batch open until the file is back or the document is excluded', async ({
  fixture,
}) => {
  const id = await fixture.addBeneficiary('A');
  const batchId = await fixture.drop(join(fixture.folder, 'a.pdf'), join(fixture.folder, 'b.pdf'));
  await fixture.assign(batchId, id);
  expect(await fixture.call('documents.review', { action: 'numbers', batchId })).toMatchObject({
    waiting: 2,
    toAttach: 2,
  });
  await fixture.startBatch(batchId);
  await fixture.untilBatchSummary(batchId, { state: 'running', counts: { 'waiting-for-file': 2 } });
  writeFileSync(join(fixture.folder, 'a.pdf'), pdf('a'));
  await fixture.changeDocuments('recheck', batchId, 'a.pdf');
  await fixture.untilRow(batchId, 'a.pdf', { state: 'stored', attachesAfter: 1 });
  await fixture.changeDocuments('exclude', batchId, 'b.pdf');
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-A')).toHaveLength(1);
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
  expect(fixture.receivedDocuments('rcp-A').map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf']);
});

test('a draft batch is discarded completely, also during its checks; a started batch cannot be discarded', async ({
  fixture,
}) => {
  const batchId = await fixture.dropFiles(sampleDocuments(3));
  await fixture.call('documents.batch', { action: 'discard', batchId });
  await eventually(() => expect(fixture.batchSummaryOf(batchId)).toBeUndefined());
  await expect(fixture.call('documents.review', { action: 'numbers', batchId })).rejects.toMatchObject({
    code: 'batch-unknown',
  });

  const uncheckedBatchId = await fixture.testApp.drop([fixture.folder]);
  await fixture.call('documents.batch', { action: 'discard', batchId: uncheckedBatchId });
  const { batchId: nextBatchId } = await fixture.send(sampleDocuments(2, 'next '));
  expect(nextBatchId).toBeGreaterThan(uncheckedBatchId);
  await fixture.untilFinished(nextBatchId);
  await expect(
    fixture.call('documents.batch', { action: 'discard', batchId: nextBatchId }),
  ).rejects.toMatchObject({ code: 'batch-not-ready' });
  const { total } = await fixture.call('documents.earlier', { offset: 0, limit: 9 });
  expect(total).toBe(1);
});

test('a batch that is cancelled while its folder is listed gets no more documents', async ({ fixture }) => {
  const batchId = await fixture.dropFiles(sampleDocuments(3));
  await fixture.testApp.drop([fixture.folder]);
  await fixture.call('documents.batch', { action: 'cancel', batchId });
  const readStates = () => fixture.statesOf(batchId);
  await eventually(async () =>
    expect(new Set(Object.values(await readStates()))).toEqual(new Set(['cancelled'])),
  );
  const nextBatchId = await fixture.dropFiles(sampleDocuments(1, 'next '));
  await fixture.untilChecked(nextBatchId);
  expect(new Set(Object.values(await readStates()))).toEqual(new Set(['cancelled']));
});

test('files dropped while a batch runs start a new batch', async ({ fixture }) => {
  const { batchId } = await startPartlySent(fixture);
  const nextBatchId = await fixture.dropFiles(sampleDocuments(2, 'next '));
  expect(nextBatchId).not.toBe(batchId);
  expect(await fixture.batchOf(nextBatchId)).toMatchObject({ state: 'draft', documents: 2, number: 2 });
  expect(await fixture.batchOf(batchId)).toMatchObject({ documents: 6 });
});

test.for(['pause', 'resume'] as const)('only a running batch accepts a %s', async (action, { fixture }) => {
  const draftBatchId = await fixture.dropFiles(sampleDocuments(1));
  await expect(fixture.call('documents.batch', { action, batchId: draftBatchId })).rejects.toMatchObject({
    code: 'batch-not-ready',
  });
  await fixture.assign(draftBatchId, await fixture.addBeneficiary('A'));
  await fixture.startBatch(draftBatchId);
  await fixture.untilFinished(draftBatchId);
  await expect(fixture.call('documents.batch', { action, batchId: draftBatchId })).rejects.toMatchObject({
    code: 'batch-not-ready',
  });
});

test('a batch ends without problems once its last problem is excluded', async ({ fixture }) => {
  fixture.simulator.faults.set('uploadDocuments', { kind: 'status', status: 422, times: 1 });
  const { batchId } = await fixture.send(sampleDocuments(1));
  await fixture.untilFinished(batchId, 'done-with-problems');
  await fixture.changeDocuments('exclude', batchId);
  await fixture.untilFinished(batchId);
});

test('quitting asks for confirmation only during transfers, and lists them', async ({ fixture }) => {
  const { batchId } = await startPartlySent(fixture);
  fixture.platform.answers.ask = 1;
  expect(await fixture.testApp.app.confirmQuit()).toBe(false);
  expect(fixture.platform.seen.questions[0]).toContain('4 files are being uploaded');
  fixture.platform.answers.ask = 0;
  expect(await fixture.testApp.app.confirmQuit()).toBe(true);
  fixture.simulator.faults.clear();
  await fixture.untilFinished(batchId);
  await eventually(async () => expect(await fixture.testApp.app.confirmQuit()).toBe(true));
  expect(fixture.platform.seen.questions).toHaveLength(2);
});
