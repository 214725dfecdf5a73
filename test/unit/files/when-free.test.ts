import { expect, test } from 'vitest';
import { retryWhileLocked } from '../../../src/main/library/files.ts';
import { createFakeClock } from '../../fakes/clock.ts';

const refusal = (code: string) => Object.assign(new Error(code), { code });

/** Work that is refused with each of the codes, and then done; says how often it was tried. */
function work(...codes: string[]) {
  let tries = 0;
  return {
    tries: () => tries,
    async run() {
      const code = codes[tries];
      tries += 1;
      if (code !== undefined) throw refusal(code);
    },
  };
}

test('a file that another program holds is tried again until it is free', async () => {
  const clock = createFakeClock();
  const held = work('EPERM', 'EBUSY', 'EACCES');
  const done = retryWhileLocked(clock, held.run);
  await clock.advance(0);
  expect(held.tries()).toBe(1);
  await clock.advance(5_000);
  await done;
  expect(held.tries()).toBe(4);
  expect(clock.waiting()).toBe(0);
});

test('a file that stays held is given up after some seconds', async () => {
  const clock = createFakeClock();
  const held = work(...Array<string>(100).fill('EPERM'));
  const refused = expect(retryWhileLocked(clock, held.run)).rejects.toMatchObject({ code: 'EPERM' });
  await clock.advance(5_000);
  await refused;
  expect(held.tries()).toBe(7);
});

test('nothing else is tried again', async () => {
  const full = work('EBUSY', 'ENOSPC');
  const clock = createFakeClock();
  const refused = expect(retryWhileLocked(clock, full.run)).rejects.toMatchObject({ code: 'ENOSPC' });
  await clock.advance(5_000);
  await refused;
  expect(full.tries()).toBe(2);
});
