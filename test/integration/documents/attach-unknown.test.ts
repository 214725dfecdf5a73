import { expect, test } from 'vitest';
import type { Fault } from '../../../src/main/simulator/faults.ts';
import { eventually } from '../../fakes/eventually.ts';
import {
  assign,
  beneficiary,
  callsOf,
  documents,
  dropFiles,
  errorOf,
  headOf,
  over,
  received,
  rowOf,
  send,
  start,
  startWork,
  untilRow,
  type Work,
} from './work.ts';

const hour = 3_600_000;
const recipientId = 'rcp-Ahlström';
const namesAt = (work: Work, id = recipientId) => received(work.simulator, id).map(({ name }) => name);

/** One document whose attach lost its answer in some way. */
async function loseAnswer(fault: Fault): Promise<{ work: Work; batchId: number; beneficiaryId: number }> {
  const work = await startWork();
  work.simulator.faults.set('updateRecipient', { ...fault, times: 1 });
  const sent = await send(work, documents(1));
  if (fault.kind === 'hang' || fault.kind === 'effect-then-hang') {
    await untilRow(work, sent.batchId, '1.pdf', { state: 'attaching' });
    await eventually(() => expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(1));
    await eventually(async () => {
      work.clock.skip(31_000);
      expect((await rowOf(work, sent.batchId, '1.pdf')).state).toBe('attach-unknown');
    });
  }
  await untilRow(work, sent.batchId, '1.pdf', { state: 'attach-unknown', group: 'unknown' });
  return { work, ...sent };
}

async function attachIdOf(work: Work): Promise<number> {
  const [unknown] = await work.call('beneficiaries.unknownOutcomes', {});
  return unknown?.attachId ?? 0;
}

const losses: [string, Fault, string][] = [
  ['a connection that breaks after the effect', { kind: 'effect-then-reset' }, 'connection-lost'],
  ['500 after the effect', { kind: 'effect-then-status' }, 'status 500'],
  ['silence after the effect', { kind: 'effect-then-hang' }, 'timed-out'],
  ['an answer that breaks off', { kind: 'reset-in-answer' }, 'connection-lost'],
  ['an answer that is too short', { kind: 'short-body' }, 'connection-lost'],
  ['a connection that breaks before the effect', { kind: 'reset', at: 'headers' }, 'connection-lost'],
  ['a connection that breaks in the request', { kind: 'reset', at: 'body' }, 'connection-lost'],
  ['500 without an effect', { kind: 'status', status: 500 }, 'status 500'],
  ['503 that does not say when to come back', { kind: 'throttle', status: 503 }, 'status 503'],
  ['408', { kind: 'status', status: 408 }, 'status 408'],
  ['silence', { kind: 'hang' }, 'timed-out'],
  ['a page', { kind: 'html' }, 'status 200'],
];

test.each(losses)('%s leaves an unknown outcome that nobody repeats', async (_, fault, cause) => {
  const { work, batchId } = await loseAnswer(fault);
  const row = await rowOf(work, batchId, '1.pdf');
  expect(row.reason).toEqual({ code: 'answer-lost', facts: { cause } });
  await over(work, batchId, 'done-with-problems');
  work.clock.skip(hour);
  await work.restart();
  work.clock.skip(hour);
  expect(await rowOf(work, batchId, '1.pdf')).toMatchObject({ state: 'attach-unknown' });
  expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(1);
});

test('an update whose answer says nothing is done all the same', async () => {
  const work = await startWork();
  work.simulator.faults.set('updateRecipient', { kind: 'empty-body', times: 1 }, { kind: 'truncated-json' });
  for (const batch of ['first ', 'second '])
    await over(work, (await send(work, documents(1, batch))).batchId);
  expect(namesAt(work)).toEqual(['first 1.pdf', 'second 1.pdf']);
});

test('an unknown outcome is shown with everything that is needed to settle it', async () => {
  const { work, beneficiaryId } = await loseAnswer({ kind: 'effect-then-status' });
  const key = work.simulator.state.recipients.get(recipientId)?.documents[0]?.key;
  const [call] = callsOf(work.simulator, 'updateRecipient');
  const unknown = await eventually(() => {
    const outcomes = work.testApp.topic('beneficiaries').unknown;
    expect(outcomes).toHaveLength(1);
    return outcomes[0];
  });
  expect(unknown).toMatchObject({
    beneficiary: { id: beneficiaryId, label: 'Ahlström', recipientId },
    batchNumber: 1,
    cause: 'status 500',
    requestId: call?.requestId,
    creates: false,
    documents: [{ name: '1.pdf', key, isNew: true }],
  });
  expect(Math.abs(Date.parse(unknown?.sentAt ?? '') - (call?.at ?? 0))).toBeLessThan(5_000);
  const list = await work.call('beneficiaries.list', { search: '', offset: 0, limit: 1 });
  expect(list.rows).toMatchObject([{ id: beneficiaryId, unknown: 1, attached: 0 }]);
});

test('what is there is attached from then on: named again, and known as a duplicate', async () => {
  const { work, batchId, beneficiaryId } = await loseAnswer({ kind: 'effect-then-reset' });
  await work.call('beneficiaries.settle', {
    decision: 'is-there',
    attachId: await attachIdOf(work),
    recipientId: null,
  });
  await over(work, batchId);
  expect(await rowOf(work, batchId, '1.pdf')).toMatchObject({ state: 'attached', reason: null });
  expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(1);
  expect(await work.call('beneficiaries.unknownOutcomes', {})).toEqual([]);
  const history = await work.call('beneficiaries.attached', { id: beneficiaryId, offset: 0, limit: 9 });
  expect(history.rows).toMatchObject([{ name: '1.pdf', result: 'confirmed-by-clerk' }]);

  const next = await dropFiles(work, { ...documents(1), ...documents(1, 'next ') });
  await assign(work, next, beneficiaryId);
  expect(await rowOf(work, next, '1.pdf')).toMatchObject({ reason: { code: 'attached-earlier' } });
  await start(work, next);
  await over(work, next);
  expect(namesAt(work)).toEqual(['1.pdf', 'next 1.pdf']);
});

test.each([
  ['is there after all', { kind: 'effect-then-reset' } as const],
  ['was lost on the way', { kind: 'reset', at: 'body' } as const],
])('what %s is sent once more when the clerk says so, and is there once', async (_, fault) => {
  const { work, batchId } = await loseAnswer(fault);
  const attachId = await attachIdOf(work);
  await work.call('beneficiaries.settle', { decision: 'send-again', attachId });
  await over(work, batchId);
  expect(namesAt(work)).toEqual(['1.pdf']);
  expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(2);
  // The bytes were stored all the time.
  expect(callsOf(work.simulator, 'upload')).toHaveLength(1);
});

test('an outcome is settled once', async () => {
  const { work } = await loseAnswer({ kind: 'effect-then-reset' });
  const attachId = await attachIdOf(work);
  const isThere = { decision: 'is-there', attachId, recipientId: null } as const;
  await work.call('beneficiaries.settle', isThere);
  const again = { decision: 'send-again', attachId } as const;
  expect(await errorOf(work.call('beneficiaries.settle', again))).toMatchObject({ code: 'outcome-settled' });
  expect(await errorOf(work.call('beneficiaries.settle', isThere))).toMatchObject({
    code: 'outcome-settled',
  });
  expect(await errorOf(work.call('beneficiaries.settle', { ...isThere, attachId: 999 }))).toMatchObject({
    code: 'outcome-settled',
  });
});

test('nothing more goes to a beneficiary whose outcome is unknown, while others go on', async () => {
  const work = await startWork();
  const held = await beneficiary(work, 'Held', 'held');
  const free = await beneficiary(work, 'Free', 'free');
  // Both batches are on their way before the answer is lost.
  work.simulator.faults.set('upload', { kind: 'delay', milliseconds: 1_500 });
  work.simulator.faults.set('updateRecipient', {
    kind: 'effect-then-reset',
    times: 1,
    when: ({ path }) => path.endsWith('/held'),
  });
  const first = await dropFiles(work, documents(1, 'first '));
  await assign(work, first, held);
  await start(work, first);
  const second = await dropFiles(work, documents(4, 'second '));
  await assign(work, second, held, 'second 1.pdf', 'second 2.pdf');
  await assign(work, second, free, 'second 3.pdf', 'second 4.pdf');
  await start(work, second);

  await untilRow(work, first, 'first 1.pdf', { state: 'attach-unknown' });
  await untilRow(work, second, 'second 4.pdf', { state: 'attached' });
  work.simulator.faults.clear();
  work.clock.skip(hour);
  for (const name of ['second 1.pdf', 'second 2.pdf'])
    await untilRow(work, second, name, { group: 'on-hold' });
  expect(headOf(work, second)?.state).toBe('running');
  expect(namesAt(work, 'held')).toEqual(['first 1.pdf']);
  expect(namesAt(work, 'free')).toEqual(['second 3.pdf', 'second 4.pdf']);

  const [unknown] = await work.call('beneficiaries.unknownOutcomes', {});
  await work.call('beneficiaries.settle', {
    decision: 'is-there',
    attachId: unknown?.attachId ?? 0,
    recipientId: null,
  });
  await over(work, second);
  expect(namesAt(work, 'held')).toEqual(['first 1.pdf', 'second 1.pdf', 'second 2.pdf']);
});
