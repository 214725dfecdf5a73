import { expect, test } from 'vitest';
import { retryWhileLocked } from '../../../src/main/library/files.ts';
import { createFakeClock } from '../../fakes/clock.ts';

const refusal = (code: string) => Object.assign(new Error(code), { code });

/** An operation that fails with each of the codes in order and then succeeds; counts its attempts. */
function failing(...codes: string[]) {
  let attempts = 0;
  return {
    attempts: () => attempts,
    async run() {
      const code = codes[attempts];
      attempts += 1;
      if (code !== undefined) throw refusal(code);
    },
  };
}

test('an operation on a file that another program locks is retried until the file is free', async () => {
  const clock = createFakeClock();
  const locked = failing('EPERM', 'EBUSY', 'EACCES');
  const done = retryWhileLocked(clock, locked.run);
  await clock.advance(0);
  expect(locked.attempts()).toBe(1);
  await clock.advance(5_000);
  await done;
  expect(locked.attempts()).toBe(4);
  expect(clock.waiting()).toBe(0);
});

test('an operation on a file that stays locked fails after seven attempts', async () => {
  const clock = createFakeClock();
  const locked = failing(...Array<string>(100).fill('EPERM'));
  const refused = expect(retryWhileLocked(clock, locked.run)).rejects.toMatchObject({ code: 'EPERM' });
  await clock.advance(5_000);
  await refused;
  expect(locked.attempts()).toBe(7);
});

test('an operation that fails for another reason is not retried', async () => {
  const full = failing('EBUSY', 'ENOSPC');
  const clock = createFakeClock();
  const refused = expect(retryWhileLocked(clock, full.run)).rejects.toMatchObject({ code: 'ENOSPC' });
  await clock.advance(5_000);
  await refused;
  expect(full.attempts()).toBe(2);
});
