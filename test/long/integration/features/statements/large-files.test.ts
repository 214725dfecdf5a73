/** @file Large sealed statements, which are decrypted into the memory of the kernel that reads them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { markRowsWith } from '../../../../../src/main/statement-engine/query/find.ts';
import { minKernelBytes, openSealed } from '../../../../../src/main/statement-engine/read/read-sealed.ts';
import { openTable, type Table } from '../../../../../src/main/statement-engine/read/table.ts';
import { tokenize } from '../../../../../src/main/statement-engine/read/tokenize.ts';
import type { Library } from '../../../../../src/main/storage/library/library.ts';
import { benchLibrary } from '../../../../bench/statement-engine.ts';

let folder = '';
let library: Library;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paydesk-large-'));
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

/** Opens a file from its sealed copy and from its bytes. */
async function openBoth(bytes: Uint8Array) {
  const { id } = await library.seal('statement', {}, [bytes]);
  const { bytes: opened, table } = await openSealed(await library.createGrant(id), {});
  expect(Buffer.compare(opened, bytes)).toBe(0);
  return { table, sealed: describeTable(table), whole: describeTable(openTable(bytes)) };
}

describe('a large sealed statement', () => {
  test('has the table of its bytes, and the tokens and search results without vector instructions', async () => {
    const bytes = Buffer.from(text);
    expect(bytes.length).toBeGreaterThan(minKernelBytes);
    const { sealed, whole, table } = await openBoth(bytes);
    expect(sealed).toEqual(whole);
    expect([table.rows, table.columns.map(({ kind }) => kind)]).toEqual([
      120_000,
      ['date', 'text', 'number', 'text'],
    ]);
    const withoutSeek = { ...table, tokens: { ...table.tokens, seek: null } };
    const reference = table.cells(119_990)[1] ?? '';
    expect(markRowsWith(table, reference).cells).toBeGreaterThan(0);
    for (const text of [reference, '2026-01', 'nowhere to be found'])
      expect(markRowsWith(table, text)).toEqual(markRowsWith(withoutSeek, text));
    const tokensWithoutVectors = tokenize(bytes, { separator: 0x2c, expected: 4 });
    expect(Buffer.compare(tokensWithoutVectors.folded, table.tokens.folded)).toBe(0);
    expect(table.tokens.starts).toEqual(tokensWithoutVectors.starts);
    expect(table.tokens.foldedStarts).toEqual(tokensWithoutVectors.foldedStarts);
  });

  test.each<[string, Uint8Array]>([
    ['a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['an unclosed quote', Buffer.from(`${text.slice(0, 1_000)}\n"open${text.slice(1_000)}`)],
    ['bytes that are not UTF-8', Buffer.concat([Buffer.from(text), Buffer.from('x,\xe4,1,y\n', 'latin1')])],
    ['UTF-16', Buffer.from(`\ufeff${text.slice(0, 4_000_000)}`, 'utf16le')],
  ])('has the table of its bytes with %s', async (_, bytes) => {
    const { sealed, whole } = await openBoth(bytes);
    expect(sealed).toEqual(whole);
  });
});
