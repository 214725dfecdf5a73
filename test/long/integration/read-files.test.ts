/** @file `npm run read` prints how Paydesk reads statements and documents, and refuses wrong calls. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFiles, runReadScript } from '../../fakes/statements/run-read-script.ts';

test('a statement is printed with its columns, sums and unread cells, and a file without a table with its kind', async () => {
  const rows = Array.from(
    { length: 60 },
    (_, row) =>
      `2026-01-${String((row % 28) + 1).padStart(2, '0')};REF-${row};${row % 2 === 0 ? '' : '-'}1,50;EUR`,
  );
  rows[7] = '2026-01-08;REF-7;about two;EUR';
  const [line, pdf] = await readFiles('statement', {
    'january.csv': ['Date;Reference;Amount;Currency', ...rows, ''].join('\n'),
    'pages.pdf': '%PDF-1.4\n%%EOF',
  });
  expect(pdf).toMatchObject({ path: 'pages.pdf', kind: 'pdf' });
  expect(line).toMatchObject({
    kind: 'table',
    encoding: 'utf-8',
    separator: ';',
    rows: 60,
    columns: [
      { name: 'Date', kind: 'date', role: 'date' },
      { name: 'Reference', kind: 'text', role: 'reference' },
      { name: 'Amount', kind: 'number', rule: 'comma', role: 'amount' },
      { name: 'Currency', kind: 'text', role: 'currency' },
    ],
  });
  expect(line?.sums).toMatchObject([
    {
      column: 2,
      sums: [{ currency: 'EUR', incoming: '4500', outgoing: '-4350', net: '150' }],
      unread: { cells: 1, rows: [7] },
    },
  ]);
});

test('a document is printed as accepted, or as rejected with its reason', async () => {
  const lines = await readFiles('document', {
    'notes.txt': 'plain',
    'scan.pdf': 'no PDF',
    'text.pdf': '%PDF-1.4\n%%EOF',
  });
  expect(lines).toMatchObject([
    { path: 'notes.txt', state: 'rejected', reason: { code: 'extension-not-allowed' } },
    { path: 'scan.pdf', state: 'rejected', reason: { code: 'content-differs' } },
    { path: 'text.pdf', kind: 'pdf', state: 'accepted', reason: null },
  ]);
});

test('no path prints the usage, and a missing path fails with its name', async () => {
  await expect(runReadScript()).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Usage: npm run read'),
  });
  const path = join(tmpdir(), 'paydesk-read-nothing', 'there.csv');
  await expect(runReadScript(path)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(path),
  });
});
