/** @file A few random files; the long run has many. */
import { expect, test } from 'vitest';
import { createNumbers } from '../../../fakes/random-numbers.ts';
import { checks, readWithTokenizer } from './random-files.ts';

test.each(checks)('random %s', (_, seed, count, check) => {
  const random = createNumbers(seed);
  let compared = 0;
  for (let file = 0; file < count / 20; file += 1) compared += check(random);
  expect(compared).toBeGreaterThan(count / 60);
});

test('quotes after a blank are ordinary characters if the closing quote does not end the cell', () => {
  expect(readWithTokenizer('a, "Rex" and friends,b\nc, "d,e\nf, "g,h\n').rows).toEqual([
    ['a', ' "Rex" and friends', 'b'],
    ['c', ' "d', 'e'],
    ['f', ' "g', 'h'],
  ]);
});
