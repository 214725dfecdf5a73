/** @file Clocks that are wrong, jump, or stand still: of the service, of this machine, of both. */
import { expect, test } from 'vitest';
import { eventually } from '../fakes/eventually.ts';
import {
  callsOf,
  documents,
  over,
  rowsOf,
  send,
  startWork,
  statesOf,
  untilRow,
} from '../integration/documents/work.ts';
import { expectAttached, finish, passTime } from './end.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

test.each([
  ['ahead', 20 * minute],
  ['behind', -20 * minute],
])('a service whose clock is 20 minutes %s: one login, one link for each document', async (_, offset) => {
  const work = await startWork({ simulator: { time: () => Date.now() + offset } });
  const files = documents(8);
  const { batchId } = await send(work, files);
  await over(work, batchId);
  await expectAttached(work, batchId, files);
  expect(work.simulator.state.logins).toBe(1);
  expect(work.simulator.state.linksIssued).toBe(8);
});

test.each([
  ['ahead', 20 * minute],
  ['behind', -20 * minute],
])(
  'a service whose clock is 20 minutes %s and that names a date: its own clock counts',
  async (_, offset) => {
    const work = await startWork({ simulator: { time: () => Date.now() + offset } });
    work.simulator.faults.set('upload', {
      kind: 'throttle',
      status: 429,
      retryAfterSeconds: 90,
      as: 'date',
      times: 1,
    });
    const files = documents(1);
    const { batchId } = await send(work, files);
    const { retryAt } = await untilRow(work, batchId, '1.pdf', { state: 'waiting-to-retry' });
    const wait = Date.parse(retryAt ?? '') - work.clock.now();
    expect(wait).toBeGreaterThan(60_000);
    expect(wait).toBeLessThanOrEqual(91_000);
    work.clock.skip(91_000);
    await over(work, batchId);
    await expectAttached(work, batchId, files);
  },
);

test.each([
  ['forward', day],
  ['back', -day],
])(
  'a clock of this machine that jumps %s by a day while documents wait: they are sent soon all the same',
  async (_, jump) => {
    const work = await startWork({ simulator: { time: Date.now } });
    work.simulator.faults.set('upload', {
      kind: 'throttle',
      status: 429,
      retryAfterSeconds: 60,
      skip: 3,
      times: 4,
    });
    const files = documents(10);
    const { batchId } = await send(work, files);
    await eventually(async () => {
      const states = Object.values(await statesOf(work, batchId));
      expect(states).toContain('waiting-to-retry');
      for (const state of ['linking', 'sending']) expect(states).not.toContain(state);
    });
    work.clock.setWall(jump);
    const before = work.clock.monotonic();
    await eventually(async () => {
      await passTime(work, batchId);
      expect(new Set(Object.values(await statesOf(work, batchId)))).toEqual(new Set(['attached']));
    });
    expect(work.clock.monotonic() - before).toBeLessThan(15 * minute);
    await over(work, batchId);
    await expectAttached(work, batchId, files);
  },
);

test.each([
  ['forward', day],
  ['back', -day],
])(
  'a clock of this machine that jumps %s by a day while an update is put off: it is made soon all the same',
  async (_, jump) => {
    const work = await startWork({ simulator: { time: Date.now } });
    work.simulator.faults.set('updateRecipient', {
      kind: 'throttle',
      status: 429,
      retryAfterSeconds: 60,
      times: 1,
    });
    const files = documents(2);
    const { batchId } = await send(work, files);
    await eventually(async () => {
      expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(1);
      expect(new Set(Object.values(await statesOf(work, batchId)))).toEqual(new Set(['stored']));
    });
    work.clock.setWall(jump);
    await eventually(async () => {
      await passTime(work, batchId);
      expect(new Set(Object.values(await statesOf(work, batchId)))).toEqual(new Set(['attached']));
    });
    await over(work, batchId);
    await expectAttached(work, batchId, files);
    expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(2);
  },
);

test.each([
  ['forward', day],
  ['back', -day],
])(
  'a clock of this machine that jumps %s by a day while bytes leave: stored once, attached once',
  async (_, jump) => {
    const work = await startWork({ simulator: { time: Date.now } });
    let calls = 0;
    work.simulator.faults.set('upload', {
      kind: 'delay',
      milliseconds: 0,
      when: () => {
        calls += 1;
        if (calls === 3) work.clock.setWall(jump);
        return false;
      },
    });
    const files = documents(10);
    const { batchId } = await send(work, files);
    await over(work, batchId);
    await expectAttached(work, batchId, files);
    expect(work.simulator.calls().filter(({ status }) => status === 401 || status === 403)).toEqual([]);
  },
);

test('two hours of sleep while documents are sent: fresh links, one login, every document once', async () => {
  const work = await startWork();
  work.simulator.faults.set('upload', { kind: 'hang', skip: 3, times: 4 });
  const files = documents(12);
  const { batchId } = await send(work, files);
  // What the service has whole is known to be stored: an answer that sleep cuts off is asked for again.
  await eventually(async () => {
    const states = Object.values(await statesOf(work, batchId));
    expect(states.filter((state) => state === 'stored')).toHaveLength(8);
    expect(callsOf(work.simulator, 'upload').filter(({ fault }) => fault === 'hang')).toHaveLength(4);
  });
  work.platform.suspend();
  work.clock.skip(120 * minute);
  work.platform.resume();
  await finish(work, batchId);
  await expectAttached(work, batchId, files);
  expect(work.simulator.state.logins).toBe(2);
  const used = callsOf(work.simulator, 'upload').filter(({ status }) => status === 200);
  expect(used).toHaveLength(12);
  for (const { linkAge } of used) expect(linkAge).toBeLessThan(15 * minute);
});

test('two hours of sleep while the answer to an update is awaited: unknown, and never repeated by itself', async () => {
  const work = await startWork();
  work.simulator.faults.set('updateRecipient', { kind: 'effect-then-hang', times: 1 });
  const files = documents(3);
  const { batchId } = await send(work, files);
  await eventually(() => {
    expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(1);
  });
  work.platform.suspend();
  work.clock.skip(120 * minute);
  work.platform.resume();
  await over(work, batchId, 'done-with-problems');
  expect((await rowsOf(work, batchId)).map(({ state }) => state)).toEqual(Array(3).fill('attach-unknown'));
  expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(1);
  expect(await finish(work, batchId)).toBe(1);
  expect(callsOf(work.simulator, 'updateRecipient')).toHaveLength(1);
  await expectAttached(work, batchId, files);
});
