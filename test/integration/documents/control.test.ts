import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nothingCancelled } from '../../../src/shared/model/cancellation.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import {
  addBeneficiary,
  assign,
  batchOf,
  batchSummaryOf,
  callsOf,
  changeDocuments,
  type DocumentsFixture,
  drop,
  dropFiles,
  errorOf,
  receivedDocuments,
  rowOf,
  rowsOf,
  sampleDocuments,
  send,
  startBatch,
  startDocumentsFixture,
  statesOf,
  untilBatchSummary,
  untilChecked,
  untilFinished,
  untilRow,
} from './documents-fixture.ts';

const hourMs = 3_600_000;

/** Starts a batch of six documents: two stored, and four whose upload hangs. */
async function startPartlySent(): Promise<{
  fixture: DocumentsFixture;
  batchId: number;
  beneficiaryId: number;
}> {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('upload', { kind: 'hang', skip: 2 });
  const sent = await send(fixture, sampleDocuments(6));
  await eventually(async () => {
    const states = Object.values(await statesOf(fixture, sent.batchId)).sort();
    expect(states).toEqual(['sending', 'sending', 'sending', 'sending', 'stored', 'stored']);
  });
  return { fixture, ...sent };
}

test('a pause aborts all transfers immediately, and a resume sends the documents', async () => {
  const { fixture, batchId } = await startPartlySent();
  await fixture.call('documents.batch', { action: 'pause', batchId });
  await eventually(async () => {
    const states = Object.values(await statesOf(fixture, batchId)).sort();
    expect(states).toEqual(['ready', 'ready', 'ready', 'ready', 'stored', 'stored']);
  });
  await untilBatchSummary(fixture, batchId, {
    state: 'paused',
    pauseReason: 'user',
    transfers: [],
    rate: null,
  });
  const requestCount = callsOf(fixture.simulator, 'uploadDocuments').length;
  fixture.simulator.faults.clear();
  fixture.clock.skip(hourMs);
  await untilBatchSummary(fixture, batchId, { state: 'paused', pauseReason: 'user' });
  expect(callsOf(fixture.simulator, 'uploadDocuments')).toHaveLength(requestCount);
  await fixture.call('documents.batch', { action: 'resume', batchId });
  await untilFinished(fixture, batchId);
  expect(receivedDocuments(fixture.simulator, 'rcp-Ahlström')).toHaveLength(6);
});

test('a pause by the clerk lasts through a restart and a sign-in', async () => {
  const { fixture, batchId } = await startPartlySent();
  await fixture.call('documents.batch', { action: 'pause', batchId });
  fixture.simulator.faults.clear();
  await fixture.restart();
  await untilBatchSummary(fixture, batchId, { state: 'paused', pauseReason: 'user', resumed: null });
  expect(callsOf(fixture.simulator, 'updateRecipient')).toEqual([]);
  await fixture.call('documents.batch', { action: 'resume', batchId });
  await untilFinished(fixture, batchId);
});

test('one batch is paused while another one continues', async () => {
  const { fixture, batchId } = await startPartlySent();
  await fixture.call('documents.batch', { action: 'pause', batchId });
  fixture.simulator.faults.clear();
  const { batchId: otherBatchId } = await send(fixture, sampleDocuments(3, 'other '), 'Other');
  await untilFinished(fixture, otherBatchId);
  expect((await batchOf(fixture, batchId)).state).toBe('paused');
});

test('a cancelled batch sends nothing more', async () => {
  const { fixture, batchId } = await startPartlySent();
  await fixture.call('documents.batch', { action: 'cancel', batchId });
  await untilFinished(fixture, batchId, 'cancelled');
  const row = await rowOf(fixture, batchId, '1.pdf');
  expect(row).toMatchObject({
    state: 'cancelled',
    group: 'cancelled',
    reason: { code: 'cancelled-by-clerk', facts: { by: 'm.hansen' } },
  });
  fixture.simulator.faults.clear();
  await untilBatchSummary(fixture, batchId, { state: 'cancelled', counts: { cancelled: 6 }, transfers: [] });
  const callCount = fixture.simulator.calls().length;
  fixture.clock.skip(hourMs);
  expect(new Set(Object.values(await statesOf(fixture, batchId)))).toEqual(new Set(['cancelled']));
  expect(fixture.simulator.calls()).toHaveLength(callCount);
  expect(callsOf(fixture.simulator, 'updateRecipient')).toEqual([]);
});

test('cancelling a batch waits for an update in progress', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('updateRecipient', { kind: 'delay', milliseconds: 1_500 });
  const { batchId } = await send(fixture, sampleDocuments(2));
  await untilRow(fixture, batchId, '1.pdf', { state: 'attaching' });
  await fixture.call('documents.batch', { action: 'cancel', batchId });
  expect(await statesOf(fixture, batchId)).toEqual({ '1.pdf': 'attaching', '2.pdf': 'attaching' });
  await untilRow(fixture, batchId, '1.pdf', { state: 'attached' });
  expect((await batchOf(fixture, batchId)).state).toBe('cancelled');
});

test('selected documents are cancelled at any stage, and the others continue', async () => {
  const { fixture, batchId } = await startPartlySent();
  const rows = await rowsOf(fixture, batchId);
  const names = ['sending', 'stored'].map((state) => rows.find((row) => row.state === state)?.name ?? '');
  expect(await changeDocuments(fixture, 'cancel', batchId, ...names)).toEqual({
    changed: 2,
    outcome: { ...nothingCancelled, stored: 1, uploading: 1 },
  });
  fixture.simulator.faults.clear();
  await untilFinished(fixture, batchId);
  expect(receivedDocuments(fixture.simulator, 'rcp-Ahlström')).toHaveLength(4);
  for (const name of names) expect(await rowOf(fixture, batchId, name)).toMatchObject({ state: 'cancelled' });
});

test('a cancelled document can be included again while its batch runs', async () => {
  const { fixture, batchId } = await startPartlySent();
  await changeDocuments(fixture, 'cancel', batchId, '6.pdf');
  await changeDocuments(fixture, 'include', batchId, '6.pdf');
  fixture.simulator.faults.clear();
  await untilFinished(fixture, batchId);
  expect(receivedDocuments(fixture.simulator, 'rcp-Ahlström')).toHaveLength(6);
});

test('a document that is included again before its first attempt has ended is sent once', async () => {
  const fixture = await startDocumentsFixture();
  // The attempt waits for the login, even when its document is cancelled.
  fixture.clock.skip(51 * 60_000);
  fixture.simulator.faults.set('login', { kind: 'delay', milliseconds: 1_500 });
  const { batchId } = await send(fixture, sampleDocuments(1));
  await untilRow(fixture, batchId, '1.pdf', { state: 'linking' });
  await changeDocuments(fixture, 'cancel', batchId);
  await changeDocuments(fixture, 'include', batchId);
  await untilFinished(fixture, batchId);
  expect(fixture.simulator.state.linksIssued).toBe(1);
  expect(callsOf(fixture.simulator, 'upload')).toHaveLength(1);
});

test('a document that is excluded while it waits for a retry is not retried', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('upload', { kind: 'throttle', status: 429, retryAfterSeconds: 60, times: 1 });
  const { batchId } = await send(fixture, sampleDocuments(1));
  await untilRow(fixture, batchId, '1.pdf', { state: 'waiting-to-retry' });
  await changeDocuments(fixture, 'exclude', batchId);
  await untilFinished(fixture, batchId);
  fixture.clock.skip(hourMs);
  expect(await rowOf(fixture, batchId, '1.pdf')).toMatchObject({ state: 'excluded', retryAt: null });
  expect(callsOf(fixture.simulator, 'upload')).toHaveLength(1);
});

test('a document that waits for a retry is sent immediately when the clerk retries it', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('upload', { kind: 'throttle', status: 429, retryAfterSeconds: 600, times: 1 });
  const { batchId } = await send(fixture, sampleDocuments(1));
  await untilRow(fixture, batchId, '1.pdf', { state: 'waiting-to-retry' });
  await changeDocuments(fixture, 'retry', batchId);
  await untilFinished(fixture, batchId);
});

test('a document that waits for its file keeps the batch open until the file is back or the document is excluded', async () => {
  const fixture = await startDocumentsFixture();
  const id = await addBeneficiary(fixture, 'A');
  const batchId = await drop(fixture, join(fixture.folder, 'a.pdf'), join(fixture.folder, 'b.pdf'));
  await assign(fixture, batchId, id);
  expect(await fixture.call('documents.review', { action: 'numbers', batchId })).toMatchObject({
    waiting: 2,
    toAttach: 2,
  });
  await startBatch(fixture, batchId);
  await untilBatchSummary(fixture, batchId, { state: 'running', counts: { 'waiting-for-file': 2 } });
  writeFileSync(join(fixture.folder, 'a.pdf'), pdf('a'));
  await changeDocuments(fixture, 'recheck', batchId, 'a.pdf');
  await untilRow(fixture, batchId, 'a.pdf', { state: 'stored', attachesAfter: 1 });
  await changeDocuments(fixture, 'exclude', batchId, 'b.pdf');
  await untilFinished(fixture, batchId);
  expect(receivedDocuments(fixture.simulator, 'rcp-A')).toHaveLength(1);
});

test('a rejected document is sent with its started batch once its file is corrected', async () => {
  const fixture = await startDocumentsFixture();
  const id = await addBeneficiary(fixture, 'A');
  const batchId = await dropFiles(fixture, { 'a.pdf': Buffer.from('no PDF yet'), 'b.pdf': pdf('b') });
  await assign(fixture, batchId, id, 'b.pdf');
  await startBatch(fixture, batchId);
  await untilFinished(fixture, batchId);
  writeFileSync(join(fixture.folder, 'a.pdf'), pdf('a'));
  await changeDocuments(fixture, 'recheck', batchId, 'a.pdf');
  await untilRow(fixture, batchId, 'a.pdf', { state: 'ready' });
  await assign(fixture, batchId, id, 'a.pdf');
  await untilFinished(fixture, batchId);
  expect(receivedDocuments(fixture.simulator, 'rcp-A').map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf']);
});

test('a draft batch is discarded completely, also during its checks; a started batch cannot be discarded', async () => {
  const fixture = await startDocumentsFixture();
  const batchId = await dropFiles(fixture, sampleDocuments(3));
  await fixture.call('documents.batch', { action: 'discard', batchId });
  await eventually(() => expect(batchSummaryOf(fixture, batchId)).toBeUndefined());
  expect(await errorOf(fixture.call('documents.review', { action: 'numbers', batchId }))).toMatchObject({
    code: 'batch-unknown',
  });

  const uncheckedBatchId = await fixture.testApp.drop([fixture.folder]);
  await fixture.call('documents.batch', { action: 'discard', batchId: uncheckedBatchId });
  const { batchId: nextBatchId } = await send(fixture, sampleDocuments(2, 'next '));
  expect(nextBatchId).toBeGreaterThan(uncheckedBatchId);
  await untilFinished(fixture, nextBatchId);
  expect(
    await errorOf(fixture.call('documents.batch', { action: 'discard', batchId: nextBatchId })),
  ).toMatchObject({ code: 'batch-not-ready' });
  const { total } = await fixture.call('documents.earlier', { offset: 0, limit: 9 });
  expect(total).toBe(1);
});

test('a batch that is cancelled while its folder is listed gets no more documents', async () => {
  const fixture = await startDocumentsFixture();
  const batchId = await dropFiles(fixture, sampleDocuments(3));
  await fixture.testApp.drop([fixture.folder]);
  await fixture.call('documents.batch', { action: 'cancel', batchId });
  const readStates = () => statesOf(fixture, batchId);
  await eventually(async () =>
    expect(new Set(Object.values(await readStates()))).toEqual(new Set(['cancelled'])),
  );
  const nextBatchId = await dropFiles(fixture, sampleDocuments(1, 'next '));
  await untilChecked(fixture, nextBatchId);
  expect(new Set(Object.values(await readStates()))).toEqual(new Set(['cancelled']));
});

test('files dropped while a batch runs start a new batch', async () => {
  const { fixture, batchId } = await startPartlySent();
  const nextBatchId = await dropFiles(fixture, sampleDocuments(2, 'next '));
  expect(nextBatchId).not.toBe(batchId);
  expect(await batchOf(fixture, nextBatchId)).toMatchObject({ state: 'draft', documents: 2, number: 2 });
  expect(await batchOf(fixture, batchId)).toMatchObject({ documents: 6 });
});

test.each(['pause', 'resume'] as const)('only a running batch accepts a %s', async (action) => {
  const fixture = await startDocumentsFixture();
  const draftBatchId = await dropFiles(fixture, sampleDocuments(1));
  expect(await errorOf(fixture.call('documents.batch', { action, batchId: draftBatchId }))).toMatchObject({
    code: 'batch-not-ready',
  });
  await assign(fixture, draftBatchId, await addBeneficiary(fixture, 'A'));
  await startBatch(fixture, draftBatchId);
  await untilFinished(fixture, draftBatchId);
  expect(await errorOf(fixture.call('documents.batch', { action, batchId: draftBatchId }))).toMatchObject({
    code: 'batch-not-ready',
  });
});

test('a batch ends without problems once its last problem is excluded', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('uploadDocuments', { kind: 'status', status: 422, times: 1 });
  const { batchId } = await send(fixture, sampleDocuments(1));
  await untilFinished(fixture, batchId, 'done-with-problems');
  await changeDocuments(fixture, 'exclude', batchId);
  await untilFinished(fixture, batchId);
});

test('quitting asks for confirmation only during transfers, and lists them', async () => {
  const { fixture, batchId } = await startPartlySent();
  fixture.platform.answers.ask = 1;
  expect(await fixture.testApp.app.confirmQuit()).toBe(false);
  expect(fixture.platform.seen.questions[0]).toContain('4 files are being uploaded');
  fixture.platform.answers.ask = 0;
  expect(await fixture.testApp.app.confirmQuit()).toBe(true);
  fixture.simulator.faults.clear();
  await untilFinished(fixture, batchId);
  await eventually(async () => expect(await fixture.testApp.app.confirmQuit()).toBe(true));
  expect(fixture.platform.seen.questions).toHaveLength(2);
});
