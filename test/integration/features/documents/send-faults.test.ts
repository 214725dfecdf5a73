import { expect } from 'vitest';
import { eventually } from '../../../fakes/eventually.ts';
import { pdf } from '../../../fakes/files/files.ts';
import type { FaultedCall } from '../../../practice/faults.ts';
import { test } from './company-test.ts';
import { sampleDocuments } from './documents-fixture.ts';

const minuteMs = 60_000;

test('a document whose link is refused waits for an upload slot again', async ({ fixture }) => {
  let uploadCount = 0;
  const countUploads = ({ number }: FaultedCall) => {
    uploadCount = number;
    return true;
  };
  // The first upload is refused while others already wait for its slot.
  const refusal = Promise.withResolvers<void>();
  fixture.simulator.faults.set(
    'upload',
    { kind: 'hold', until: refusal.promise, times: 1, when: countUploads },
    { kind: 'expired-link', times: 1 },
    { kind: 'hang', skip: 12 },
  );
  const { batchId } = await fixture.send(sampleDocuments(40));
  await eventually(() => expect(fixture.simulator.state.linksIssued).toBe(28));
  await eventually(() => expect(uploadCount).toBe(20));
  refusal.resolve();
  // The 29 links: twelve documents are stored, eight are being sent, eight wait for a slot, and one has its second link.
  await eventually(() => expect(fixture.simulator.state.linksIssued).toBe(29));
  await eventually(() => expect(uploadCount).toBeGreaterThanOrEqual(21));
  await fixture.rowsOf(batchId);
  await fixture.rowsOf(batchId);
  expect(uploadCount).toBe(21);
  fixture.simulator.faults.clear();
  await fixture.untilFinished(batchId);
});

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

// Before uploads were judged by the share of refusals, these were 120 and 283 requests.
test.for([
  { probability: 0.05, most: 100 },
  { probability: 0.5, most: 311 },
])(
  'at a share of $probability of 503, 60 documents need at most $most requests',
  async ({ probability, most }, { fixture }) => {
    const routes = ['uploadDocuments', 'upload'] as const;
    for (const route of routes)
      fixture.simulator.faults.set(route, { kind: 'status', status: 503, probability });
    const { batchId } = await fixture.send(sampleDocuments(60));
    await eventually(async () => expect((await fixture.batchOf(batchId)).state).toMatch(/^done/));
    expect(routes.flatMap(fixture.callsOf).length).toBeLessThanOrEqual(most);
  },
);

test('in hours of failures, every link is used, and none is older than ten minutes', async ({ fixture }) => {
  fixture.random.fraction = 0.99;
  fixture.simulator.faults.set('upload', { kind: 'status', status: 503, probability: 0.2 });
  const { batchId } = await fixture.send(sampleDocuments(15));
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
  expect(uploads.length).toBeGreaterThan(15);
  expect(fixture.simulator.state.linksIssued).toBe(uploads.length);
  expect(fixture.receivedDocuments('rcp-Ahlström')).toHaveLength(15);
});

test('a retry while the session is interrupted pauses the batch until a sign-in', async ({ fixture }) => {
  fixture.simulator.faults.set('uploadDocuments', { kind: 'status', status: 422, times: 1 });
  const { batchId } = await fixture.send(sampleDocuments(1));
  await fixture.untilFinished(batchId, 'done-with-problems');
  fixture.simulator.revokeTokens();
  fixture.simulator.faults.set('login', { kind: 'status', status: 401 });
  const { batchId: nextBatchId } = await fixture.send(sampleDocuments(1, 'next '), 'Other');
  await fixture.untilBatchSummary(nextBatchId, { state: 'paused', pauseReason: 'sign-in' });
  await fixture.changeDocuments('retry', batchId);
  // Resuming without a session changes nothing.
  await fixture.call('documents.batch', { action: 'resume', batchId });
  await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'sign-in' });
  fixture.simulator.faults.clear();
  await fixture.signIn();
  await fixture.untilFinished(batchId);
  await fixture.untilFinished(nextBatchId);
});
