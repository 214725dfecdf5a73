/**
 * @file A clerk imports the company's ledger, decides by keyboard what the rules leave open, separates a match, changes the
 * rules, and exports the open rows.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { packParts, workbookParts } from '../../fakes/files/make-workbook.ts';
import { csvOf, inventedRows } from '../../fakes/files/statement-csv.ts';
import { expectEscapeAsks } from '../../long/e2e/expect-escape-asks.ts';
import { expect } from '../fixture.ts';
import { checkLayout } from '../layout/check-layout.ts';
import { photograph } from '../photograph.ts';
import { monthsBefore, test, walletId } from './statement-company.ts';
import { besideData } from './statements-screen.ts';

const [month = ''] = monthsBefore(1);
const lines = inventedRows({ walletId, currency: 'EUR', month, rows: 40 });

const otherName = 'Zyx Wvut Gesellschaft für Maschinenbau und internationale Handelsbeziehungen mbH';

/** The statement as the company books it: payments without a sign, one other amount and name, and two rows missing. */
function ledgerLines(): string[][] {
  const [header = [], ...rows] = lines;
  const cellOf = (row: readonly string[], name: string) => row[header.indexOf(name)] ?? '';
  const booked = rows.slice(0, -2).map((row, index) => {
    const amount = cellOf(row, 'Amount');
    const reversed = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
    return [
      cellOf(row, 'Date'),
      cellOf(row, 'Reference'),
      index === 3 ? otherName : cellOf(row, 'Counterparty'),
      index === 3 ? `${reversed}1` : reversed,
      'EUR',
    ];
  });
  return [['Date', 'Reference', 'Payee', 'Amount', 'Currency'], ...booked];
}

test.setTimeout(240_000);

test('a clerk matches a statement with a ledger, decides a difference and exports what is open', async ({
  statementApp,
  dataFolder,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await statementApp.storeLines(month, lines);
  await statementApp.review();
  await page.getByRole('radio', { name: 'Ledger' }).press('Space');
  await expect(page.getByRole('heading', { name: 'Match with a ledger' })).toBeVisible();
  // Search and saved views change the rows, which are not shown here.
  await expect(page.getByRole('searchbox')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Views' })).toBeHidden();
  await photograph(paydesk, 'statement-ledger-choose');

  const ledgerPath = besideData(dataFolder, 'ledger.csv');
  const exportPath = besideData(dataFolder, 'open.csv');
  await writeFile(ledgerPath, csvOf(ledgerLines()));
  await paydesk.answerDialogs({ open: [ledgerPath], save: exportPath });
  await page.getByRole('button', { name: 'Choose ledger…' }).press('Enter');
  await expect(page.getByText('Imported ledger.csv')).toBeVisible();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByText(/opposite sign/)).toBeVisible();

  // The difference is the first decision: a row marks its candidate, and Enter matches both.
  const statementRows = page.getByRole('grid', { name: 'Open rows of the statement' });
  await expect(statementRows.getByText('Other amount', { exact: true })).toBeVisible();
  await photograph(paydesk, 'statement-ledger', { at150: true });
  await checkLayout(paydesk, 'ledger');
  await statementRows.locator('[data-row]').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const ledgerRows = page.getByRole('grid', { name: 'Open rows of the ledger' });
  await expect(ledgerRows.locator('[data-row]:focus')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Matched 2 rows')).toBeVisible();
  await expect(result.getByText('By hand: 1 match')).toBeVisible();

  // Delete separates a match.
  await page.getByRole('radio', { name: /^Matched/ }).press('Space');
  const matches = page.getByRole('grid', { name: 'Matches' });
  await expect(matches.locator('[data-row]').first()).toContainText('By hand');
  await photograph(paydesk, 'statement-ledger-matched');
  await matches.locator('[data-row]').nth(1).focus();
  await page.keyboard.press('Delete');
  await expect(page.getByText('Separated 2 rows')).toBeVisible();

  // The match by hand says that two names are of one party.
  await page.getByRole('button', { name: 'Rules…' }).press('Enter');
  const removeNames = page.getByRole('button', { name: new RegExp(`^Remove .* and ${otherName}$`) });
  await expect(removeNames).toBeVisible();
  await page.getByRole('button', { name: 'Advanced' }).press('Enter');
  await photograph(paydesk, 'statement-ledger-rules', { at150: true });
  await checkLayout(paydesk, 'ledger-rules');
  await removeNames.press('Enter');
  await expect(removeNames).toBeHidden();
  await expectEscapeAsks(page, 'Allowed difference of amounts with the same reference');

  await page.getByRole('button', { name: 'Export open rows…' }).press('Enter');
  await expect(page.getByText('Saved open.csv')).toBeVisible();
  const exported: string[][] = parse(await readFile(exportPath, 'utf8'), { bom: true });
  expect(exported.slice(1).map(([file]) => file)).toEqual(['Statement', 'Statement', 'Statement', 'Ledger']);

  // The rows of the statement show what was found.
  await page.getByRole('radio', { name: 'Rows' }).press('Space');
  const grid = page.getByRole('grid', { name: 'Rows of the statement' });
  await expect(grid.getByText('In the ledger').first()).toBeAttached();

  // Of a workbook with several sheets the clerk chooses one.
  const line = (cells: readonly string[]) =>
    `<row>${cells.map((text) => `<c t="str"><v>${text.replaceAll('&', '&amp;')}</v></c>`).join('')}</row>`;
  const sheets = { Notes: line(['Note']), Payments: ledgerLines().map(line).join('') };
  const workbookPath = besideData(dataFolder, 'books.xlsx');
  await writeFile(workbookPath, packParts(workbookParts({ sheets })));
  await paydesk.answerDialogs({ open: [workbookPath] });
  await page.getByRole('radio', { name: 'Ledger' }).press('Space');
  await page.getByRole('button', { name: 'Other ledger…' }).press('Enter');
  await page.getByRole('button', { name: 'Choose ledger…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Choose a sheet of books.xlsx' });
  const importSheet = dialog.getByRole('button', { name: 'Import sheet' });
  await expect(importSheet).toBeDisabled();
  await photograph(paydesk, 'statement-ledger-sheet', { at150: true });
  await checkLayout(paydesk, 'ledger-sheet');
  await dialog.getByRole('button', { name: /Sheet$/ }).press('Enter');
  await page.getByRole('option', { name: 'Payments' }).press('Enter');
  await importSheet.press('Enter');
  await expect(page.getByText('Imported books.xlsx, Payments')).toBeVisible();
  await expect(result.getByText(/opposite sign/)).toBeVisible();
});
