/** @file `npm run read` prints how Paydesk reads proofs, statements and documents. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { root } from '../unit/layers/imports.ts';

const lineSchema = z.looseObject({
  path: z.string(),
  kind: z.string().nullable(),
  statuses: z.array(z.string()).optional(),
  sums: z.unknown().optional(),
});

/** Runs the script on files in a new folder; returns the printed lines without the folder's path. */
async function readFiles(kind: string, files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-read-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const script = join(root, 'scripts/read.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, `--as=${kind}`, folder]);
  return stdout
    .trim()
    .split('\n')
    .map((line) => lineSchema.parse(JSON.parse(line)))
    .map((line) => ({ ...line, path: line.path.slice(folder.length + 1) }));
}

test('a folder is read file by file in the order of names, including subfolders', async () => {
  const lines = await readFiles('proof', { 'b.txt': 'second', 'a/deep.txt': 'first', 'c.txt': 'third' });
  expect(lines.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
    'a/deep.txt text',
    'b.txt text',
    'c.txt text',
  ]);
});

test('a proof is printed with its status, facts and fields', async () => {
  const message =
    '{1:F01AAAADEFFXXXX0000000000}{2:I103BBBBFRPPXXXXN}{4:\r\n:20:REF1\r\n:32A:260102EUR12,5\r\n:50K:/1\r\nPayer Ltd\r\n:59:/2\r\nPayee SA\r\n:72:/REJT/99\r\n/AC01/\r\n-}';
  const [line] = await readFiles('proof', { 'message.txt': message });
  expect(line).toMatchObject({
    kind: 'swift',
    title: 'SWIFT MT103',
    facts: {
      amount: { currency: 'EUR', value: '12.5' },
      valueDate: '2026-01-02',
      from: 'Payer Ltd',
      to: 'Payee SA',
    },
  });
  expect(JSON.stringify(line?.statuses)).toContain('Refused');
});

test('a statement is printed with its columns, sums and unread cells', async () => {
  const rows = Array.from(
    { length: 60 },
    (_, row) =>
      `2026-01-${String((row % 28) + 1).padStart(2, '0')};REF-${row};${row % 2 === 0 ? '' : '-'}1,50;EUR`,
  );
  rows[7] = '2026-01-08;REF-7;about two;EUR';
  const [line] = await readFiles('statement', {
    'january.csv': ['Date;Reference;Amount;Currency', ...rows, ''].join('\n'),
  });
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

test('a file without a table is printed with its kind', async () => {
  const [pdf] = await readFiles('statement', { 'pages.pdf': '%PDF-1.4\n%%EOF' });
  expect(pdf).toMatchObject({ path: 'pages.pdf', kind: 'pdf' });
});

test.each([
  ['no path', []],
  ['an unknown kind', ['--as=letter', '.']],
  ['the name of an inherited property', ['--as=constructor', '.']],
])('%s prints the usage and reads nothing', async (_, args) => {
  const execution = promisify(execFile)(process.execPath, [join(root, 'scripts/read.ts'), ...args]);
  await expect(execution).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Usage: npm run read -- [--as=proof|statement|document] PATH'),
  });
});

test('a missing path fails with its name and prints no line', async () => {
  const path = join(tmpdir(), 'paydesk-read-nothing', 'there.csv');
  const execution = promisify(execFile)(process.execPath, [join(root, 'scripts/read.ts'), path]);
  await expect(execution).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(path),
  });
});
