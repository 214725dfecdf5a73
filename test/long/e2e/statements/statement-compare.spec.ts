/**
 * @file A clerk fetches a statement again, compares both files, steps from difference to difference, and exports them. The
 * views are photographed light and dark, and axe finds no violation.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Wallet } from '../../../../src/shared/model/statements/statements.ts';
import { expect } from '../../../e2e/fixture.ts';
import { photograph } from '../../../e2e/photograph.ts';
import { monthsBefore, test } from '../../../e2e/statements/statement-company.ts';
import { csvOf, inventedRows } from '../../../fakes/files/statement-csv.ts';

const longName = 'Suppliers of machines, tools and spare parts in South-East Asia and Oceania, 2026';
const wallets: Wallet[] = [
  { id: 410_023, name: longName, currency: 'EUR' },
  { id: 410_024, name: 'Payroll', currency: 'EUR' },
];
const [month = ''] = monthsBefore(1);
const lines = inventedRows({ walletId: 410_023, currency: 'EUR', month, rows: 60 });

function fileOf(rows: readonly (readonly string[])[]): Uint8Array {
  return new TextEncoder().encode(csvOf(rows));
}

/** The file with one changed amount, one removed row, one added row, and one amount in another notation. */
function reissuedLines(): string[][] {
  const [header = [], ...rows] = structuredClone(lines);
  const [amount, reference] = [header.indexOf('Amount'), header.indexOf('Reference')];
  const set = (row: number, column: number, value: string) => rows[row]?.splice(column, 1, value);
  set(3, amount, '-1.00');
  set(9, amount, `${rows[9]?.[amount] ?? ''}0`);
  const added = [...(rows[20] ?? [])];
  added[reference] = 'PX-ADDED-1';
  added[header.indexOf('Counterparty')] = '=SUM(A1:A9) Trading Ltd';
  rows.splice(21, 0, added);
  rows.splice(30, 1);
  return [header, ...rows];
}

test.use({ serviceWallets: { wallets } });
test.setTimeout(500_000);

test('a statement that was fetched again is compared, and its differences are shown and exported', async ({
  statementApp,
  dataFolder,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const event = { walletId: 410_023, month, transactions: 60 };
  await statementApp.store({ ...event, file: fileOf(lines) });
  await statementApp.store({ walletId: 410_024, month, transactions: 60, file: fileOf(lines) });
  await statementApp.store({ ...event, file: fileOf(reissuedLines()) });
  await statementApp.open();

  await page.getByRole('button', { name: /fetched again, differs/ }).click();
  await expect(page.getByText('This period was fetched again and the file differs')).toBeVisible();
  await photograph(paydesk, 'statement-compare-offer');

  await page.getByRole('button', { name: 'Compare with…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Same period')).toBeVisible();
  await photograph(paydesk, 'statement-compare-choose');
  await dialog.getByRole('searchbox').fill('payroll');
  await expect(dialog.getByText('Same period')).toBeHidden();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Compare with earlier file' }).click();
  const grid = page.getByRole('grid', { name: 'Compared rows' });
  await expect(grid.getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('checkbox', { name: 'Changed 1' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Other notation 1' })).not.toBeChecked();
  await photograph(paydesk, 'statement-compare');

  const filters = page.getByRole('group', { name: 'Rows to list' });
  // With all rows listed, the keys go from difference to difference.
  await filters.getByText('Same').click();
  await expect(page.getByRole('checkbox', { name: /^Same/ })).toBeChecked();
  const focusedRow = page.locator('[data-row]:focus');
  await page.keyboard.press('F8');
  await expect(focusedRow).toContainText('Changed');
  await page.keyboard.press('n');
  await expect(focusedRow).toContainText('Added');
  await page.keyboard.press('F8');
  await expect(focusedRow).toContainText('Removed');
  await page.keyboard.press('Shift+F8');
  await expect(focusedRow).toContainText('Added');
  await page.keyboard.press('p');
  await expect(focusedRow).toContainText('-1.00');
  await photograph(paydesk, 'statement-compare-all');

  await filters.getByText('Same').click();
  const path = join(dirname(dataFolder), 'differences.csv');
  await paydesk.answerDialogs({ save: path });
  await page.getByRole('button', { name: 'Export differences…' }).click();
  await expect(page.getByText('differences.csv')).toBeVisible();
  const exported: string[][] = parse(await readFile(path, 'utf8'), { bom: true });
  expect(exported.slice(1).map(([difference, file]) => `${difference}, ${file}`)).toEqual([
    'Changed, Earlier file',
    'Changed, Later file',
    'Added, Later file',
    'Removed, Earlier file',
  ]);
  expect(exported.flat()).toContain("'=SUM(A1:A9) Trading Ltd");
});
