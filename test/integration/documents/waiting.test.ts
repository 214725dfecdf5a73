import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DocumentState } from '../../../src/shared/model/document.ts';
import { needsOf } from '../../fakes/compare-needs-you.ts';
import { startProxy } from '../../fakes/connect-proxy.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import {
  addBeneficiary,
  assign,
  batchSummaryOf,
  callsOf,
  changeDocuments,
  type DocumentsFixture,
  drop,
  dropFiles,
  receivedDocuments,
  rowOf,
  rowsOf,
  sampleDocuments,
  send,
  startBatch,
  startDocumentsFixture,
  statesOf,
  untilBatchSummary,
  untilFinished,
  untilRow,
} from './documents-fixture.ts';

const hourMs = 3_600_000;

/** Advances the clock only while a document waits, so that no call in progress times out. */
async function advanceWhile(
  fixture: DocumentsFixture,
  batchId: number,
  name: string,
  waitingState: DocumentState,
): Promise<void> {
  await eventually(async () => {
    const { state } = await rowOf(fixture, batchId, name);
    if (state === waitingState) fixture.clock.skip(20_000);
    expect(state).not.toBe(waitingState);
  });
}

test('a batch whose proxy sign-in was declined waits, names the proxy, and continues once no proxy is needed', async () => {
  const fixture = await startDocumentsFixture();
  const proxy = await startProxy(407);
  fixture.network.proxy = `PROXY ${proxy.address}`;
  const { batchId } = await send(fixture, sampleDocuments(6));
  await eventually(() =>
    expect(fixture.testApp.topic('proxyQuestion')).toMatchObject({ proxy: proxy.address }),
  );
  await fixture.call('network.answerProxy', { proxy: proxy.address, user: null, password: null });
  const summary = await untilBatchSummary(fixture, batchId, { state: 'paused', pauseReason: 'proxy' });
  expect(summary.pauseDetail).toMatch(/^127\.0\.0\.1:\d+$/);
  await eventually(async () => {
    expect(new Set(Object.values(await statesOf(fixture, batchId)))).toEqual(new Set(['ready']));
  });
  fixture.network.proxy = 'DIRECT';
  fixture.clock.skip(60_000);
  await untilFinished(fixture, batchId);
  expect(receivedDocuments(fixture.simulator, 'rcp-Ahlström')).toHaveLength(6);
});

test('uploads that were interrupted while the computer slept start over with new links and do not count as attempts', async () => {
  const fixture = await startDocumentsFixture();
  let isAwake = false;
  fixture.simulator.faults.set('upload', { kind: 'hang', when: () => !isAwake });
  const { batchId } = await send(fixture, sampleDocuments(4));
  await eventually(async () => {
    expect(new Set(Object.values(await statesOf(fixture, batchId)))).toEqual(new Set(['sending']));
  });
  fixture.platform.suspend();
  fixture.clock.shiftWallTime(9 * hourMs);
  isAwake = true;
  fixture.platform.resume();
  await untilFinished(fixture, batchId);
  expect(receivedDocuments(fixture.simulator, 'rcp-Ahlström')).toHaveLength(4);
  expect(fixture.simulator.state.linksIssued).toBeGreaterThanOrEqual(8);
  for (const { id } of await rowsOf(fixture, batchId)) {
    const { history } = await fixture.call('documents.detail', { documentId: id });
    expect(history.map(({ kind }) => kind)).not.toContain('retrying');
  }
});

test.each([-30 * hourMs, 30 * hourMs])(
  'a wall clock changed by %i ms does not delay a retry',
  async (shiftMs) => {
    const fixture = await startDocumentsFixture();
    fixture.simulator.faults.set('upload', { kind: 'status', status: 500, times: 1 });
    fixture.random.fraction = 0.999;
    const { batchId } = await send(fixture, sampleDocuments(1));
    await untilRow(fixture, batchId, '1.pdf', { state: 'waiting-to-retry' });
    fixture.clock.shiftWallTime(shiftMs);
    await advanceWhile(fixture, batchId, '1.pdf', 'waiting-to-retry');
    await untilFinished(fixture, batchId);
    expect(callsOf(fixture.simulator, 'upload')).toHaveLength(2);
  },
);

test('a delayed update is sent on time although the wall clock was set back', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('updateRecipient', {
    kind: 'throttle',
    status: 429,
    retryAfterSeconds: 20,
    times: 1,
  });
  const { batchId } = await send(fixture, sampleDocuments(1));
  await eventually(() => expect(batchSummaryOf(fixture, batchId)?.held?.host).toBeDefined());
  fixture.clock.shiftWallTime(-30 * hourMs);
  fixture.clock.skip(21_000);
  await untilFinished(fixture, batchId);
});

test('all batches are paused and resumed together', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('upload', { kind: 'hang' });
  const firstSend = await send(fixture, sampleDocuments(3, 'a '), 'A');
  const secondSend = await send(fixture, sampleDocuments(3, 'b '), 'B');
  await untilRow(fixture, firstSend.batchId, 'a 1.pdf', { state: 'sending' });
  expect(await fixture.call('documents.allBatches', { action: 'pause' })).toEqual({ changed: 2 });
  expect(await fixture.call('documents.allBatches', { action: 'pause' })).toEqual({ changed: 0 });
  for (const { batchId } of [firstSend, secondSend]) {
    await untilBatchSummary(fixture, batchId, { state: 'paused', pauseReason: 'user', transfers: [] });
    expect(new Set(Object.values(await statesOf(fixture, batchId)))).toEqual(new Set(['ready']));
  }
  fixture.simulator.faults.clear();
  expect(await fixture.call('documents.allBatches', { action: 'resume' })).toEqual({ changed: 2 });
  for (const { batchId } of [firstSend, secondSend]) await untilFinished(fixture, batchId);
  expect(await fixture.call('documents.allBatches', { action: 'resume' })).toEqual({ changed: 0 });
});

test('a pause of all batches while offline remains once the network is back', async () => {
  const fixture = await startDocumentsFixture();
  fixture.network.offline = true;
  const { batchId } = await send(fixture, sampleDocuments(2));
  await untilBatchSummary(fixture, batchId, { state: 'paused', pauseReason: 'offline' });
  await fixture.call('documents.allBatches', { action: 'pause' });
  fixture.network.offline = false;
  fixture.clock.skip(60_000);
  await untilBatchSummary(fixture, batchId, { state: 'paused', pauseReason: 'user' });
  expect((await rowOf(fixture, batchId, '1.pdf')).state).toBe('ready');
  await fixture.call('documents.allBatches', { action: 'resume' });
  await untilFinished(fixture, batchId);
});

test.each([
  ['small', 0],
  ['large', 9_000_000],
])('a %s file that is back with the confirmed bytes is sent automatically', async (_, size) => {
  const fixture = await startDocumentsFixture();
  const bytes = pdf('a', size);
  const batchId = await dropFiles(fixture, { 'a.pdf': bytes, 'b.pdf': pdf('b') });
  await assign(fixture, batchId, await addBeneficiary(fixture, 'A'));
  rmSync(join(fixture.folder, 'a.pdf'));
  await startBatch(fixture, batchId);
  await untilRow(fixture, batchId, 'a.pdf', {
    state: 'waiting-for-file',
    reason: { code: 'file-missing', facts: {} },
  });
  await untilRow(fixture, batchId, 'b.pdf', { state: 'stored' });
  fixture.clock.skip(20_000);
  writeFileSync(join(fixture.folder, 'a.pdf'), bytes);
  await advanceWhile(fixture, batchId, 'a.pdf', 'waiting-for-file');
  await untilFinished(fixture, batchId);
  expect(receivedDocuments(fixture.simulator, 'rcp-A').map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf']);
});

test('a file that is back with other content is not sent until the clerk checks it again', async () => {
  const fixture = await startDocumentsFixture();
  const batchId = await dropFiles(fixture, { 'a.pdf': pdf('as confirmed') });
  await assign(fixture, batchId, await addBeneficiary(fixture, 'A'));
  rmSync(join(fixture.folder, 'a.pdf'));
  await startBatch(fixture, batchId);
  await untilRow(fixture, batchId, 'a.pdf', { state: 'waiting-for-file' });
  writeFileSync(join(fixture.folder, 'a.pdf'), pdf('something else'));
  await advanceWhile(fixture, batchId, 'a.pdf', 'waiting-for-file');
  await untilFinished(fixture, batchId, 'done-with-problems');
  expect(await rowOf(fixture, batchId, 'a.pdf')).toMatchObject({
    state: 'failed',
    reason: { code: 'file-changed' },
  });
  expect(fixture.simulator.state.linksIssued).toBe(0);
  await changeDocuments(fixture, 'recheck', batchId);
  await untilFinished(fixture, batchId);
  expect(receivedDocuments(fixture.simulator, 'rcp-A')).toHaveLength(1);
});

test('a file that was missing when it was dropped is ready once it is back', async () => {
  const fixture = await startDocumentsFixture();
  const path = join(fixture.folder, 'a.pdf');
  const batchId = await drop(fixture, path);
  await untilRow(fixture, batchId, 'a.pdf', { state: 'waiting-for-file' });
  writeFileSync(path, pdf('a'));
  await advanceWhile(fixture, batchId, 'a.pdf', 'waiting-for-file');
  await untilRow(fixture, batchId, 'a.pdf', { state: 'ready' });
  await untilBatchSummary(fixture, batchId, { state: 'draft' });
});

test('a file that is back while its batch is paused is checked and waits for the resume', async () => {
  const fixture = await startDocumentsFixture();
  const path = join(fixture.folder, 'a.pdf');
  const batchId = await dropFiles(fixture, { 'a.pdf': pdf('a'), 'b.pdf': pdf('b') });
  await assign(fixture, batchId, await addBeneficiary(fixture, 'A'));
  rmSync(path);
  await startBatch(fixture, batchId);
  await untilRow(fixture, batchId, 'a.pdf', { state: 'waiting-for-file' });
  await untilRow(fixture, batchId, 'b.pdf', { state: 'stored' });
  await fixture.call('documents.batch', { action: 'pause', batchId });
  writeFileSync(path, pdf('a'));
  await advanceWhile(fixture, batchId, 'a.pdf', 'waiting-for-file');
  await untilRow(fixture, batchId, 'a.pdf', { state: 'ready' });
  await untilBatchSummary(fixture, batchId, { state: 'paused', pauseReason: 'user' });
  await fixture.call('documents.batch', { action: 'resume', batchId });
  await untilFinished(fixture, batchId);
});

test('a full disk pauses everything, is reported, and no document is lost once there is space again', async () => {
  const fixture = await startDocumentsFixture({
    storeWorkerUrl: new URL('full-disk-store.ts', import.meta.url),
  });
  const diskFullMarker = join(fixture.dataFolder, 'paydesk.db.full');
  const fillDiskDuringUpload = ({ number }: { number: number }) => {
    if (number === 10) writeFileSync(diskFullMarker, '');
    return false;
  };
  fixture.simulator.faults.set('upload', { kind: 'delay', milliseconds: 0, when: fillDiskDuringUpload });
  const files = sampleDocuments(120);
  const { batchId } = await send(fixture, files);
  await untilBatchSummary(fixture, batchId, { state: 'paused', pauseReason: 'disk-full' });
  const needKinds = async () => (await needsOf(fixture)).needs.map(({ kind }) => kind);
  await eventually(async () => expect(await needKinds()).toContain('disk-full'));
  rmSync(diskFullMarker);
  fixture.simulator.faults.clear();
  await eventually(() => {
    const isPaused = batchSummaryOf(fixture, batchId)?.pauseReason === 'disk-full';
    if (isPaused) fixture.clock.skip(5_000);
    expect(isPaused).toBe(false);
  });
  await eventually(async () => expect(await needKinds()).not.toContain('disk-full'));
  await untilFinished(fixture, batchId);
  expect(receivedDocuments(fixture.simulator, 'rcp-Ahlström')).toHaveLength(120);
  expect(callsOf(fixture.simulator, 'updateRecipient')).toHaveLength(1);
  expect(await fixture.call('activity.verify', {})).toMatchObject({ brokenAt: null });
  const uploads = callsOf(fixture.simulator, 'upload').length;
  const loggedUploads = await fixture.call('activity.list', {
    filter: { kind: 'upload', outcome: null, text: '' },
    offset: 0,
    limit: 1,
  });
  expect(loggedUploads.total).toBe(uploads);
});
