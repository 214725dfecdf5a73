import { expect, test } from 'vitest';
import { retryWhileLocked } from '../../../src/main/library/files.ts';
import { createFakeClock } from '../../fakes/clock.ts';

const createError = (code: string) => Object.assign(new Error(code), { code });

/** Creates an operation that fails with each of the codes in order and then succeeds; counts its attempts. */
function createOperation(...codes: string[]) {
  let attempts = 0;
  return {
    countAttempts: () => attempts,
    async run() {
      const code = codes[attempts];
      attempts += 1;
      if (code !== undefined) throw createError(code);
    },
  };
}

test('an operation on a file that another program locks is retried until the file is free', async () => {
  const clock = createFakeClock();
  const operation = createOperation('EPERM', 'EBUSY', 'EACCES');
  const done = retryWhileLocked(clock, operation.run);
  await clock.advance(0);
  expect(operation.countAttempts()).toBe(1);
  await clock.advance(5_000);
  await done;
  expect(operation.countAttempts()).toBe(4);
  expect(clock.waiting()).toBe(0);
});

test('an operation on a file that stays locked fails after seven attempts', async () => {
  const clock = createFakeClock();
  const operation = createOperation(...Array<string>(100).fill('EPERM'));
  const rejection = expect(retryWhileLocked(clock, operation.run)).rejects.toMatchObject({ code: 'EPERM' });
  await clock.advance(5_000);
  await rejection;
  expect(operation.countAttempts()).toBe(7);
});

test('an operation is not retried after it fails for a reason other than a lock', async () => {
  const operation = createOperation('EBUSY', 'ENOSPC');
  const clock = createFakeClock();
  const rejection = expect(retryWhileLocked(clock, operation.run)).rejects.toMatchObject({ code: 'ENOSPC' });
  await clock.advance(5_000);
  await rejection;
  expect(operation.countAttempts()).toBe(2);
});
