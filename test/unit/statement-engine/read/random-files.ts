/**
 * @file Random files: the tokenizer is compared with csv-parse, the WebAssembly kernel with the JavaScript tokenizer, and
 * broken statements are opened without losing a row.
 */
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { DateCollector } from '../../../../src/main/statement-engine/columns/dates.ts';
import { NumberCollector } from '../../../../src/main/statement-engine/columns/numbers.ts';
import { foldedOf, textOf } from '../../../../src/main/statement-engine/kernel/shared-memory.ts';
import { StatementSession } from '../../../../src/main/statement-engine/process/session.ts';
import { cellEnd, foldText, rowEnd } from '../../../../src/main/statement-engine/read/fold.ts';
import { openBytes } from '../../../../src/main/statement-engine/read/read-sealed.ts';
import { createKernelBuffer } from '../../../../src/main/statement-engine/read/read-tokens.ts';
import { determineShape } from '../../../../src/main/statement-engine/read/remembered-interpretation.ts';
import { splitRow, type Tokens, tokenize } from '../../../../src/main/statement-engine/read/tokenize.ts';

/** Returns a whole number from 0 to below `below`. */
type Random = (below: number) => number;

const pickFrom = (random: Random, pieces: readonly string[]) => pieces[random(pieces.length)] ?? '';
const joinPieces = (random: Random, pieces: readonly string[], below: number) =>
  Array.from({ length: random(below) }, () => pickFrom(random, pieces)).join('');

const cellPieces = "a|B|7| |é|Š|ß|€|株|😀|'|\t|-|.|=|\u0000|e\u0301|한".split('|');
const quotedPieces = [...cellPieces, ',', '\n', '\r\n', '\r', '""', ';'];

function randomFile(random: Random): string {
  const lineEnds = [['\n'], ['\r\n'], ['\r'], ['\n', '\r\n', '\r']][random(4)] ?? ['\n'];
  const rows = Array.from({ length: 1 + random(6) }, () =>
    Array.from({ length: 1 + random(5) }, () =>
      random(3) === 0 ? `"${joinPieces(random, quotedPieces, 6)}"` : joinPieces(random, cellPieces, 5),
    ).join(','),
  );
  const isEnded = random(2) !== 0;
  return rows
    .map((row, index) => row + (index < rows.length - 1 || isEnded ? pickFrom(random, lineEnds) : ''))
    .join('');
}

/** Returns a file whose quoted cells have blanks or an equals sign before the quote, and the file without these prefixes. */
function fileWithPrefixes(random: Random): { file: string; withoutPrefixes: string } {
  const blanks = () => ' '.repeat(random(3));
  const rows = Array.from({ length: 1 + random(6) }, () =>
    Array.from({ length: 1 + random(4) }, () => {
      if (random(2) !== 0) {
        const plain = `x${joinPieces(random, cellPieces, 5)}`;
        return { cell: plain, file: plain };
      }
      const cell = `"${joinPieces(random, quotedPieces, 6)}"`;
      return { cell, file: `${blanks()}${'='.repeat(random(2))}${cell}${blanks()}` };
    }),
  );
  const formatRows = (key: 'cell' | 'file') =>
    rows.map((row) => row.map((cell) => cell[key]).join(',')).join('\n');
  return { file: formatRows('file'), withoutPrefixes: formatRows('cell') };
}

function comparePrefixes(random: Random): number {
  const { file, withoutPrefixes } = fileWithPrefixes(random);
  const trim = (rows: readonly string[][]) => rows.map((row) => row.map((cell) => cell.trim()));
  expectEqual(file, trim(readWithTokenizer(file).rows), trim(readWithCsvParse(withoutPrefixes)));
  return 1;
}

/** Compares by texts, because an assertion for each of many files takes long. */
function expectEqual(file: string, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    expect({ file, found }).toEqual({ file, found: expected });
}

function readWithCsvParse(file: string): string[][] {
  return parse(file, {
    relax_column_count: true,
    skip_empty_lines: false,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
}

export function readWithTokenizer(file: string): { rows: string[][]; folded: string[] } {
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

function compareWithCsvParse(random: Random): number {
  const file = randomFile(random);
  const rows = readWithCsvParse(file);
  expectEqual(file, readWithTokenizer(file), { rows, folded: rows.map(foldedRow) });
  return 1;
}

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

function compareKernelTokens(random: Random): number {
  const { memory, kernel } = requireKernel();
  const options = { separator: 0x2c, expected: 2 };
  // Some files have a quote that is never closed.
  const generatedFile = random(3) === 0 ? fileWithPrefixes(random).file : randomFile(random);
  const file = random(8) === 0 ? generatedFile.replace('"', '') : generatedFile;
  const text = new TextEncoder().encode(file);
  const expected = textOfTokens(tokenize(text, options));
  textOf(memory, text.length).set(text);
  expectEqual(file, textOfTokens(kernel.tokenize({ skip: 0, length: text.length }, options)), expected);
  return 1;
}

const numberPieces =
  "-|+|0|1|9|12|345|.|,| |(|)|'|’|x|\u2212|\u2013|0000000|00000000000|$|€|£|EUR|kr|Kč|R$|DR|CR|د.ا.|\u00a0|\u202f|\u200f|12,34,567|.-";
const datePieces =
  '2026|1999|26|00|-|-|.|/|01|02|29|30|31|13|2| |T|10:00|20260131| 10:00:59| 24:00|.123|Z| PM|Jun|März|июня|Fri |, |年|月|日|[0:GMT]';
const unusualPieces = [numberPieces, datePieces].map((pieces) => pieces.split('|'));

/** Create cells in the usual notations of numbers and dates, some with impossible days and times. */
const usualCells: readonly ((random: Random) => string)[] = [
  (random) => `${random(2) === 0 ? '-' : ''}${random(100_000)}.${random(90) + 10}`,
  (random) => `${random(100_000)},${random(10)}`,
  (random) => `2024-0${1 + random(9)}-${10 + random(22)}`,
  (random) => `${1890 + random(1200)}/02/29 08:00`,
  (random) => `2024-02-1${random(10)} ${10 + random(15)}:${random(70)}:0${random(10)}`,
  (random) => `202402${10 + random(25)}`,
  (random) => `${1 + random(31)} ${['Jan', 'May', 'Dez', 'aug.'][random(4)]} ${random(100)}`,
  (random) => `${1 + random(28)}/${1 + random(14)}/${10 + random(90)}`,
  (random) => `${['$', '€ ', '-£', ''][random(4)]}${random(900)},${100 + random(900)}.${random(90) + 10}`,
  (random) =>
    `${random(100)}.${100 + random(900)},${10 + random(90)}${[' kr', ' EUR', '-', ' DR'][random(4)]}`,
  (random) => `${1 + random(9)}${'0123456789'.repeat(random(4))}.${random(10)}${'0'.repeat(random(14))}`,
];

/** Returns the rule and the values of each column of `rows` rows; `null` for a column without a rule. */
function columnsOf(collectors: readonly (NumberCollector | DateCollector)[], rows: number) {
  return collectors.map((collector) => {
    const rule = collector.determineRule();
    if (rule === null) return null;
    const isNumber = collector.kind === 'number';
    return [rule, isNumber ? collector.buildColumn('point', rows) : collector.buildColumn('day-first', rows)];
  });
}

function compareKernelColumns(random: Random): number {
  const { memory, kernel } = requireKernel();
  const pieces = unusualPieces[random(2)] ?? [];
  // How many of four cells are unusual, on average.
  const unusualQuarters = random(4);
  const createUsualCell = usualCells[random(usualCells.length)];
  const cell = () =>
    random(4) < unusualQuarters ? joinPieces(random, pieces, 7) : (createUsualCell?.(random) ?? '');
  const rows = Array.from({ length: 1 + random(12) }, () =>
    Array.from({ length: 1 + random(3) }, () => `"${cell()}"`).join(','),
  );
  const text = new TextEncoder().encode(`${rows.join('\n')}\n`);
  const head = random(2);
  const readColumns = (read: (options: Parameters<typeof tokenize>[1]) => unknown) => {
    const collectors = [new NumberCollector(4), new DateCollector(4), new NumberCollector(4)] as const;
    read({ separator: 0x2c, expected: 3, head, collectors });
    return columnsOf(collectors, Math.max(0, rows.length - head));
  };
  const expected = readColumns((options) => tokenize(text, options));
  textOf(memory, text.length).set(text);
  const columns = readColumns((options) => kernel.tokenize({ skip: 0, length: text.length }, options));
  expect({ rows, columns }).toEqual({ rows, columns: expected });
  return expected.filter((column) => column !== null).length;
}

const searchedBuffer = createKernelBuffer(1_024);

function compareSearch(random: Random): number {
  if (searchedBuffer === null) throw new Error('The kernel is not available');
  const searchedText = foldedOf(searchedBuffer.memory, 512);
  // Few different letters, so that bytes beyond the searched length often equal the needle.
  const letters = 1 + random(4);
  for (let at = 0; at < searchedText.length; at += 1) searchedText[at] = 0x61 + random(letters);
  const length = random(400);
  const haystack = Buffer.from(searchedText.subarray(0, length));
  const start = random(searchedText.length - 80);
  const needle = Buffer.from(searchedText.subarray(start, start + 1 + random(70)));
  const findAll = (findFrom: (at: number) => number) => {
    const offsets: number[] = [];
    for (let at = findFrom(0); at >= 0; at = findFrom(at + 1)) offsets.push(at);
    return offsets;
  };
  const seek = searchedBuffer.kernel.seek(needle, length);
  const found = findAll((at) => seek?.(at) ?? -1);
  expect(found).toEqual(findAll((at) => haystack.indexOf(needle, at)));
  return 1;
}

const samples = [
  'Date,Text,Amount\n2026-01-02,rent,-810.00\n2026-01-05,wage,2040.10\nTotal,,1230.10\n',
  '"Konto:";"DE02";\n\n"Tag";"Empfänger";"Betrag (€)"\n"03.02.26";"Müller";"-810,00"\n"05.02.26";"Größe";"2.040,10"\n',
  'sep=;\r\nDate;Details;Debit;Credit\r\n02/01/2026;a,b;1,50;\r\n03/01/2026;c,d;;2,50\r\n',
  '取引日,摘要,金額,残高\n2026/01/05,手数料,110,890\n2026/01/06,振込,,990\n',
  '07 Nov 2013\tBank credit\t£500.00\n09 Oct 2013\tWithdrawal\t£20.00\n',
  'Booked|Amount|Balance\n(day)|EUR|EUR\n2026-01-02|1.50|2.50\n2026-01-03|1.50|4.00\n',
  'one column\n1\n2\n3\n',
];
const brokenPieces = '\n;\r;\r\n;,;\t;|;";""; ;-;9;\u00a0;é;12,50;,,,,;Amount'.split(';').concat(';');

function createBrokenStatement(random: Random): Uint8Array {
  let bytes = Buffer.from(pickFrom(random, samples), random(4) === 0 ? 'latin1' : 'utf8');
  for (let change = random(8); change >= 0; change -= 1) {
    const offset = random(bytes.length + 1);
    const bytesAfterChange = bytes.subarray(Math.min(bytes.length, offset + random(3) * random(12)));
    const piece =
      random(3) === 0 ? Buffer.of(random(256), random(256)) : Buffer.from(pickFrom(random, brokenPieces));
    const repeated = Buffer.concat(Array.from({ length: random(10) === 0 ? 50 : 1 }, () => piece));
    bytes = Buffer.concat([bytes.subarray(0, offset), repeated, bytesAfterChange]);
  }
  return Uint8Array.from(bytes);
}

/** Every row is before the header, a header row, or a data row; remembered options apply unchanged to the same file. */
function openBroken(random: Random): number {
  const bytes = createBrokenStatement(random);
  const file = Buffer.from(bytes).toString('latin1');
  const { table } = openBytes(bytes, {});
  const session = new StatementSession({ bytes, table });
  const opened = session.describe();
  const rows = table.tokens.rows;
  const found = {
    rows: opened.preamble + opened.headerRows + opened.rows,
    before: session.linesBefore(1_000).lines.length,
    beyondEnd: [...opened.headerCandidates, opened.preamble].filter((row) => row > rows),
  };
  expectEqual(file, found, { rows, before: opened.preamble, beyondEnd: [] });
  const options = { separator: opened.separator, header: opened.header ?? ('none' as const) };
  const chosen = openBytes(bytes, { options }).table;
  const remembered = openBytes(bytes, { remembered: { options, shape: determineShape(bytes, chosen) } });
  expectEqual(file, [remembered.use, remembered.table.rows], ['applied', chosen.rows]);
  return 1;
}

/**
 * What is checked, the seed and the number of random files of a long run, and the check of one file, which returns how many
 * things were compared.
 */
export const checks: readonly (readonly [string, number, number, (random: Random) => number])[] = [
  ['files have the cells of csv-parse, and the folded text of each', 20_261_121, 20_000, compareWithCsvParse],
  ['blanks and equals signs around quotes do not change a cell', 20_261_122, 5_000, comparePrefixes],
  ['files have the same tokens from the kernel as from JavaScript', 4_711, 20_000, compareKernelTokens],
  ['files have the same numbers and dates from the kernel', 815, 6_000, compareKernelColumns],
  ['searches of the kernel find the same offsets as Buffer.indexOf', 4, 20_000, compareSearch],
  ['broken statements can be opened without losing a row', 20_261_122, 1_000, openBroken],
];
