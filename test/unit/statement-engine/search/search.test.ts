/** @file The search over many statement files, and for amounts in other notations, in files that it reads and has cached. */
import { expect, test } from 'vitest';
import { createSearcher, type SearchedFile } from '../../../../src/main/statement-engine/search/search.ts';

const fileContents: Readonly<Record<string, string | Uint8Array>> = {
  plain: 'Date,Text,Amount\n2026-01-01,Kärcher Hydraulik,1.50\n2026-01-02,Rent,2.50\n',
  quoted: 'Date,Text,Amount\n2026-01-01,"The ""old"" house, second\nfloor",1.50\n2026-01-02,"Re"nt,2\n',
  withBom: '\ufeffDate,Text,Amount\n2026-01-01,STRASSE ŠKODA,1.50\n',
  latin1: Buffer.from('Date,Text,Amount\n2026-01-01,Kärcher,1.50\n', 'latin1'),
  utf16: Buffer.from('\ufeffDate,Text,Amount\n2026-01-01,Kärcher,1.50\n', 'utf16le'),
  empty: '',
};

const searchedFiles = ({ withBytes }: { withBytes: boolean }): SearchedFile[] =>
  Object.entries(fileContents).map(([item, text]) => ({
    item,
    source: withBytes ? { kind: 'bytes', bytes: typeof text === 'string' ? Buffer.from(text) : text } : null,
  }));

test.each<[string, string[]]>([
  ['KARCHER', ['latin1 0 1', 'plain 0 1', 'utf16 0 1']],
  ['rent', ['plain 1 1', 'quoted 1 1']],
  ['"old" house, second floor', ['quoted 0 1']],
  ['skoda', ['withBom 0 1']],
  ['2026-01-02', ['plain 1 0', 'quoted 1 0']],
  // Texts without a hit: they cross a cell or row boundary, or are only in the header.
  ['rent,2', []],
  ['1.50 2026', []],
  ['amount', []],
  // A quotation mark has a hit only where it is part of a cell's text.
  ['"', ['quoted 0 1']],
])('%s has the same hits from the files and from the cache', async (text, expected) => {
  const searcher = createSearcher();
  const findHits = async (files: readonly SearchedFile[]) => {
    const query = { text, filters: null, maxHits: 10 };
    const { found, unknown: filesToRead } = await searcher.search(files, query);
    expect(found.filter(({ failed, more }) => failed || more)).toEqual([]);
    const places = found.flatMap(({ item, hits }) =>
      hits.map((hit) => (hit.kind === 'cell' ? `${item} ${hit.row} ${hit.column}` : '')),
    );
    return { places: places.sort(), filesToRead };
  };
  expect(await findHits(searchedFiles({ withBytes: true }))).toEqual({ places: expected, filesToRead: [] });
  // The second search answers from the cache, and names the files that must be read again because they may have a hit.
  const cached = await findHits(searchedFiles({ withBytes: false }));
  const reread = await findHits(
    searchedFiles({ withBytes: true }).filter(({ item }) => cached.filesToRead.includes(item)),
  );
  expect([...cached.places, ...reread.places].sort()).toEqual(expected);
  expect(reread.filesToRead).toEqual([]);
});

test('files after the wanted number of hits are searched only for the existence of hits', async () => {
  const query = { text: 'rent', filters: null, maxHits: 10, maxTotalHits: 2 };
  const bytes = Buffer.from('Date,Text,Amount\n2026-01-02,Rent,2.50\n');
  const files = Array.from({ length: 40 }, (_, index) => ({
    item: String(index),
    source: { kind: 'bytes' as const, bytes },
  }));
  const { found } = await createSearcher().search(files, query);
  // Some files are read at the same time, before the first hits are counted.
  expect(found.filter(({ hits }) => hits.length > 0).length).toBeLessThan(10);
  expect(found.filter(({ hits, more }) => hits.length > 0 || more)).toHaveLength(40);
});

test('files that are not cached are listed as files to read, and an unreadable file does not hide hits in other files', async () => {
  const searcher = createSearcher();
  const query = { text: 'rent', filters: null, maxHits: 1 };
  const { unknown } = await searcher.search(searchedFiles({ withBytes: false }), query);
  expect(unknown.toSorted()).toEqual(Object.keys(fileContents).sort());
  const grant = { path: '/nowhere', id: '0', size: 1, sha256: '', header: '', key: new Uint8Array(32) };
  const missingFile: SearchedFile = { item: 'lost', source: { kind: 'sealed', grant } };
  const { found } = await searcher.search([missingFile, ...searchedFiles({ withBytes: true })], query);
  expect(found.filter(({ failed }) => failed).map(({ item }) => item)).toEqual(['lost']);
  expect(found.filter(({ hits }) => hits.length > 0)).toHaveLength(2);
});

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
const wholes = ['48250', '48,250.00', '48.250', '48.250,-', '48 250,0', "48'250.00"];
const outgoing = ['-1,234.50', '\u22121.234,50', '(1,234.50)'];

test.each<[string, string, readonly string[], readonly string[]]>([
  ...['1,234.50', '1.234,5', '1234.50', '1 234,50'].map((text): [string, string, string[], string[]] => [
    'an amount in every notation',
    text,
    same,
    ['12,34.50'],
  ]),
  [
    'no digits of another amount',
    '1.234,5',
    [],
    '11,234.50|1,234.51|1,234.55|1,234,501|2.1,234.50|1234.5.6|1,2345.0|234.50'.split('|'),
  ],
  ['an amount with and without decimals', '48250', wholes, ['48,250.01', '148,250', '48,250,000', '8250']],
  ['a whole amount with decimals', '12.00', ['12,00', '12.0', '112.00'], ['12.01']],
  ['outgoing amounts by a minus', '-1234.5', outgoing, ['1,234.50', '+1,234.50']],
  ['a text that begins with a zero', '0012', ['0012'], ['12', '12.00']],
  ['a text with letters', 'R1234', ['R1234'], ['R1,234']],
])('finds %s: %s', async (_, text, found, others) => {
  expect(await findCells(text, [...found, ...others])).toEqual(found);
});
