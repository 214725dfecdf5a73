import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/main/clock.ts';
import { createGuardedThread, ThreadEndedError } from '../../../src/main/guarded-thread.ts';
import type { Clock } from '../../../src/main/platform.ts';

/** Deadline of requests that hang; requests with an answer are much faster. */
const deadlineMs = 3_000;
const neverMs = 100_000;

function start(clock: Clock = systemClock) {
  const entry = new URL('thread.ts', import.meta.url);
  const thread = createGuardedThread({ entry, name: 'test', clock, maxMegabytes: 64 });
  onTestFinished(() => thread.close());
  return thread;
}

test('requests are answered in order', async () => {
  const thread = start();
  expect(await Promise.all([1, 2, 3].map((number) => thread.run(number, neverMs)))).toEqual([1, 2, 3]);
});

test.each(['die', 'throw', 'eat', 'babble'])(
  'a thread that does not survive a request (%s) is restarted for the next one',
  async (request) => {
    const thread = start();
    const failing = thread.run(request, neverMs);
    const next = thread.run('next', neverMs);
    await expect(failing).rejects.toBeInstanceOf(ThreadEndedError);
    expect(await next).toBe('next');
  },
);

test('a thread is ended at its deadline, and the next request is answered', async () => {
  const thread = start();
  const stuck = thread.run('stick', deadlineMs);
  const next = thread.run('next', neverMs);
  await expect(stuck).rejects.toBeInstanceOf(ThreadEndedError);
  expect(await next).toBe('next');
});

test('the error of an ended thread contains its last step', async () => {
  // The deadline restarts with every step. It expires at the third one, however long the thread takes to start.
  let deadlines = 0;
  const clock: Clock = {
    ...systemClock,
    after(_milliseconds, action) {
      deadlines += 1;
      return deadlines <= 3 ? () => undefined : systemClock.after(0, action);
    },
  };
  await expect(start(clock).run('step and stick', neverMs)).rejects.toMatchObject({ step: 2 });
});

test('a request whose start is refused does not affect the thread', async () => {
  const thread = start();
  const refused = thread.run('die', neverMs, () => Promise.reject(new Error('refused')));
  await expect(refused).rejects.toThrow('refused');
  expect(await thread.run('next', neverMs)).toBe('next');
});

test('closing cancels running and waiting requests', async () => {
  const thread = start();
  const running = thread.run('stick', neverMs);
  const waiting = thread.run('next', neverMs);
  const ends = [
    expect(running).rejects.toMatchObject({ code: 'cancelled' }),
    expect(waiting).rejects.toMatchObject({ code: 'cancelled' }),
  ];
  await thread.close();
  await Promise.all(ends);
});
