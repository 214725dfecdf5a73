/** @file The search over PDFs finds lines and their pages, and names PDFs that cannot be searched. */
import { expect, test } from 'vitest';
import { createTextPdf } from '../../../../src/main/practice/data/pdf.ts';
import { engineMethods } from '../../../../src/main/statement-engine/process/messages.ts';
import type { FoundInFile } from '../../../../src/main/statement-engine/process/methods/search-methods.ts';
import { createPageSearcher } from '../../../../src/main/statement-engine/search/page-search.ts';
import { encryptedPdf } from '../../../fakes/files/encrypted-pdf.ts';
import { scannedPdf } from '../../../fakes/files/scanned-pdf.ts';

const statement = createTextPdf([
  'Statement of wallet 1001',
  '2026-01-05  Ashgrove Bindings   1.234,50 EUR',
  'Payment for the',
  'second   floor',
  ...Array.from({ length: 120 }, (_, row) => `Line ${row} of the filler`),
  '2026-01-31  Closing balance     48,250.00 EUR',
]);

function createSearch(files: Readonly<Record<string, Uint8Array | null>>) {
  const run = createPageSearcher();
  return async (text: string, withBytes = true, maxHits = 10) => {
    const args = {
      text,
      maxHits,
      files: Object.entries(files).map(([item, bytes]) => ({
        item,
        source: bytes === null || !withBytes ? null : { kind: 'bytes' as const, bytes },
      })),
    };
    return engineMethods.searchPages.result.parse(await run({ name: 'searchPages', args }));
  };
}

const linesOf = (found: readonly FoundInFile[]) =>
  found.flatMap(({ hits }) => hits.map((hit) => (hit.kind === 'page' ? `${hit.page}: ${hit.text}` : '')));

test('a text is found on its page, from the file and then from the cached text', async () => {
  const search = createSearch({ statement });
  for (const withBytes of [true, false]) {
    expect(linesOf((await search('ASHGROVE bindings', withBytes)).found)).toEqual([
      '1: 2026-01-05 Ashgrove Bindings 1.234,50 EUR',
    ]);
    // Other notations of an amount, a text over the end of a line, and a later page.
    expect(linesOf((await search('1234.5', withBytes)).found)).toHaveLength(1);
    expect(linesOf((await search('the second floor', withBytes)).found)).toEqual([
      '1: Payment for the second floor',
    ]);
    const [last] = linesOf((await search('48.250', withBytes)).found);
    expect(last).toMatch(/^[2-9]: .*Closing balance/);
    expect(linesOf((await search('no such text', withBytes)).found)).toEqual([]);
  }
});

test('more hits than wanted are reported, and a PDF that is not cached is listed as unknown', async () => {
  const search = createSearch({ statement });
  expect((await search('filler', false)).unknown).toEqual(['statement']);
  const { found } = await search('filler', true, 3);
  expect([found[0]?.hits.length, found[0]?.more]).toEqual([3, true]);
});

test('PDFs with a password, without text, or damaged are named, and do not hide hits in other PDFs', async () => {
  const search = createSearch({
    secret: encryptedPdf('Ashgrove', 'password'),
    scan: scannedPdf(),
    damaged: Buffer.from('%PDF-1.7 damaged'),
    statement,
  });
  const { found } = await search('ashgrove');
  expect(found.map(({ item, failed, reasons, hits }) => [item, failed, reasons, hits.length])).toEqual([
    ['secret', false, ['password'], 0],
    ['scan', false, ['no-text'], 0],
    ['damaged', true, ['unreadable'], 0],
    ['statement', false, [], 1],
  ]);
});
