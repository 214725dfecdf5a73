/** @file The search over many statement files finds the same hits in files that it reads and in files that it has cached. */
import { expect, test } from 'vitest';
import { createSearcher, type SearchedFile } from '../../../src/main/review/search.ts';

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
    const { found, unknown: filesToRead } = await searcher.search(files, {
      text,
      filters: null,
      maxHits: 10,
    });
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
  expect(
    (
      await searcher.search(searchedFiles({ withBytes: false }), { text: 'rent', filters: null, maxHits: 10 })
    ).unknown.toSorted(),
  ).toEqual(Object.keys(fileContents).sort());
  const grantOfMissingFile = {
    path: '/nowhere',
    id: '0',
    size: 1,
    sha256: '',
    header: '',
    key: new Uint8Array(32),
  };
  const missingFile: SearchedFile = { item: 'lost', source: { kind: 'sealed', grant: grantOfMissingFile } };
  const { found } = await searcher.search([missingFile, ...searchedFiles({ withBytes: true })], {
    text: 'rent',
    filters: null,
    maxHits: 1,
  });
  expect(found.filter(({ failed }) => failed).map(({ item }) => item)).toEqual(['lost']);
  expect(found.filter(({ hits }) => hits.length > 0)).toHaveLength(2);
});
