import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import { sampleDocuments, test } from './documents-fixture.ts';

const minuteMs = 60_000;
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test.for([
  ['small', 0],
  ['large', 9_000_000],
] as const)(
  'an expired link of a %s document is replaced exactly once, and the same bytes are sent',
  async ([, size], { fixture }) => {
    const bytes = pdf('a', size);
    fixture.simulator.faults.set('upload', { kind: 'expired-link', times: 1 });
    const { batchId } = await fixture.send({ 'a.pdf': bytes });
    await fixture.untilFinished(batchId);
    expect(fixture.receivedDocuments('rcp-Ahlström')).toEqual([{ name: 'a.pdf', sha256: hash(bytes) }]);
    expect(fixture.callsOf('uploadDocuments')).toHaveLength(2);
    expect(fixture.callsOf('upload').map(({ status }) => status)).toEqual([403, 200]);
    const { id } = await fixture.rowOf(batchId, 'a.pdf');
    const { history } = await fixture.call('documents.detail', { documentId: id });
    expect(history.map(({ kind }) => kind)).not.toContain('retrying');
  },
);

test('a document fails when its link is refused twice, and a retry by the clerk starts with a new link', async ({
  fixture,
}) => {
  fixture.simulator.faults.set('upload', { kind: 'expired-link' });
  const { batchId } = await fixture.send({ 'a.pdf': pdf('a') });
  await fixture.untilFinished(batchId, 'done-with-problems');
  expect(await fixture.rowOf(batchId, 'a.pdf')).toMatchObject({
    state: 'failed',
    reason: { code: 'link-refused', facts: { status: 403, message: 'AccessDenied' } },
  });
  expect(fixture.callsOf('upload')).toHaveLength(2);
  fixture.simulator.faults.clear();
  await fixture.changeDocuments('retry', batchId);
  await fixture.untilFinished(batchId);
});

test('a batch is paused when new links are refused repeatedly', async ({ fixture }) => {
  fixture.simulator.faults.set('upload', { kind: 'expired-link' });
  const { batchId } = await fixture.send(sampleDocuments(20));
  const summary = await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'refused' });
  expect(summary.pauseDetail).toContain('403 AccessDenied');
  const failedRows = (await fixture.rowsOf(batchId)).filter(({ state }) => state === 'failed');
  expect(failedRows.length).toBeLessThanOrEqual(7);
});

test.for([
  ['forward', 11 * minuteMs],
  ['back', -11 * minuteMs],
] as const)(
  'a link is discarded unused when the clock moved %s by more than ten minutes',
  async ([, shiftMs], { fixture }) => {
    const change = (value: unknown) => {
      fixture.clock.shiftWallTime(shiftMs);
      return value;
    };
    fixture.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change, times: 1 });
    const { batchId } = await fixture.send({ 'a.pdf': pdf('a') });
    await fixture.untilFinished(batchId);
    expect(fixture.callsOf('uploadDocuments')).toHaveLength(2);
    expect(fixture.callsOf('upload')).toHaveLength(1);
  },
);

test('a document does not fail when two of its links expire unused', async ({ fixture }) => {
  let shiftMs = 0;
  const change = (value: unknown) => {
    shiftMs += 11 * minuteMs;
    fixture.clock.shiftWallTime(shiftMs);
    return value;
  };
  fixture.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change, times: 2 });
  const { batchId } = await fixture.send({ 'a.pdf': pdf('a') });
  await fixture.untilFinished(batchId);
  expect(fixture.callsOf('upload').map(({ status }) => status)).toEqual([200]);
});

test('a link that ages after its upload got a slot is not used', async ({ fixture }) => {
  let hasAged = false;
  Object.defineProperty(fixture.network, 'proxy', {
    get() {
      if (!hasAged && fixture.callsOf('uploadDocuments').length === 1) {
        hasAged = true;
        fixture.clock.shiftWallTime(11 * minuteMs);
      }
      return 'DIRECT';
    },
  });
  const { batchId } = await fixture.send({ 'a.pdf': pdf('a') });
  await fixture.untilFinished(batchId);
  expect(hasAged).toBe(true);
  expect(fixture.callsOf('uploadDocuments')).toHaveLength(2);
  expect(fixture.callsOf('upload').map(({ status }) => status)).toEqual([200]);
  // A request that was not sent is not recorded.
  const filter = { kind: 'upload', outcome: null, text: '', since: null, before: null } as const;
  const { total } = await fixture.call('activity.list', { filter, offset: 0, limit: 20 });
  expect(total).toBe(1);
});

test('a nine-minute-old link is used', async ({ fixture }) => {
  const change = (value: unknown) => {
    fixture.clock.shiftWallTime(9 * minuteMs);
    return value;
  };
  fixture.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change, times: 1 });
  const { batchId } = await fixture.send({ 'a.pdf': pdf('a') });
  await fixture.untilFinished(batchId);
  expect(fixture.callsOf('uploadDocuments')).toHaveLength(1);
});

test('during hours of failures, no used link is older than ten minutes and every requested link is used', async ({
  fixture,
}) => {
  fixture.random.fraction = 0.99;
  fixture.simulator.faults.set('upload', { kind: 'status', status: 503, probability: 0.2 });
  const { batchId } = await fixture.send(sampleDocuments(40));
  const activeStates = new Set(['ready', 'linking', 'sending']);
  for (let waitingCount = 1; waitingCount > 0; ) {
    // The clock advances only while nothing is being sent, so that no request times out.
    await eventually(async () => {
      const states = Object.values(await fixture.statesOf(batchId));
      expect(states.filter((state) => activeStates.has(state))).toEqual([]);
      waitingCount = states.filter((state) => state === 'waiting-to-retry').length;
    });
    if (waitingCount > 0) fixture.clock.skip(minuteMs);
  }
  await fixture.untilFinished(batchId);
  const uploads = fixture.callsOf('upload');
  expect(Math.max(...uploads.map(({ linkAgeMs }) => linkAgeMs ?? 0))).toBeLessThan(10 * minuteMs);
  expect(uploads.length).toBeGreaterThan(40);
  expect(fixture.simulator.state.linksIssued).toBe(uploads.length);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(40);
});
