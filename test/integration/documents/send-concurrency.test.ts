import { expect } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import type { FaultedCall } from '../../simulator/faults.ts';
import { type DocumentsFixture, sampleDocuments, test } from './documents-fixture.ts';

/** Returns the number of documents that are being sent. */
function countTransfers(fixture: DocumentsFixture, batchId: number): number {
  return fixture.batchSummaryOf(batchId)?.transfers.length ?? 0;
}

test('eight documents are sent at once, and eleven after sixty successes', async ({ fixture }) => {
  fixture.simulator.faults.set('upload', { kind: 'hang', skip: 60 });
  const { batchId } = await fixture.send(sampleDocuments(80));
  // Sixty successes in a row allow three more at once.
  await eventually(() => expect(countTransfers(fixture, batchId)).toBe(11));
  fixture.simulator.faults.clear();
  await fixture.untilFinished(batchId);
});

test('a document whose link is refused waits for an upload slot again', async ({ fixture }) => {
  let uploadCount = 0;
  const countUploads = ({ number }: FaultedCall) => {
    uploadCount = number;
    return true;
  };
  // The first upload is refused while others already wait for its slot.
  fixture.simulator.faults.set(
    'upload',
    { kind: 'delay', milliseconds: 1_500, times: 1, when: countUploads },
    { kind: 'expired-link', times: 1 },
    { kind: 'hang', skip: 12 },
  );
  const { batchId } = await fixture.send(sampleDocuments(40));
  // The 29 links: twelve documents are stored, eight are being sent, eight wait for a slot, and one has its second link.
  await eventually(() => expect(fixture.simulator.state.linksIssued).toBe(29));
  await eventually(() => expect(uploadCount).toBeGreaterThanOrEqual(21));
  await fixture.rowsOf(batchId);
  await fixture.rowsOf(batchId);
  expect(uploadCount).toBe(21);
  fixture.simulator.faults.clear();
  await fixture.untilFinished(batchId);
});

test('the number of concurrent uploads is halved after a 429', async ({ fixture }) => {
  fixture.simulator.faults.set(
    'upload',
    { kind: 'throttle', status: 429, times: 1 },
    { kind: 'hang', skip: 7 },
  );
  const { batchId } = await fixture.send(sampleDocuments(20));
  await eventually(() => expect(countTransfers(fixture, batchId)).toBe(4));
  const states = Object.values(await fixture.statesOf(batchId));
  expect(states.filter((state) => state === 'sending' || state === 'linking')).toHaveLength(4);
  fixture.simulator.faults.clear();
  await fixture.untilFinished(batchId);
});

test.for([
  ['uploadDocuments', 'beneficiary'],
  ['upload', 'storage'],
] as const)('Retry-After at %s applies to all calls to the same host', async ([route, host], { fixture }) => {
  fixture.simulator.faults.set(route, { kind: 'throttle', status: 429, retryAfterSeconds: 90, times: 1 });
  const { batchId } = await fixture.send(sampleDocuments(30));
  const summary = await eventually(() => {
    const currentSummary = fixture.batchSummaryOf(batchId);
    expect(currentSummary?.held?.host).toBeDefined();
    expect(currentSummary?.transfers).toEqual([]);
    return currentSummary;
  });
  const remainingMs = Date.parse(summary?.held?.until ?? '') - fixture.clock.now();
  expect(remainingMs).toBeGreaterThan(60_000);
  expect(remainingMs).toBeLessThanOrEqual(90_000);
  expect(summary?.held?.host).toMatch(/^127\.0\.0\.1:\d+$/);
  expect(summary?.state).toBe('running');
  const countCalls = () => fixture.simulator.calls().filter((call) => call.host === host).length;
  const callsBefore = countCalls();
  fixture.clock.skip(60_000);
  await fixture.rowsOf(batchId);
  expect(countCalls()).toBe(callsBefore);
  fixture.clock.skip(30_000);
  await fixture.untilFinished(batchId);
  expect(fixture.batchSummaryOf(batchId)?.held ?? null).toBeNull();
});

test('a delayed update also delays the other updates to the same host', async ({ fixture }) => {
  fixture.simulator.faults.set('updateRecipient', {
    kind: 'throttle',
    status: 503,
    retryAfterSeconds: 60,
    times: 1,
  });
  const batchId = await fixture.dropFiles(sampleDocuments(8));
  const names = Object.keys(sampleDocuments(8));
  for (const name of names) await fixture.assign(batchId, await fixture.addBeneficiary(name), name);
  await fixture.startBatch(batchId);
  await fixture.untilBatchSummary(batchId, { state: 'running', transfers: [] });
  await eventually(() => expect(fixture.batchSummaryOf(batchId)?.held?.host).toBeDefined());
  const updates = fixture.callsOf('updateRecipient').length;
  expect(updates).toBeLessThan(names.length);
  fixture.clock.skip(30_000);
  await fixture.rowsOf(batchId);
  expect(fixture.callsOf('updateRecipient')).toHaveLength(updates);
  fixture.clock.skip(31_000);
  await fixture.untilFinished(batchId);
});

test('concurrent uploads are also limited by their bytes', async ({ fixture }) => {
  // A document is held in memory while it is sent; the limit of bytes allows eight, whatever the concurrency.
  fixture.simulator.faults.set('upload', { kind: 'hang', skip: 160 });
  const smallBatch = await fixture.send(sampleDocuments(160));
  await fixture.untilFinished(smallBatch.batchId);
  const large = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`large ${index}.pdf`, pdf(`large ${index}`, 7_900_000)]),
  );
  const { batchId } = await fixture.send(large, 'Large');
  await eventually(() => expect(countTransfers(fixture, batchId)).toBe(8));
  await fixture.rowsOf(batchId);
  expect(countTransfers(fixture, batchId)).toBe(8);
  fixture.simulator.faults.clear();
  await fixture.untilFinished(batchId);
});

test('the upload rate limit of the clerk slows uploads without causing timeouts', async ({ fixture }) => {
  const appearance = { theme: 'system', contrast: false } as const;
  const changeRateLimit = (uploadBytesPerSecond: number | null) =>
    fixture.call('settings.change', { appearance, largeFileMegabytes: 25, uploadBytesPerSecond });
  await changeRateLimit(16_000);
  const { batchId } = await fixture.send({ 'a.pdf': pdf('a', 400_000), 'b.pdf': pdf('b', 400_000) });
  await fixture.untilBatchSummary(batchId, { state: 'running' });
  await eventually(() => expect(fixture.batchSummaryOf(batchId)?.transfers[0]?.sent).toBeGreaterThan(0));
  // At this rate the two uploads take fifty seconds, so both are still in progress.
  await eventually(async () => {
    expect(Object.values(await fixture.statesOf(batchId))).toEqual(['sending', 'sending']);
  });
  await changeRateLimit(null);
  await fixture.untilFinished(batchId);
  expect(fixture.callsOf('upload')).toHaveLength(2);
});
