import { expect, test } from 'vitest';
import { guessRows } from '../../../../src/main/statement-engine/read/tokenize.ts';

test.each([
  ['a line feed', '\n'],
  ['a carriage return', '\r'],
  ['a carriage return and a line feed', '\r\n'],
])('the estimated number of rows is at most 20% above the real one when lines end with %s', (_, lineEnd) => {
  const rows = 20_000;
  const text = Buffer.from(`2026-01-05,PX26100001,12.50${lineEnd}`.repeat(rows));
  const guess = guessRows(text);
  expect(guess).toBeGreaterThanOrEqual(rows);
  expect(guess).toBeLessThan(rows * 1.2);
});
