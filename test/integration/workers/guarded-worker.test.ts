import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/main/concurrency/clock.ts';
import type { Clock } from '../../../src/main/platform/platform.ts';
import { createGuardedThread, maxIdleMs } from '../../../src/main/workers/guarded-worker.ts';
import { WorkerEndedError } from '../../../src/main/workers/protocol.ts';
import { createFakeClock } from '../../fakes/clock.ts';

/** Deadline of a request that hangs, which a test lets pass at once. */
const deadlineMs = 3_000;
/** Deadline that no request reaches. */
const unreachedMs = 100_000;

function startThread(clock: Clock = systemClock) {
  const entry = new URL('thread.ts', import.meta.url);
  const thread = createGuardedThread({ entry, name: 'test', clock, maxMegabytes: 64 });
  onTestFinished(() => thread.close());
  return thread;
}

test('requests are answered in order', async () => {
  const thread = startThread();
  expect(await Promise.all([1, 2, 3].map((number) => thread.run(number, unreachedMs)))).toEqual([1, 2, 3]);
});

test('a thread that does not survive a request is restarted for the next request', async () => {
  const thread = startThread();
  for (const request of ['die', 'throw', 'eat', 'babble']) {
    const failing = thread.run(request, unreachedMs);
    const next = thread.run(`after ${request}`, unreachedMs);
    await expect(failing, request).rejects.toBeInstanceOf(WorkerEndedError);
    expect(await next).toBe(`after ${request}`);
  }
});

test('a thread is ended at its deadline, and the next request is answered', async () => {
  const after: Clock['after'] = (milliseconds, action) =>
    systemClock.after(milliseconds === deadlineMs ? 0 : milliseconds, action);
  const thread = startThread({ ...systemClock, after });
  const stuck = thread.run('stick', deadlineMs);
  const next = thread.run('next', unreachedMs);
  await expect(stuck).rejects.toBeInstanceOf(WorkerEndedError);
  expect(await next).toBe('next');
});

test('the error of an ended thread contains its last step', async () => {
  // The deadline restarts with every step. The deadline expires at the third step, however long the thread takes to start.
  let deadlineCount = 0;
  const clock: Clock = {
    ...systemClock,
    after(_milliseconds, action) {
      deadlineCount += 1;
      return deadlineCount <= 3 ? () => undefined : systemClock.after(0, action);
    },
  };
  await expect(startThread(clock).run('step and stick', unreachedMs)).rejects.toMatchObject({
    lastProgress: 2,
  });
});

test('a request whose preparation rejects does not reach the thread', async () => {
  const thread = startThread();
  const refused = thread.run('die', unreachedMs, () => Promise.reject(new Error('refused')));
  await expect(refused).rejects.toThrow('refused');
  expect(await thread.run('next', unreachedMs)).toBe('next');
});

test('a thread that is not called for long ends, and closing an idle thread leaves no timer', async () => {
  const clock = createFakeClock();
  const thread = startThread(clock);
  const requestId = () => thread.run('identify', unreachedMs);
  const first = await requestId();
  await clock.advance(maxIdleMs - 1);
  expect(await requestId()).toBe(first);
  await clock.advance(maxIdleMs);
  expect(await requestId()).not.toBe(first);
  await thread.close();
  expect(clock.waiting()).toBe(0);
});

test('closing cancels running and waiting requests', async () => {
  const thread = startThread();
  const running = thread.run('stick', unreachedMs);
  const waiting = thread.run('next', unreachedMs);
  const rejections = [
    expect(running).rejects.toMatchObject({ code: 'cancelled' }),
    expect(waiting).rejects.toMatchObject({ code: 'cancelled' }),
  ];
  await thread.close();
  await Promise.all(rejections);
});
