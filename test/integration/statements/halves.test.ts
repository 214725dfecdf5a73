/** @file Large sealed statements that two threads read in halves, with the same result as one thread. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Library } from '../../../src/main/library/library.ts';
import { markRowsWith } from '../../../src/main/review/find.ts';
import { minHalvedBytes, openSealed } from '../../../src/main/review/read-sealed.ts';
import { createSecondThread } from '../../../src/main/review/second-thread.ts';
import { openTable, type Table } from '../../../src/main/review/table.ts';
import { tokenize } from '../../../src/main/review/tokenize.ts';
import { benchLibrary } from '../../bench/review-process.ts';

const secondThread = createSecondThread(new URL('../../../src/main/entries/review-half.ts', import.meta.url));
let folder = '';
let library: Library;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paydesk-halves-'));
  library = benchLibrary(folder);
});

afterAll(async () => {
  await library.close();
  await rm(folder, { recursive: true, force: true });
});

const header = 'Date,Reference,Amount,Text\n';
const row = (index: number) =>
  `2026-01-${10 + (index % 20)},R${index},${index % 97 === 0 ? '' : (index - 50_000.25).toFixed(2)},"Kärcher ${index},\nas ""agreed"""\n`;
const rows = Array.from({ length: 120_000 }, (_, index) => row(index));
const text = header + rows.join('');

/** The same rows with times, currencies and long amounts, some of them in one half only. */
const varied = rows
  .map((line, index) => {
    const sign = index % 7 === 0 ? '€' : index % 11 === 0 && index > 90_000 ? '$' : '';
    const digits = index % 1_009 === 0 ? '1234567890123' : '';
    const time = index % 2 === 0 ? ` 0${index % 10}:30:00` : ' 9:05 pm';
    return line
      .replace(/^(?<day>[-\d]+),/, (day) => `${day.slice(0, -1)}${time},`)
      .replace(/,(?<amount>\d+\.\d\d),/, (amount) => `,${sign}${digits}${amount.slice(1)}`);
  })
  .join('');

/** Returns everything about a table in comparable form, values included. */
function describeTable(table: Table) {
  const { tokens, columns, ragged, layout, encoding, head } = table;
  const toBase64 = (list: Uint32Array | Uint8Array) =>
    Buffer.from(list.buffer, list.byteOffset, list.byteLength).toString('base64');
  return {
    rows: table.rows,
    columns: columns.map((column) =>
      'values' in column ? { ...column, values: [...column.values].join() } : column,
    ),
    ragged: [...ragged],
    layout,
    encoding,
    head,
    lists: [tokens.starts, tokens.foldedStarts, tokens.folded].map(toBase64),
    openQuotes: [...tokens.openQuotes],
    last: table.rows === 0 ? [] : table.cells(table.rows - 1),
  };
}

async function openBoth(bytes: Uint8Array) {
  const { id } = await library.seal('statement', {}, [bytes]);
  const halved = await openSealed(await library.createGrant(id), {}, secondThread);
  expect(Buffer.compare(halved.bytes, bytes)).toBe(0);
  return { halved: describeTable(halved.table), whole: describeTable(openTable(bytes)), table: halved.table };
}

describe('a large statement that is read in halves', () => {
  test('has the table of a whole read, and the tokens and search results without vector instructions', async () => {
    const bytes = Buffer.from(text);
    expect(bytes.length).toBeGreaterThan(minHalvedBytes);
    const { halved, whole, table } = await openBoth(bytes);
    expect(halved).toEqual(whole);
    expect([table.rows, table.columns.map(({ kind }) => kind)]).toEqual([
      120_000,
      ['date', 'text', 'number', 'text'],
    ]);
    // Texts in the first half, the second half, both and neither; searched with and without vector instructions.
    const withoutSeek = { ...table, tokens: { ...table.tokens, seek: null } };
    const earlyReference = table.cells(10)[1] ?? '';
    const lateReference = table.cells(119_990)[1] ?? '';
    for (const text of [earlyReference, lateReference, '2026-01', 'nowhere to be found'])
      expect(markRowsWith(table, text)).toEqual(markRowsWith(withoutSeek, text));
    expect([earlyReference, lateReference].map((text) => markRowsWith(table, text).cells > 0)).toEqual([
      true,
      true,
    ]);
    const tokensWithoutVectors = tokenize(bytes, { separator: 0x2c, expected: 4 });
    expect(Buffer.compare(tokensWithoutVectors.folded, table.tokens.folded)).toBe(0);
    expect(table.tokens.starts).toEqual(tokensWithoutVectors.starts);
    expect(table.tokens.foldedStarts).toEqual(tokensWithoutVectors.foldedStarts);
  });

  const middleOffset = text.indexOf('\n2026', text.length / 2) + 1;
  const lateOffset = text.indexOf('\n2026', text.length * 0.75) + 1;
  test.each<[string, string | Uint8Array]>([
    ['a byte order mark', `\ufeff${text}`],
    ['an unclosed quote in the first half', `${text.slice(0, 1_000)}\n"open${text.slice(1_000)}`],
    [
      'an unclosed quote in the second half',
      `${text.slice(0, lateOffset)}2026-01-01,"x${text.slice(lateOffset)}`,
    ],
    [
      'a cell that spans the middle of the file',
      `${text.slice(0, middleOffset)}x,"${'a\n'.repeat(900_000)}",,\n${text.slice(middleOffset)}`,
    ],
    ['short, long and empty rows', `${text.slice(0, lateOffset)}a\n\na,b,c,d,e,f\n${text.slice(lateOffset)}`],
    ['other line ends', text.replaceAll('\n', '\r')],
    ['no final line end', text.trimEnd()],
    ['currencies, many digits and times', header + varied],
    ['text in a column of numbers', `${text}${'2026-01-01,R,none,t\n'.repeat(200_000)}`],
    ['a code with leading zeros in a column of numbers', `${text}2026-01-01,R,007,t\n`],
    ['numbers with thousands separators', `${text}${'2026-01-01,R,"1,000.50",t\n'.repeat(500)}`],
    ['bytes that are not UTF-8', Buffer.concat([Buffer.from(text), Buffer.from('x,\xe4,1,y\n', 'latin1')])],
    ['UTF-16', Buffer.from(`\ufeff${text.slice(0, 4_000_000)}`, 'utf16le')],
  ])('has the table of a whole read with %s', async (_, file) => {
    const { halved, whole } = await openBoth(typeof file === 'string' ? Buffer.from(file) : file);
    expect(halved).toEqual(whole);
  });
});

test.each([0.2, 0.6, 0.99])('a file with a byte altered at %d of its length is refused', async (share) => {
  const { id } = await library.seal('statement', {}, [Buffer.from(text)]);
  const grant = await library.createGrant(id);
  const file = await open(grant.path, 'r+');
  const { size } = await file.stat();
  const offset = Math.floor(size * share);
  const one = Buffer.alloc(1);
  await file.read(one, 0, 1, offset);
  await file.write(Buffer.from([(one[0] ?? 0) ^ 1]), 0, 1, offset);
  await file.close();
  await expect(openSealed(grant, {}, secondThread)).rejects.toMatchObject({ code: 'library-item-damaged' });
  // The second thread still works.
  const other = await library.seal('statement', {}, [Buffer.from(text)]);
  const { table } = await openSealed(await library.createGrant(other.id), {}, secondThread);
  expect(table.rows).toBe(120_000);
});
