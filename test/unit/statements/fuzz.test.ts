/** @file Compares the reader with csv-parse, and the kernel with the JavaScript reader, on random files. */
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { DateCollector } from '../../../src/main/review/dates.ts';
import { cellEnd, foldText, rowEnd } from '../../../src/main/review/fold.ts';
import { NumberCollector } from '../../../src/main/review/numbers.ts';
import { createKernelBuffer } from '../../../src/main/review/read-tokens.ts';
import { foldedOf, textOf } from '../../../src/main/review/shared-memory.ts';
import { joinParts } from '../../../src/main/review/token-part.ts';
import { splitRow, type Tokens, tokenize } from '../../../src/main/review/tokenize.ts';

const cases = 20_000;

/** Pseudo-random numbers that are the same in every run. */
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

/** A file whose quoted cells have blanks or an equals sign before the quote, and the same file without these. */
function fileWithPrefixes(random: (below: number) => number): { file: string; plain: string } {
  const blanks = () => ' '.repeat(random(3));
  const text = (from: readonly string[], most: number) =>
    Array.from({ length: random(most) }, () => from[random(from.length)] ?? '').join('');
  const rows = Array.from({ length: 1 + random(6) }, () =>
    Array.from({ length: 1 + random(4) }, () => {
      const cell = random(2) === 0 ? `"${text(quotedPieces, 6)}"` : `x${text(pieces, 5)}`;
      return {
        cell,
        file: cell.startsWith('"') ? `${blanks()}${'='.repeat(random(2))}${cell}${blanks()}` : cell,
      };
    }),
  );
  const written = (key: 'cell' | 'file') =>
    rows.map((row) => row.map((one) => one[key]).join(',')).join('\n');
  return { file: written('file'), plain: written('cell') };
}

test('blanks around the quotes and an equals sign before them do not change a quoted cell', () => {
  const random = createRandom(20_261_122);
  for (let count = 0; count < 5_000; count += 1) {
    const { file, plain } = fileWithPrefixes(random);
    const rows = ownRows(file).rows.map((row) => row.map((cell) => cell.trim()));
    const expected = plainRows(plain).map((row) => row.map((cell) => cell.trim()));
    if (JSON.stringify(rows) !== JSON.stringify(expected))
      expect({ file, rows }).toEqual({ file, rows: expected });
  }
});

test('quotes after a blank are plain characters if the closing quote does not end the cell', () => {
  expect(ownRows('a, "Rex" and friends,b\nc, "d,e\nf, "g,h\n').rows).toEqual([
    ['a', ' "Rex" and friends', 'b'],
    ['c', ' "d', 'e'],
    ['f', ' "g', 'h'],
  ]);
});

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
      splitRow(text, 0x2c, starts[row] ?? 0, starts[row + 1] ?? 0, openQuotes),
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
});

/** All tokens as comparable text. */
function textOfTokens(tokens: Tokens): string {
  const { rows, columns, starts, foldedStarts, folded, ragged, openQuotes } = tokens;
  const lists = [starts, foldedStarts, ragged, openQuotes].map((list) => [...list].join());
  return [rows, columns, ...lists, Buffer.from(folded).toString('hex')].join(' ');
}

const place = createKernelBuffer(1 << 16);

/** Memory of the kernel. Throws on a machine without it, where nothing would be compared. */
function requireKernel() {
  if (place === null) throw new Error('The kernel is not available');
  return place;
}

test(`${cases} random files have the same tokens from the kernel and the JavaScript reader, as a whole and in two parts`, () => {
  const { memory, kernel } = requireKernel();
  const random = createRandom(4_711);
  const how = { separator: 0x2c, expected: 2 };
  for (let count = 0; count < cases; count += 1) {
    // Some files have a quote that is never closed.
    const made = random(3) === 0 ? fileWithPrefixes(random).file : randomFile(random);
    const file = random(8) === 0 ? made.replace('"', '') : made;
    const text = new TextEncoder().encode(file);
    const expected = textOfTokens(tokenize(text, how));
    textOf(memory, text.length).set(text);
    const length = text.length;
    const part = (from: number, to: number) => kernel.tokenize({ skip: 0, from, to }, how);
    const folded = foldedOf(memory, length + 1);
    const whole = textOfTokens(joinParts(part(0, length), null, folded, length));
    if (whole !== expected) expect({ file, whole }).toEqual({ file, whole: expected });
    const split = text.indexOf(0x0a, random(length + 1)) + 1;
    const first = part(0, split);
    if (split === 0 || first.openQuotes.length > 0) continue;
    const joined = textOfTokens(joinParts(first, part(split, length), folded, length));
    if (joined !== expected) expect({ file, split, joined }).toEqual({ file, split, joined: expected });
  }
});

const numberPieces = [
  '-',
  '+',
  '0',
  '1',
  '9',
  '12',
  '345',
  '.',
  ',',
  ' ',
  '(',
  ')',
  "'",
  '’',
  'x',
  '−',
  '–',
  '0000000',
  '00000000000',
  '$',
  '€',
  '£',
  'EUR',
  'kr',
  'Kč',
  'R$',
  'DR',
  'CR',
  'د.ا.',
  '\u00a0',
  '\u202f',
  '\u200f',
  '12,34,567',
  '.-',
];
const datePieces = [
  '2026',
  '1999',
  '26',
  '00',
  '-',
  '-',
  '.',
  '/',
  '01',
  '02',
  '29',
  '30',
  '31',
  '13',
  '2',
  ' ',
  'T',
  '10:00',
  '20260131',
  ' 10:00:59',
  ' 24:00',
  '.123',
  'Z',
  ' PM',
  'Jun',
  'März',
  'июня',
  'Fri ',
  ', ',
  '年',
  '月',
  '日',
  '[0:GMT]',
];
const usual = [
  (random: (below: number) => number) => `${random(2) === 0 ? '-' : ''}${random(100_000)}.${random(90) + 10}`,
  (random: (below: number) => number) => `${random(100_000)},${random(10)}`,
  (random: (below: number) => number) => `2024-0${1 + random(9)}-${10 + random(22)}`,
  (random: (below: number) => number) => `${1890 + random(1200)}/02/29 08:00`,
  (random: (below: number) => number) =>
    `2024-02-1${random(10)} ${10 + random(15)}:${random(70)}:0${random(10)}`,
  (random: (below: number) => number) => `202402${10 + random(25)}`,
  (random: (below: number) => number) =>
    `${1 + random(31)} ${['Jan', 'May', 'Dez', 'aug.'][random(4)]} ${random(100)}`,
  (random: (below: number) => number) => `${1 + random(28)}/${1 + random(14)}/${10 + random(90)}`,
  (random: (below: number) => number) =>
    `${['$', '€ ', '-£', ''][random(4)]}${random(900)},${100 + random(900)}.${random(90) + 10}`,
  (random: (below: number) => number) =>
    `${random(100)}.${100 + random(900)},${10 + random(90)}${[' kr', ' EUR', '-', ' DR'][random(4)]}`,
  (random: (below: number) => number) =>
    `${1 + random(9)}${'0123456789'.repeat(random(4))}.${random(10)}${'0'.repeat(random(14))}`,
];

test('numbers and dates are equal from the kernel and the JavaScript reader, in one part and in two', () => {
  const { memory, kernel } = requireKernel();
  const random = createRandom(815);
  let compared = 0;
  for (let count = 0; count < 6_000; count += 1) {
    const pieces = random(2) === 0 ? numberPieces : datePieces;
    const odd = random(4);
    const form = usual[random(usual.length)];
    const cell = () =>
      random(4) < odd
        ? Array.from({ length: random(7) }, () => pieces[random(pieces.length)] ?? '').join('')
        : (form?.(random) ?? '');
    const rows = Array.from({ length: 1 + random(12) }, () =>
      Array.from({ length: 1 + random(3) }, () => `"${cell()}"`).join(','),
    );
    const text = new TextEncoder().encode(`${rows.join('\n')}\n`);
    const length = text.length;
    const head = random(2);
    const newCollectors = () => [new NumberCollector(4), new DateCollector(4), new NumberCollector(4)];
    type Collectors = ReturnType<typeof newCollectors>;
    const how = (collectors: Collectors, before = head) => ({
      separator: 0x2c,
      expected: 3,
      head: before,
      collectors,
    });
    const data = Math.max(0, rows.length - head);
    const columnsOf = (collectors: Collectors) =>
      collectors.map((collector) => {
        const rule = collector.determineRule();
        // A column without a rule has no values.
        if (rule === null) return null;
        return [
          rule,
          collector.kind === 'number'
            ? collector.buildColumn('point', data)
            : collector.buildColumn('day-first', data),
        ];
      });
    const plain = newCollectors();
    tokenize(text, how(plain));
    const expected = columnsOf(plain);
    compared += expected.filter((column) => column !== null).length;
    textOf(memory, length).set(text);
    const whole = newCollectors();
    kernel.tokenize({ skip: 0, from: 0, to: length }, how(whole));
    expect({ rows, columns: columnsOf(whole) }).toEqual({ rows, columns: expected });
    const split = text.indexOf(0x0a, random(length)) + 1;
    const [first, second] = [newCollectors(), newCollectors()];
    const before = kernel.tokenize({ skip: 0, from: 0, to: split }, how(first)).rows;
    if (before <= head) continue;
    const { rows: after } = kernel.tokenize({ skip: 0, from: split, to: length }, how(second, 0));
    for (const [index, collector] of first.entries()) {
      const other = second[index];
      if (collector.kind === 'number' && other?.kind === 'number')
        collector.append(before - head, other.takePart(after));
      if (collector.kind === 'date' && other?.kind === 'date')
        collector.append(before - head, other.takePart(after));
    }
    expect({ rows, split, columns: columnsOf(first) }).toEqual({ rows, split, columns: expected });
  }
  expect(compared).toBeGreaterThan(2_000);
});

test(`${cases} random texts are found by the kernel at the same offsets as by Buffer`, () => {
  const random = createRandom(4);
  const place = createKernelBuffer(1_024);
  if (place === null) throw new Error('There is no kernel');
  const copy = foldedOf(place.memory, 512);
  for (let turn = 0; turn < cases; turn += 1) {
    // The bytes after the end often equal the needle.
    const letters = 1 + random(4);
    for (let at = 0; at < copy.length; at += 1) copy[at] = 0x61 + random(letters);
    const length = random(400);
    const hay = Buffer.from(copy.subarray(0, length));
    const start = random(copy.length - 80);
    const needle = Buffer.from(copy.subarray(start, start + 1 + random(70)));
    const seek = place.kernel.seek(needle, length);
    const found: number[] = [];
    for (let at = seek?.(0) ?? -1; at >= 0; at = seek?.(at + 1) ?? -1) found.push(at);
    const expected: number[] = [];
    for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + 1)) expected.push(at);
    expect(found).toEqual(expected);
  }
});
