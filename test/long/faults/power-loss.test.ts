import { test } from 'vitest';
import { expectPromisesKeptAfterLosses, recordDay } from '../../faults/power-loss/losses.ts';

const count = 40;
const seed = Math.trunc(Math.random() * 2 ** 31);

test(
  `every promise is kept after a power loss at each of ${count} random moments of a day`,
  {
    timeout: 60_000 + 20_000 * count,
  },
  async ({ skip }) => expectPromisesKeptAfterLosses(await recordDay(skip), { count, seed }),
);
