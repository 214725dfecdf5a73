/** @file The reader against a plain one: the same cells for every file that both understand. */
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { cellEnd, foldText, rowEnd } from '../../../src/main/review/fold.ts';
import { cellsOf, tokenize } from '../../../src/main/review/tokenize.ts';

const cases = 20_000;

/** Numbers that are the same at every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pieces = [
  'a',
  'B',
  '7',
  ' ',
  'é',
  'Š',
  'ß',
  '€',
  '株',
  '😀',
  "'",
  '\t',
  '-',
  '.',
  '=',
  '\u0000',
  'e\u0301',
  '한',
];
const quotedPieces = [...pieces, ',', '\n', '\r\n', '\r', '""', ';'];

function randomFile(random: (below: number) => number): string {
  const ends = [['\n'], ['\r\n'], ['\r'], ['\n', '\r\n', '\r']][random(4)] ?? ['\n'];
  const text = (from: readonly string[], most: number) =>
    Array.from({ length: random(most) }, () => from[random(from.length)] ?? '').join('');
  const rows = Array.from({ length: 1 + random(6) }, () =>
    Array.from({ length: 1 + random(5) }, () =>
      random(3) === 0 ? `"${text(quotedPieces, 6)}"` : text(pieces, 5),
    ).join(','),
  );
  let file = '';
  for (const [index, row] of rows.entries()) {
    const last = index === rows.length - 1;
    file += row + (last && random(2) === 0 ? '' : (ends[random(ends.length)] ?? '\n'));
  }
  return file;
}

function plainRows(file: string): string[][] {
  return parse(file, {
    relax_column_count: true,
    skip_empty_lines: false,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
}

function ownRows(file: string): { rows: string[][]; folded: string[] } {
  const text = new TextEncoder().encode(file);
  const { rows, starts, folded, foldedStarts, openQuotes } = tokenize(text, { separator: 0x2c, expected: 1 });
  return {
    rows: Array.from({ length: rows }, (_, row) =>
      cellsOf(text, 0x2c, starts[row] ?? 0, starts[row + 1] ?? 0, openQuotes),
    ),
    folded: Array.from({ length: rows }, (_, row) =>
      Buffer.from(folded.subarray(foldedStarts[row], foldedStarts[row + 1])).toString('hex'),
    ),
  };
}

function foldedRow(cells: readonly string[]): string {
  const parts = cells.map((cell, index) => [
    ...foldText(cell),
    index === cells.length - 1 ? rowEnd : cellEnd,
  ]);
  return Buffer.from(parts.flat()).toString('hex');
}

test(`${cases} random files are read as csv-parse reads them, and folded cell by cell`, () => {
  const random = createRandom(20_261_121);
  for (let count = 0; count < cases; count += 1) {
    const file = randomFile(random);
    const expected = plainRows(file);
    const { rows, folded } = ownRows(file);
    if (JSON.stringify(rows) !== JSON.stringify(expected))
      expect({ file, rows }).toEqual({ file, rows: expected });
    const foldedExpected = expected.map(foldedRow);
    if (folded.join() !== foldedExpected.join())
      expect({ file, folded }).toEqual({ file, folded: foldedExpected });
  }
}, 120_000);
