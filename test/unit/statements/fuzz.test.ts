/** @file Compares the tokenizer with csv-parse, and the WebAssembly kernel with the JavaScript tokenizer, on random files. */
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { DateCollector } from '../../../src/main/review/dates.ts';
import { cellEnd, foldText, rowEnd } from '../../../src/main/review/fold.ts';
import { NumberCollector } from '../../../src/main/review/numbers.ts';
import { createKernelBuffer } from '../../../src/main/review/read-tokens.ts';
import { foldedOf, textOf } from '../../../src/main/review/shared-memory.ts';
import { splitRow, type Tokens, tokenize } from '../../../src/main/review/tokenize.ts';
import { createNumbers } from '../../fakes/random-numbers.ts';

const caseCount = 20_000;

const cellPieces = [
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
const quotedPieces = [...cellPieces, ',', '\n', '\r\n', '\r', '""', ';'];

function randomFile(random: (below: number) => number): string {
  const lineEnds = [['\n'], ['\r\n'], ['\r'], ['\n', '\r\n', '\r']][random(4)] ?? ['\n'];
  const randomText = (pieces: readonly string[], maxPieces: number) =>
    Array.from({ length: random(maxPieces) }, () => pieces[random(pieces.length)] ?? '').join('');
  const rows = Array.from({ length: 1 + random(6) }, () =>
    Array.from({ length: 1 + random(5) }, () =>
      random(3) === 0 ? `"${randomText(quotedPieces, 6)}"` : randomText(cellPieces, 5),
    ).join(','),
  );
  let file = '';
  for (const [index, row] of rows.entries()) {
    const isLastRow = index === rows.length - 1;
    file += row + (isLastRow && random(2) === 0 ? '' : (lineEnds[random(lineEnds.length)] ?? '\n'));
  }
  return file;
}

/** Returns a file whose quoted cells have blanks or an equals sign before the quote, and the file without these prefixes. */
function fileWithPrefixes(random: (below: number) => number): { file: string; withoutPrefixes: string } {
  const blanks = () => ' '.repeat(random(3));
  const randomText = (pieces: readonly string[], maxPieces: number) =>
    Array.from({ length: random(maxPieces) }, () => pieces[random(pieces.length)] ?? '').join('');
  const rows = Array.from({ length: 1 + random(6) }, () =>
    Array.from({ length: 1 + random(4) }, () => {
      const cell = random(2) === 0 ? `"${randomText(quotedPieces, 6)}"` : `x${randomText(cellPieces, 5)}`;
      return {
        cell,
        file: cell.startsWith('"') ? `${blanks()}${'='.repeat(random(2))}${cell}${blanks()}` : cell,
      };
    }),
  );
  const formatRows = (key: 'cell' | 'file') =>
    rows.map((row) => row.map((cell) => cell[key]).join(',')).join('\n');
  return { file: formatRows('file'), withoutPrefixes: formatRows('cell') };
}

test('blanks around the quotes and an equals sign before them do not change a quoted cell', () => {
  const random = createNumbers(20_261_122);
  for (let count = 0; count < 5_000; count += 1) {
    const { file, withoutPrefixes } = fileWithPrefixes(random);
    const rows = readWithTokenizer(file).rows.map((row) => row.map((cell) => cell.trim()));
    const expected = readWithCsvParse(withoutPrefixes).map((row) => row.map((cell) => cell.trim()));
    if (JSON.stringify(rows) !== JSON.stringify(expected))
      expect({ file, rows }).toEqual({ file, rows: expected });
  }
});

test('quotes after a blank are ordinary characters if the closing quote does not end the cell', () => {
  expect(readWithTokenizer('a, "Rex" and friends,b\nc, "d,e\nf, "g,h\n').rows).toEqual([
    ['a', ' "Rex" and friends', 'b'],
    ['c', ' "d', 'e'],
    ['f', ' "g', 'h'],
  ]);
});

function readWithCsvParse(file: string): string[][] {
  return parse(file, {
    relax_column_count: true,
    skip_empty_lines: false,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
}

function readWithTokenizer(file: string): { rows: string[][]; folded: string[] } {
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

test(`${caseCount} random files have the cells that csv-parse reads, and their folded text is the folded text of each cell`, () => {
  const random = createNumbers(20_261_121);
  for (let count = 0; count < caseCount; count += 1) {
    const file = randomFile(random);
    const expected = readWithCsvParse(file);
    const { rows, folded } = readWithTokenizer(file);
    if (JSON.stringify(rows) !== JSON.stringify(expected))
      expect({ file, rows }).toEqual({ file, rows: expected });
    const foldedExpected = expected.map(foldedRow);
    if (folded.join() !== foldedExpected.join())
      expect({ file, folded }).toEqual({ file, folded: foldedExpected });
  }
});

/** Returns all tokens as text that can be compared. */
function textOfTokens(tokens: Tokens): string {
  const { rows, columns, starts, foldedStarts, folded, ragged, openQuotes } = tokens;
  const lists = [starts, foldedStarts, ragged, openQuotes].map((list) => [...list].join());
  return [rows, columns, ...lists, Buffer.from(folded).toString('hex')].join(' ');
}

const kernelBuffer = createKernelBuffer(1 << 16);

/** Returns the kernel and its memory. Throws on a machine without the kernel, where nothing would be compared. */
function requireKernel() {
  if (kernelBuffer === null) throw new Error('The kernel is not available');
  return kernelBuffer;
}

test(`${caseCount} random files have the same tokens from the kernel as from the JavaScript tokenizer`, () => {
  const { memory, kernel } = requireKernel();
  const random = createNumbers(4_711);
  const options = { separator: 0x2c, expected: 2 };
  for (let count = 0; count < caseCount; count += 1) {
    // Some files have a quote that is never closed.
    const generatedFile = random(3) === 0 ? fileWithPrefixes(random).file : randomFile(random);
    const file = random(8) === 0 ? generatedFile.replace('"', '') : generatedFile;
    const text = new TextEncoder().encode(file);
    const expected = textOfTokens(tokenize(text, options));
    textOf(memory, text.length).set(text);
    const tokens = textOfTokens(kernel.tokenize({ skip: 0, length: text.length }, options));
    if (tokens !== expected) expect({ file, tokens }).toEqual({ file, tokens: expected });
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
/** Create cells in the usual notations of numbers and dates, some with impossible days and times. */
const usualCells = [
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

test('the kernel reads the same numbers and dates as the JavaScript tokenizer', () => {
  const { memory, kernel } = requireKernel();
  const random = createNumbers(815);
  let comparedColumnCount = 0;
  for (let count = 0; count < 6_000; count += 1) {
    const unusualPieces = random(2) === 0 ? numberPieces : datePieces;
    // How many of four cells are unusual, on average.
    const unusualQuarters = random(4);
    const createUsualCell = usualCells[random(usualCells.length)];
    const cell = () =>
      random(4) < unusualQuarters
        ? Array.from({ length: random(7) }, () => unusualPieces[random(unusualPieces.length)] ?? '').join('')
        : (createUsualCell?.(random) ?? '');
    const rows = Array.from({ length: 1 + random(12) }, () =>
      Array.from({ length: 1 + random(3) }, () => `"${cell()}"`).join(','),
    );
    const text = new TextEncoder().encode(`${rows.join('\n')}\n`);
    const length = text.length;
    const headerRows = random(2);
    const newCollectors = () => [new NumberCollector(4), new DateCollector(4), new NumberCollector(4)];
    type Collectors = ReturnType<typeof newCollectors>;
    const optionsWith = (collectors: Collectors) => ({
      separator: 0x2c,
      expected: 3,
      head: headerRows,
      collectors,
    });
    const dataRowCount = Math.max(0, rows.length - headerRows);
    const columnsOf = (collectors: Collectors) =>
      collectors.map((collector) => {
        const rule = collector.determineRule();
        // A column without a rule has no values.
        if (rule === null) return null;
        return [
          rule,
          collector.kind === 'number'
            ? collector.buildColumn('point', dataRowCount)
            : collector.buildColumn('day-first', dataRowCount),
        ];
      });
    const collectorsWithoutKernel = newCollectors();
    tokenize(text, optionsWith(collectorsWithoutKernel));
    const expected = columnsOf(collectorsWithoutKernel);
    comparedColumnCount += expected.filter((column) => column !== null).length;
    textOf(memory, length).set(text);
    const wholeCollectors = newCollectors();
    kernel.tokenize({ skip: 0, length }, optionsWith(wholeCollectors));
    expect({ rows, columns: columnsOf(wholeCollectors) }).toEqual({ rows, columns: expected });
  }
  expect(comparedColumnCount).toBeGreaterThan(2_000);
});

test(`${caseCount} random searches of the kernel find the same offsets as Buffer.indexOf`, () => {
  const random = createNumbers(4);
  const smallKernelBuffer = createKernelBuffer(1_024);
  if (smallKernelBuffer === null) throw new Error('The kernel is not available');
  const searchedText = foldedOf(smallKernelBuffer.memory, 512);
  for (let count = 0; count < caseCount; count += 1) {
    // Few different letters, so that bytes beyond the searched length often equal the needle.
    const letters = 1 + random(4);
    for (let at = 0; at < searchedText.length; at += 1) searchedText[at] = 0x61 + random(letters);
    const length = random(400);
    const haystack = Buffer.from(searchedText.subarray(0, length));
    const start = random(searchedText.length - 80);
    const needle = Buffer.from(searchedText.subarray(start, start + 1 + random(70)));
    const findFrom = smallKernelBuffer.kernel.seek(needle, length);
    const foundOffsets: number[] = [];
    for (let at = findFrom?.(0) ?? -1; at >= 0; at = findFrom?.(at + 1) ?? -1) foundOffsets.push(at);
    const expectedOffsets: number[] = [];
    for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + 1))
      expectedOffsets.push(at);
    expect(foundOffsets).toEqual(expectedOffsets);
  }
});
