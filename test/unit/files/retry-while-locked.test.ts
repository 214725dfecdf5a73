import { expect, test } from 'vitest';
import { retryWhileLocked } from '../../../src/main/storage/library/files.ts';
import { createFakeClock } from '../../fakes/clock.ts';

const createError = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ['retried until another program frees it', ['EPERM', 'EBUSY', 'EACCES'], 4, null],
  ['attempted seven times when it stays locked', Array<string>(100).fill('EPERM'), 7, 'EPERM'],
  ['not retried after another error', ['EBUSY', 'ENOSPC'], 2, 'ENOSPC'],
])('an operation on a locked file is %s', async (_, codes, expectedAttempts, code) => {
  const clock = createFakeClock();
  let attempts = 0;
  const operation = retryWhileLocked(clock, async () => {
    attempts += 1;
    const failure = codes[attempts - 1];
    if (failure !== undefined) throw createError(failure);
  });
  const outcome = operation.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  await clock.advance(0);
  expect(attempts).toBe(1);
  await clock.advance(5_000);
  expect(await outcome).toEqual(code === null ? null : createError(code));
  expect([attempts, clock.waiting()]).toEqual([expectedAttempts, 0]);
});
