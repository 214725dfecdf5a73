/** @file Many random files, with fixed seeds and with one that differs in each run. */
import { expect, test } from 'vitest';
import { createNumbers } from '../../../../fakes/random-numbers.ts';
import { checks } from '../../../../unit/statement-engine/read/random-files.ts';

test.each(checks)('random %s', (_, seed, count, check) => {
  for (const start of [seed, Date.now() % 2 ** 32]) {
    const random = createNumbers(start);
    let file = 0;
    try {
      for (; file < count; file += 1) check(random);
    } catch (thrown) {
      expect.fail(`Seed ${start}, file ${file}: ${String(thrown)}`);
    }
  }
});
