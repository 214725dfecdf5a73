/** @file Faults of the service during a batch: every document is attached once after each fault. */
import { expect } from 'vitest';
import { eventually } from '../fakes/eventually.ts';
import { sampleDocuments, startDocumentsFixture, test } from '../integration/documents/documents-fixture.ts';
import type { Fault, FaultTarget } from '../simulator/faults.ts';
import { advanceWhenIdle, expectAttached, finishBatch } from './finish-batch.ts';

/** Faults that hit a random share of all calls. */
const randomFaults: [string, Fault[]][] = [
  ['503 on 5 % of calls', [{ kind: 'status', status: 503, probability: 0.05 }]],
  ['a connection reset on 2 % of calls', [{ kind: 'reset', at: 'headers', probability: 0.02 }]],
  ['a connection reset in the body of 2 % of calls', [{ kind: 'reset', at: 'body', probability: 0.02 }]],
  ['hanging calls (1 %)', [{ kind: 'hang', probability: 0.01 }]],
  ['calls that hang after their effect (1 %)', [{ kind: 'effect-then-hang', probability: 0.01 }]],
  [
    'all of these faults',
    [
      { kind: 'status', status: 503, probability: 0.05 },
      { kind: 'reset', at: 'headers', probability: 0.02 },
      { kind: 'reset', at: 'body', probability: 0.02 },
      { kind: 'hang', probability: 0.01 },
      { kind: 'effect-then-hang', probability: 0.01 },
    ],
  ],
];

test.for(randomFaults)('three batches attach every document once despite %s', async ([, faults]) => {
  const fixture = await startDocumentsFixture({
    simulator: { seed: 5, recipientUpdate: 'append' },
    profile: { recipientUpdate: 'send-new' },
  });
  fixture.simulator.faults.set('everything', ...faults);
  const batches: { label: string; files: Record<string, Buffer>; batchId: number }[] = [];
  for (const label of ['A', 'B', 'C']) {
    const files = sampleDocuments(40, `${label} `);
    const { batchId } = await fixture.send(files, label);
    batches.push({ label, files, batchId });
  }
  for (const { batchId } of batches) await finishBatch(fixture, batchId);
  const failedCalls = fixture.simulator.calls().filter(({ fault }) => fault !== null);
  expect(failedCalls.length).toBeGreaterThan(0);
  for (const { label, files, batchId } of batches)
    await expectAttached(fixture, batchId, files, `rcp-${label}`);
});

/** Faults that happen once or twice and need no action of the clerk. */
const temporaryFaults: [string, FaultTarget, Fault][] = [
  ['a 500 after the bytes were stored', 'upload', { kind: 'effect-then-status', times: 2 }],
  ['429 with seconds', 'upload', { kind: 'throttle', status: 429, retryAfterSeconds: 20, times: 2 }],
  [
    '429 with a date',
    'upload',
    { kind: 'throttle', status: 429, retryAfterSeconds: 20, retryAfterFormat: 'date', times: 2 },
  ],
  [
    '429 with a date for a link request',
    'uploadDocuments',
    { kind: 'throttle', status: 429, retryAfterSeconds: 20, retryAfterFormat: 'date', times: 2 },
  ],
  [
    '429 with a date for an update',
    'updateRecipient',
    { kind: 'throttle', status: 429, retryAfterSeconds: 20, retryAfterFormat: 'date', times: 1 },
  ],
  ['403 of an expired link, as XML', 'upload', { kind: 'expired-link', times: 1 }],
  ['an upload without an answer', 'upload', { kind: 'effect-then-hang', times: 1 }],
  ['a link request without an answer', 'uploadDocuments', { kind: 'effect-then-hang', times: 1 }],
];

test.for(temporaryFaults)(
  'every document is attached once without the clerk after %s',
  async ([, target, fault], { fixture }) => {
    fixture.simulator.faults.set(target, fault);
    const files = sampleDocuments(6);
    const { batchId } = await fixture.send(files);
    await eventually(async () => {
      await advanceWhenIdle(fixture, batchId, fault.kind === 'effect-then-hang');
      expect((await fixture.rowsOf(batchId)).map(({ state }) => state)).toEqual(Array(6).fill('attached'));
    });
    await fixture.untilFinished(batchId);
    await expectAttached(fixture, batchId, files);
    expect(fixture.callsOf('updateRecipient').filter(({ status }) => status === 200)).toHaveLength(1);
  },
);

/** Invalid answers: the document fails without being sent, and a retry works. */
const invalidAnswers: [string, Fault][] = [
  ['truncated JSON instead of links', { kind: 'truncated-json', times: 1 }],
  ['too few items', { kind: 'items', change: 'too-few', times: 1 }],
];

test.for(invalidAnswers)(
  'only one document fails after %s, and it is attached after a retry',
  async ([, fault], { fixture }) => {
    fixture.simulator.faults.set('uploadDocuments', fault);
    const files = sampleDocuments(6);
    const { batchId } = await fixture.send(files);
    await fixture.untilFinished(batchId, 'done-with-problems');
    const failedRows = (await fixture.rowsOf(batchId)).filter(({ state }) => state === 'failed');
    expect(failedRows.map(({ reason }) => reason?.code)).toEqual(['answer-not-understood']);
    expect(fixture.callsOf('updateRecipient')).toEqual([]);
    await finishBatch(fixture, batchId);
    await expectAttached(fixture, batchId, files);
  },
);

test('an update without an answer has an unknown outcome, is not repeated, and is settled by the clerk', async ({
  fixture,
}) => {
  fixture.simulator.faults.set('updateRecipient', { kind: 'effect-then-hang' });
  const files = sampleDocuments(3);
  const { batchId } = await fixture.send(files);
  await fixture.untilRow(batchId, '1.pdf', { state: 'attaching' });
  await eventually(async () => {
    fixture.clock.skip(31_000);
    expect((await fixture.rowsOf(batchId)).map(({ state }) => state)).toEqual(
      Array(3).fill('attach-unknown'),
    );
  });
  fixture.simulator.faults.clear();
  expect(await finishBatch(fixture, batchId)).toBe(1);
  expect(fixture.callsOf('updateRecipient')).toHaveLength(1);
  await expectAttached(fixture, batchId, files);
});

test('a 403 from every service pauses the batch without failed documents, and a resume continues it', async ({
  fixture,
}) => {
  fixture.simulator.faults.set('services', { kind: 'wrong-environment' });
  const files = sampleDocuments(6);
  const { batchId } = await fixture.send(files);
  await fixture.untilBatchSummary(batchId, { state: 'paused', pauseReason: 'wrong-environment' });
  expect(new Set((await fixture.rowsOf(batchId)).map(({ state }) => state))).toEqual(new Set(['ready']));
  const callCount = fixture.simulator.calls().length;
  fixture.clock.skip(3_600_000);
  expect(fixture.simulator.calls()).toHaveLength(callCount);
  fixture.simulator.faults.clear();
  await fixture.call('documents.batch', { action: 'resume', batchId });
  await fixture.untilFinished(batchId);
  await expectAttached(fixture, batchId, files);
});

test('a revoked token causes one more login, and every document is attached once', async ({ fixture }) => {
  let isRevoked = false;
  fixture.simulator.faults.set('upload', {
    kind: 'delay',
    milliseconds: 0,
    when: () => {
      // The token is revoked once, not again after the next login.
      if (!isRevoked) fixture.simulator.revokeTokens();
      isRevoked = true;
      return false;
    },
  });
  const files = sampleDocuments(10);
  const { batchId } = await fixture.send(files);
  await fixture.untilFinished(batchId);
  await expectAttached(fixture, batchId, files);
  expect(fixture.simulator.state.logins).toBe(2);
});
