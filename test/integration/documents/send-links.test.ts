import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import {
  callsOf,
  changeDocuments,
  receivedDocuments,
  rowOf,
  rowsOf,
  sampleDocuments,
  send,
  startDocumentsFixture,
  statesOf,
  untilBatchSummary,
  untilFinished,
} from './documents-fixture.ts';

const minuteMs = 60_000;
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test.each([
  ['small', 0],
  ['large', 9_000_000],
])(
  'an expired link of a %s document is replaced exactly once, and the same bytes are sent',
  async (_, size) => {
    const fixture = await startDocumentsFixture();
    const bytes = pdf('a', size);
    fixture.simulator.faults.set('upload', { kind: 'expired-link', times: 1 });
    const { batchId } = await send(fixture, { 'a.pdf': bytes });
    await untilFinished(fixture, batchId);
    expect(receivedDocuments(fixture.simulator, 'rcp-Ahlström')).toEqual([
      { name: 'a.pdf', sha256: hash(bytes) },
    ]);
    expect(callsOf(fixture.simulator, 'uploadDocuments')).toHaveLength(2);
    expect(callsOf(fixture.simulator, 'upload').map(({ status }) => status)).toEqual([403, 200]);
    const { id } = await rowOf(fixture, batchId, 'a.pdf');
    const { history } = await fixture.call('documents.detail', { documentId: id });
    expect(history.map(({ kind }) => kind)).not.toContain('retrying');
  },
);

test('a document fails when its link is refused twice, and a retry by the clerk starts with a new link', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('upload', { kind: 'expired-link' });
  const { batchId } = await send(fixture, { 'a.pdf': pdf('a') });
  await untilFinished(fixture, batchId, 'done-with-problems');
  expect(await rowOf(fixture, batchId, 'a.pdf')).toMatchObject({
    state: 'failed',
    reason: { code: 'link-refused', facts: { status: 403, message: 'AccessDenied' } },
  });
  expect(callsOf(fixture.simulator, 'upload')).toHaveLength(2);
  fixture.simulator.faults.clear();
  await changeDocuments(fixture, 'retry', batchId);
  await untilFinished(fixture, batchId);
});

test('a batch is paused when new links are refused repeatedly', async () => {
  const fixture = await startDocumentsFixture();
  fixture.simulator.faults.set('upload', { kind: 'expired-link' });
  const { batchId } = await send(fixture, sampleDocuments(20));
  const summary = await untilBatchSummary(fixture, batchId, { state: 'paused', pauseReason: 'refused' });
  expect(summary.pauseDetail).toContain('403 AccessDenied');
  const failedRows = (await rowsOf(fixture, batchId)).filter(({ state }) => state === 'failed');
  expect(failedRows.length).toBeLessThanOrEqual(7);
});

test.each([
  ['forward', 11 * minuteMs],
  ['back', -11 * minuteMs],
])('a link is discarded unused when the clock moved %s by more than ten minutes', async (_, shiftMs) => {
  const fixture = await startDocumentsFixture();
  const change = (value: unknown) => {
    fixture.clock.shiftWallTime(shiftMs);
    return value;
  };
  fixture.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change, times: 1 });
  const { batchId } = await send(fixture, { 'a.pdf': pdf('a') });
  await untilFinished(fixture, batchId);
  expect(callsOf(fixture.simulator, 'uploadDocuments')).toHaveLength(2);
  expect(callsOf(fixture.simulator, 'upload')).toHaveLength(1);
});

test('a document does not fail when two of its links expire unused', async () => {
  const fixture = await startDocumentsFixture();
  let shiftMs = 0;
  const change = (value: unknown) => {
    shiftMs += 11 * minuteMs;
    fixture.clock.shiftWallTime(shiftMs);
    return value;
  };
  fixture.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change, times: 2 });
  const { batchId } = await send(fixture, { 'a.pdf': pdf('a') });
  await untilFinished(fixture, batchId);
  expect(callsOf(fixture.simulator, 'upload').map(({ status }) => status)).toEqual([200]);
});

test('a nine-minute-old link is used', async () => {
  const fixture = await startDocumentsFixture();
  const change = (value: unknown) => {
    fixture.clock.shiftWallTime(9 * minuteMs);
    return value;
  };
  fixture.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change, times: 1 });
  const { batchId } = await send(fixture, { 'a.pdf': pdf('a') });
  await untilFinished(fixture, batchId);
  expect(callsOf(fixture.simulator, 'uploadDocuments')).toHaveLength(1);
});

test('during hours of failures, no used link is older than ten minutes and every requested link is used', async () => {
  const fixture = await startDocumentsFixture();
  fixture.random.fraction = 0.99;
  fixture.simulator.faults.set('upload', { kind: 'status', status: 503, probability: 0.2 });
  const { batchId } = await send(fixture, sampleDocuments(40));
  const activeStates = new Set(['ready', 'linking', 'sending']);
  for (let waitingCount = 1; waitingCount > 0; ) {
    // The clock advances only while nothing is being sent, so that no request times out.
    await eventually(async () => {
      const states = Object.values(await statesOf(fixture, batchId));
      expect(states.filter((state) => activeStates.has(state))).toEqual([]);
      waitingCount = states.filter((state) => state === 'waiting-to-retry').length;
    });
    if (waitingCount > 0) fixture.clock.skip(minuteMs);
  }
  await untilFinished(fixture, batchId);
  const uploads = callsOf(fixture.simulator, 'upload');
  expect(Math.max(...uploads.map(({ linkAgeMs }) => linkAgeMs ?? 0))).toBeLessThan(10 * minuteMs);
  expect(uploads.length).toBeGreaterThan(40);
  expect(fixture.simulator.state.linksIssued).toBe(uploads.length);
  expect(receivedDocuments(fixture.simulator, 'rcp-Ahlström')).toHaveLength(40);
});
