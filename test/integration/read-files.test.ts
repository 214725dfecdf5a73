/** @file `npm run read` prints how Paydesk reads proofs and ledgers. */
import { expect, test } from 'vitest';
import { packParts, workbookParts } from '../fakes/files/make-workbook.ts';
import { readFiles, runReadScript } from '../fakes/statements/run-read-script.ts';

test('a folder is read in the order of names, including subfolders, with status, facts and fields', async () => {
  const message =
    '{1:F01AAAADEFFXXXX0000000000}{2:I103BBBBFRPPXXXXN}{4:\r\n:20:REF1\r\n:32A:260102EUR12,5\r\n:50K:/1\r\nPayer Ltd\r\n:59:/2\r\nPayee SA\r\n:72:/REJT/99\r\n/AC01/\r\n-}';
  const lines = await readFiles('proof', { 'b.txt': message, 'a/deep.txt': 'first', 'c.txt': 'third' });
  expect(lines.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
    'a/deep.txt text',
    'b.txt swift',
    'c.txt text',
  ]);
  expect(lines[1]).toMatchObject({
    title: 'SWIFT MT103',
    facts: {
      amount: { currency: 'EUR', value: '12.5' },
      valueDate: '2026-01-02',
      from: 'Payer Ltd',
      to: 'Payee SA',
    },
  });
  expect(JSON.stringify(lines[1]?.statuses)).toContain('Refused');
});

test('a ledger is read with its columns and rows, a workbook with several sheets by sheet', async () => {
  const line = (...cells: string[]) =>
    `<row>${cells.map((text) => `<c t="str"><v>${text}</v></c>`).join('')}</row>`;
  const Books = line('Voucher', 'Amount') + line('PX-1', '1.5') + line('PX-2', '2.25');
  const workbook = (sheets: Readonly<Record<string, string>>) => packParts(workbookParts({ sheets }));
  const lines = await readFiles('ledger', {
    'a.csv': 'Voucher,Amount\nPX-1,1.5\nPX-2,2.25\n',
    'b.xlsx': workbook({ Books }),
    'c.xlsx': workbook({ Books, Notes: line('Note') }),
    'd.xlsx': workbook({ Books: '<row><c><v>x</v></c></row>' }),
  });
  const columns = [{ name: 'Voucher' }, { name: 'Amount', kind: 'number' }];
  const table = {
    columns,
    rows: [
      ['PX-1', '1.5'],
      ['PX-2', '2.25'],
    ],
  };
  expect(lines).toMatchObject([
    { path: 'a.csv', kind: 'ledger', ...table },
    { path: 'b.xlsx', kind: 'ledger', ...table },
    {
      kind: 'ledger',
      sheets: [
        { name: 'Books', ...table },
        { name: 'Notes', rows: [] },
      ],
    },
    { kind: 'unreadable', problem: 'unreadable-cell', names: ['Books!R1C1'] },
  ]);
});

test('the lifetime and the requirements of an upload link are printed, and the link is not', async () => {
  const query =
    'x-oss-date=20261130T100000Z&x-oss-expires=900&x-oss-signature=SECRET&x-amz-checksum-crc32=AAAAAA==';
  const [line] = await readFiles('link', {
    'a.json': `{"items":[{"link":"https://b.oss.example/k?${query}"}]}`,
  });
  expect(line).toMatchObject({
    kind: 'link',
    host: 'b.oss.example',
    expiresAt: '2026-11-30T10:15:00.000Z',
    lifetimeMs: 900_000,
    headers: {},
    isForEmptyFile: true,
  });
  expect(JSON.stringify(line)).not.toContain('SECRET');
});

test('the name of an inherited property is no kind: the usage is printed, and nothing is read', async () => {
  await expect(runReadScript('--as=constructor', '.')).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(
      'Usage: npm run read -- [--as=proof|statement|ledger|document|link] PATH',
    ),
  });
});
