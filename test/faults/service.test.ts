/** @file What a service can answer, or not answer, while a batch runs: each fault ends with every document attached once. */
import { expect, test } from 'vitest';
import type { Fault, FaultTarget } from '../../src/main/simulator/faults.ts';
import { eventually } from '../fakes/eventually.ts';
import {
  callsOf,
  documents,
  over,
  rowsOf,
  send,
  startWork,
  untilHead,
  untilRow,
} from '../integration/documents/work.ts';
import { expectAttached, finish, passTime } from './end.ts';

/** Faults that take part of all calls, by chance. */
const weather: [string, Fault[]][] = [
  ['503 on 5 % of calls', [{ kind: 'status', status: 503, probability: 0.05 }]],
  ['a connection reset on 2 % of calls', [{ kind: 'reset', at: 'headers', probability: 0.02 }]],
  ['a connection reset in the body of 2 % of calls', [{ kind: 'reset', at: 'body', probability: 0.02 }]],
  ['1 % of calls that hang', [{ kind: 'hang', probability: 0.01 }]],
  ['1 % of calls that hang after their effect', [{ kind: 'effect-then-hang', probability: 0.01 }]],
  [
    'all of these together',
    [
      { kind: 'status', status: 503, probability: 0.05 },
      { kind: 'reset', at: 'headers', probability: 0.02 },
      { kind: 'reset', at: 'body', probability: 0.02 },
      { kind: 'hang', probability: 0.01 },
      { kind: 'effect-then-hang', probability: 0.01 },
    ],
  ],
];

test.each(weather)('%s', async (_, faults) => {
  const work = await startWork({
    simulator: { seed: 5, recipientUpdate: 'append' },
    profile: { recipientUpdate: 'send-new' },
  });
  work.simulator.faults.set('everything', ...faults);
  const batches: { label: string; files: Record<string, Buffer>; batchId: number }[] = [];
  for (const label of ['A', 'B', 'C']) {
    const files = documents(40, `${label} `);
    const { batchId } = await send(work, files, label);
    batches.push({ label, files, batchId });
  }
  for (const { batchId } of batches) await finish(work, batchId);
  const hit = work.simulator.calls().filter(({ fault }) => fault !== null);
  expect(hit.length).toBeGreaterThan(0);
  for (const { label, files, batchId } of batches) await expectAttached(work, batchId, files, `rcp-${label}`);
});

/** Faults that happen once or twice, that Paydesk gets over by itself, and what they cost. */
const passing: [string, FaultTarget, Fault][] = [
  ['stored, and then 500', 'upload', { kind: 'effect-then-status', times: 2 }],
  ['429 with seconds', 'upload', { kind: 'throttle', status: 429, retryAfterSeconds: 20, times: 2 }],
  [
    '429 with a date',
    'upload',
    { kind: 'throttle', status: 429, retryAfterSeconds: 20, as: 'date', times: 2 },
  ],
  [
    '429 with a date instead of links',
    'uploadDocuments',
    { kind: 'throttle', status: 429, retryAfterSeconds: 20, as: 'date', times: 2 },
  ],
  [
    '429 with a date at the update',
    'updateRecipient',
    { kind: 'throttle', status: 429, retryAfterSeconds: 20, as: 'date', times: 1 },
  ],
  ['403 of an expired link, as XML', 'upload', { kind: 'expired-link', times: 1 }],
  ['an answer after the deadline, with its effect', 'upload', { kind: 'effect-then-hang', times: 1 }],
  ['links after the deadline', 'uploadDocuments', { kind: 'effect-then-hang', times: 1 }],
];

test.each(passing)('%s: done without the clerk, every document attached once', async (_, target, fault) => {
  const work = await startWork();
  work.simulator.faults.set(target, fault);
  const files = documents(6);
  const { batchId } = await send(work, files);
  await eventually(async () => {
    await passTime(work, batchId, fault.kind === 'effect-then-hang');
    expect((await rowsOf(work, batchId)).map(({ state }) => state)).toEqual(Array(6).fill('attached'));
  });
  await over(work, batchId);
  await expectAttached(work, batchId, files);
  expect(callsOf(work.simulator, 'updateRecipient').filter(({ status }) => status === 200)).toHaveLength(1);
});

/** Answers that cannot be believed: the document fails, nothing is sent anywhere, and the clerk's retry works. */
const useless: [string, Fault][] = [
  ['truncated JSON instead of links', { kind: 'truncated-json', times: 1 }],
  ['too few items', { kind: 'items', change: 'too-few', times: 1 }],
];

test.each(useless)('%s: that document fails alone, and is attached after a retry', async (_, fault) => {
  const work = await startWork();
  work.simulator.faults.set('uploadDocuments', fault);
  const files = documents(6);
  const { batchId } = await send(work, files);
  await over(work, batchId, 'done-with-problems');
  const failed = (await rowsOf(work, batchId)).filter(({ state }) => state === 'failed');
  expect(failed.map(({ reason }) => reason?.code)).toEqual(['answer-not-understood']);
  expect(callsOf(work.simulator, 'updateRecipient')).toEqual([]);
  await finish(work, batchId);
  await expectAttached(work, batchId, files);
});

test('an update whose answer comes after the deadline: unknown, never repeated, settled by the clerk', async () => {
  const work = await startWork();
  work.simulator.faults.set('updateRecipient', { kind: 'effect-then-hang' });
  const files = documents(3);
  const { batchId } = await send(work, files);
  await untilRow(work, batchId, '1.pdf', { state: 'attaching' });
  await eventually(async () => {
    work.clock.skip(31_000);
    expect((await rowsOf(work, batchId)).map(({ state }) => state)).toEqual(Array(3).fill('attach-unknown'));
  });
  work.simulator.faults.clear();
  expect(await finish(work, batchId)).toBe(1);
  expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(1);
  await expectAttached(work, batchId, files);
});

test('403 for the whole profile: everything pauses, nothing fails, and it goes on where it was', async () => {
  const work = await startWork();
  work.simulator.faults.set('services', { kind: 'wrong-environment' });
  const files = documents(6);
  const { batchId } = await send(work, files);
  await untilHead(work, batchId, { state: 'paused', pauseReason: 'wrong-environment' });
  expect(new Set((await rowsOf(work, batchId)).map(({ state }) => state))).toEqual(new Set(['ready']));
  const asked = work.simulator.calls().length;
  work.clock.skip(3_600_000);
  expect(work.simulator.calls()).toHaveLength(asked);
  work.simulator.faults.clear();
  await work.call('documents.resume', { batchId });
  await over(work, batchId);
  await expectAttached(work, batchId, files);
});

test('a revoked token: one login more, and every document attached once', async () => {
  const work = await startWork();
  let revoked = false;
  work.simulator.faults.set('upload', {
    kind: 'delay',
    milliseconds: 0,
    when: () => {
      // Once, and not again after the next login.
      if (!revoked) work.simulator.revokeTokens();
      revoked = true;
      return false;
    },
  });
  const files = documents(10);
  const { batchId } = await send(work, files);
  await over(work, batchId);
  await expectAttached(work, batchId, files);
  expect(work.simulator.state.logins).toBe(2);
});
