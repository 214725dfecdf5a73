/** @file A search for an amount finds the amount in other notations, and no other amount. */
import { expect, test } from 'vitest';
import { createSearcher } from '../../../src/main/review/search.ts';

/** Returns the cells of a file that a search finds. */
async function findCells(text: string, cells: readonly string[]): Promise<string[]> {
  const rows = cells.map((cell) => `2026-01-01;${cell};note`);
  const bytes = Buffer.from(`Date;Text;Note\n${rows.join('\n')}\n`);
  const searcher = createSearcher();
  const file = { item: 'file', source: { kind: 'bytes' as const, bytes } };
  const query = { text, filters: null, maxHits: 100 };
  // The second search finds out from the cached text that the file must be read.
  const results = [await searcher.search([file], query), await searcher.search([file], query)];
  const [first, second] = results.map(({ found }) =>
    found.flatMap(({ hits }) => hits.map((hit) => (hit.kind === 'cell' ? (hit.cells[1] ?? '') : ''))),
  );
  expect(second).toEqual(first);
  return first ?? [];
}

const same = ['1,234.50', '1.234,50', '1 234,5', '1234.5', 'paid 1’234.50 EUR', '-1.234,50', '€1,234.500'];
const others = [
  '11,234.50',
  '1,234.51',
  '1,234.55',
  '1,234,501',
  '2.1,234.50',
  '1234.5.6',
  '1,2345.0',
  '234.50',
];

test.each(['1,234.50', '1.234,5', '1234.50', '1 234,50'])('%s is found in every notation', async (text) => {
  expect(await findCells(text, [...same, '12,34.50'])).toEqual(same);
});

test('an amount is not found in the digits of another amount', async () => {
  expect(await findCells('1.234,5', others)).toEqual([]);
});

test('a whole amount is found with and without decimals', async () => {
  const wanted = ['48250', '48,250.00', '48.250', '48.250,-', '48 250,0', "48'250.00"];
  expect(await findCells('48250', [...wanted, '48,250.01', '148,250', '48,250,000', '8250'])).toEqual(wanted);
  expect(await findCells('12.00', ['12,00', '12.0', '12.01', '112.00'])).toEqual(['12,00', '12.0', '112.00']);
});

test('a typed minus finds outgoing amounts only', async () => {
  const outgoing = ['-1,234.50', '\u22121.234,50', '(1,234.50)'];
  expect(await findCells('-1234.5', [...outgoing, '1,234.50', '+1,234.50'])).toEqual(outgoing);
});

test('a text that is no amount is found as it is written', async () => {
  expect(await findCells('0012', ['0012', '12', '12.00'])).toEqual(['0012']);
  expect(await findCells('R1234', ['R1234', 'R1,234'])).toEqual(['R1234']);
});
