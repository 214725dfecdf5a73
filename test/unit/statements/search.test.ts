/** @file Compares the cached search over many files with a search over the cells of each file. */
import { expect, test } from 'vitest';
import { createSearcher, type SearchedFile } from '../../../src/main/review/search.ts';

const files: Readonly<Record<string, string | Uint8Array>> = {
  plain: 'Date,Text,Amount\n2026-01-01,Kärcher Hydraulik,1.50\n2026-01-02,Rent,2.50\n',
  quoted: 'Date,Text,Amount\n2026-01-01,"The ""old"" house, second\nfloor",1.50\n2026-01-02,"Re"nt,2\n',
  marked: '\ufeffDate,Text,Amount\n2026-01-01,STRASSE ŠKODA,1.50\n',
  latin: Buffer.from('Date,Text,Amount\n2026-01-01,Kärcher,1.50\n', 'latin1'),
  wide: Buffer.from('\ufeffDate,Text,Amount\n2026-01-01,Kärcher,1.50\n', 'utf16le'),
  empty: '',
};

const given = (source: boolean): SearchedFile[] =>
  Object.entries(files).map(([item, text]) => ({
    item,
    source: source ? { kind: 'bytes', bytes: typeof text === 'string' ? Buffer.from(text) : text } : null,
  }));

test.each<[string, string[]]>([
  ['KARCHER', ['latin 0 1', 'plain 0 1', 'wide 0 1']],
  ['rent', ['plain 1 1', 'quoted 1 1']],
  ['"old" house, second floor', ['quoted 0 1']],
  ['skoda', ['marked 0 1']],
  ['2026-01-02', ['plain 1 0', 'quoted 1 0']],
  // Texts across a cell or row boundary, in a header, and without any hit.
  ['rent,2', []],
  ['1.50 2026', []],
  ['amount', []],
  ['"', ['quoted 0 1']],
])('%s has the same hits from the files and from the cache', async (text, expected) => {
  const searcher = createSearcher();
  const placesIn = async (files: readonly SearchedFile[]) => {
    const { found, unknown } = await searcher.search(files, text, 10);
    expect(found.filter(({ failed, more }) => failed || more)).toEqual([]);
    const places = found.flatMap(({ item, hits }) =>
      hits.map(({ row, column }) => `${item} ${row} ${column}`),
    );
    return { places: places.sort(), unknown };
  };
  expect(await placesIn(given(true))).toEqual({ places: expected, unknown: [] });
  // From the cache: only files that may have a hit are read again.
  const again = await placesIn(given(false));
  const asked = await placesIn(given(true).filter(({ item }) => again.unknown.includes(item)));
  expect([...again.places, ...asked.places].sort()).toEqual(expected);
  expect(asked.unknown).toEqual([]);
});

test('files that are not cached are listed, and an unreadable file does not hide hits in others', async () => {
  const searcher = createSearcher();
  expect((await searcher.search(given(false), 'rent', 10)).unknown.toSorted()).toEqual(
    Object.keys(files).sort(),
  );
  const gone = { path: '/nowhere', id: '0', size: 1, sha256: '', header: '', key: new Uint8Array(32) };
  const lost: SearchedFile = { item: 'lost', source: { kind: 'sealed', grant: gone } };
  const { found } = await searcher.search([lost, ...given(true)], 'rent', 1);
  expect(found.filter(({ failed }) => failed).map(({ item }) => item)).toEqual(['lost']);
  expect(found.filter(({ hits }) => hits.length > 0)).toHaveLength(2);
});
