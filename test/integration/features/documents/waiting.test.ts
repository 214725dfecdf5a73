import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DocumentState } from '../../../../src/shared/model/documents/document.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../../fakes/files/files.ts';
import { test } from './company-test.ts';
import { type DocumentsFixture, sampleDocuments } from './documents-fixture.ts';

test('the next run sends uploads again, once, that quitting interrupted', async ({ fixture }) => {
  fixture.simulator.faults.set('upload', { kind: 'hang', skip: 3 });
  const files = sampleDocuments(8);
  const { batchId } = await fixture.send(files);
  await eventually(async () => {
    const states = Object.values(await fixture.statesOf(batchId));
    expect(states.filter((state) => state === 'sending')).toHaveLength(5);
    expect(states.filter((state) => state === 'stored')).toHaveLength(3);
  });
  await fixture.restart({ signIn: false });
  const countUploads = () => fixture.callsOf('upload').filter(({ status }) => status === 200).length;
  expect(countUploads()).toBe(3);
  fixture.simulator.faults.clear();
  // Without a session nothing is shown and nothing is sent.
  expect(fixture.batchSummaryOf(batchId)).toBeUndefined();
  await fixture.signIn();
  await fixture.untilFinished(batchId);
  expect(countUploads()).toBe(8);
  expect(fixture.callsOf('updateRecipient')).toHaveLength(1);
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(fixture.receivedDocuments('rcp-Ahlström')).toEqual(
    Object.entries(files).map(([name, bytes]) => ({ name, sha256: hash(bytes) })),
  );
});

test('a restart does not change the time at which a document is retried', async ({ fixture }) => {
  fixture.simulator.faults.set('upload', { kind: 'throttle', status: 429, retryAfterSeconds: 300, times: 1 });
  const { batchId } = await fixture.send(sampleDocuments(1));
  const { retryAt } = await fixture.untilRow(batchId, '1.pdf', { state: 'waiting-to-retry' });
  await fixture.restart();
  expect(await fixture.rowOf(batchId, '1.pdf')).toMatchObject({ state: 'waiting-to-retry', retryAt });
  fixture.clock.skip(200_000);
  expect(await fixture.rowOf(batchId, '1.pdf')).toMatchObject({ state: 'waiting-to-retry' });
  fixture.clock.skip(101_000);
  await fixture.untilFinished(batchId);
});

test('a listing that quitting interrupted is completed by the next run', async ({ fixture }) => {
  const folder = join(fixture.folder, 'scans');
  mkdirSync(folder);
  const fileCount = 600;
  for (let index = 0; index < fileCount; index += 1) {
    writeFileSync(join(folder, `${index}.pdf`), `%PDF-1.4\n${index}`);
  }
  const [single = ''] = await writeFiles(fixture.folder, { 'single.pdf': pdf('single') });
  const batchId = await fixture.testApp.drop([folder, single]);
  // The restart happens after the first file was listed and before the last file.
  await eventually(async () => expect((await fixture.batchOf(batchId)).documents).toBeGreaterThan(0));
  await fixture.restart();
  await fixture.untilChecked(batchId);
  const rows = await fixture.rowsOf(batchId);
  expect(rows).toHaveLength(fileCount + 1);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(fileCount + 1);
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['ready']));
});

test('an earlier batch is shown again when it is opened', async ({ fixture }) => {
  const { batchId } = await fixture.send(sampleDocuments(1));
  await fixture.untilFinished(batchId);
  await fixture.restart();
  await eventually(() => expect(fixture.testApp.topic('session')).toMatchObject({ state: 'signed-in' }));
  expect(fixture.batchSummaryOf(batchId)).toBeUndefined();
  await fixture.call('documents.batch', { action: 'open', batchId });
  await fixture.untilBatchSummary(batchId, { state: 'done', documents: 1, counts: { attached: 1 } });
});

test('uploads that sleep interrupted start over with new links, and do not count', async ({ fixture }) => {
  let isAwake = false;
  fixture.simulator.faults.set('upload', { kind: 'hang', when: () => !isAwake });
  const { batchId } = await fixture.send(sampleDocuments(4));
  await eventually(async () => {
    expect(new Set(Object.values(await fixture.statesOf(batchId)))).toEqual(new Set(['sending']));
  });
  fixture.platform.suspend();
  fixture.clock.shiftWallTime(9 * 3_600_000);
  isAwake = true;
  fixture.platform.resume();
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(4);
  expect(fixture.simulator.state.linksIssued).toBeGreaterThanOrEqual(8);
  for (const { id } of await fixture.rowsOf(batchId)) {
    const { history } = await fixture.call('documents.detail', { documentId: id });
    expect(history.map(({ kind }) => kind)).not.toContain('retrying');
  }
});

/** Advances the clock only while a document waits, so that no call in progress times out. */
async function advanceWhile(
  fixture: DocumentsFixture,
  batchId: number,
  name: string,
  waitingState: DocumentState,
): Promise<void> {
  await eventually(async () => {
    const { state } = await fixture.rowOf(batchId, name);
    if (state === waitingState) fixture.clock.skip(20_000);
    expect(state).not.toBe(waitingState);
  });
}

test('all batches are paused and resumed together', async ({ fixture }) => {
  fixture.simulator.faults.set('upload', { kind: 'hang' });
  const firstSend = await fixture.send(sampleDocuments(3, 'a '), 'A');
  const secondSend = await fixture.send(sampleDocuments(3, 'b '), 'B');
  await fixture.untilRow(firstSend.batchId, 'a 1.pdf', { state: 'sending' });
  expect(await fixture.call('documents.allBatches', { action: 'pause' })).toEqual({ changed: 2 });
  expect(await fixture.call('documents.allBatches', { action: 'pause' })).toEqual({ changed: 0 });
  for (const { batchId } of [firstSend, secondSend]) {
    await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'user', transfers: [] });
    expect(new Set(Object.values(await fixture.statesOf(batchId)))).toEqual(new Set(['ready']));
  }
  fixture.simulator.faults.clear();
  expect(await fixture.call('documents.allBatches', { action: 'resume' })).toEqual({ changed: 2 });
  for (const { batchId } of [firstSend, secondSend]) await fixture.untilFinished(batchId);
  expect(await fixture.call('documents.allBatches', { action: 'resume' })).toEqual({ changed: 0 });
});

test('a file that is back with the confirmed bytes is sent automatically', async ({ fixture }) => {
  const bytes = pdf('a', 9_000_000);
  const batchId = await fixture.dropFiles({ 'a.pdf': bytes, 'b.pdf': pdf('b') });
  await fixture.assign(batchId, await fixture.addBeneficiary('A'));
  rmSync(join(fixture.folder, 'a.pdf'));
  await fixture.startBatch(batchId);
  await fixture.untilRow(batchId, 'a.pdf', {
    state: 'waiting-for-file',
    reason: { code: 'file-missing', facts: {} },
  });
  await fixture.untilRow(batchId, 'b.pdf', { state: 'stored' });
  fixture.clock.skip(20_000);
  writeFileSync(join(fixture.folder, 'a.pdf'), bytes);
  await advanceWhile(fixture, batchId, 'a.pdf', 'waiting-for-file');
  await fixture.untilFinished(batchId);
  expect(fixture.receivedNames('rcp-A')).toEqual(['a.pdf', 'b.pdf']);
});

test('a file that is back with other content is sent only after a new check', async ({ fixture }) => {
  const batchId = await fixture.dropFiles({ 'a.pdf': pdf('as confirmed') });
  await fixture.assign(batchId, await fixture.addBeneficiary('A'));
  rmSync(join(fixture.folder, 'a.pdf'));
  await fixture.startBatch(batchId);
  await fixture.untilRow(batchId, 'a.pdf', { state: 'waiting-for-file' });
  writeFileSync(join(fixture.folder, 'a.pdf'), pdf('something else'));
  await advanceWhile(fixture, batchId, 'a.pdf', 'waiting-for-file');
  await fixture.untilFinished(batchId, 'done-with-problems');
  expect(await fixture.rowOf(batchId, 'a.pdf')).toMatchObject({
    state: 'failed',
    reason: { code: 'file-changed' },
  });
  expect(fixture.simulator.state.linksIssued).toBe(0);
  await fixture.changeDocuments('recheck', batchId);
  await fixture.untilFinished(batchId);
  expect(fixture.receivedDocuments('rcp-A')).toHaveLength(1);
});

test('a file that is back while its batch is paused waits for the resume', async ({ fixture }) => {
  const path = join(fixture.folder, 'a.pdf');
  const batchId = await fixture.dropFiles({ 'a.pdf': pdf('a'), 'b.pdf': pdf('b') });
  await fixture.assign(batchId, await fixture.addBeneficiary('A'));
  rmSync(path);
  await fixture.startBatch(batchId);
  await fixture.untilRow(batchId, 'a.pdf', { state: 'waiting-for-file' });
  await fixture.untilRow(batchId, 'b.pdf', { state: 'stored' });
  await fixture.call('documents.batch', { action: 'pause', batchId });
  writeFileSync(path, pdf('a'));
  await advanceWhile(fixture, batchId, 'a.pdf', 'waiting-for-file');
  await fixture.untilRow(batchId, 'a.pdf', { state: 'ready' });
  await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'user' });
  await fixture.call('documents.batch', { action: 'resume', batchId });
  await fixture.untilFinished(batchId);
});
