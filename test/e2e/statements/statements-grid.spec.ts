/** @file The grid of statement rows: columns, copying, and reading a file again. */
import { inventedRows } from '../../fakes/files/statement-csv.ts';
import { expect, type Paydesk } from '../fixture.ts';
import { callCommand } from '../launch/calls.ts';
import { cell, columnNamesOf, monthsBefore, rowsOf, test, walletId } from './statement-company.ts';

const [previousMonth = '', month = ''] = monthsBefore(2);

const columnHeader = (paydesk: Paydesk, name: string) =>
  rowsOf(paydesk).getByRole('button', { name, exact: true });
const readClipboard = (paydesk: Paydesk) => paydesk.clipboard();
const chooseInMenu = (paydesk: Paydesk, name: string) =>
  paydesk.page.getByRole('menuitem', { name, exact: true }).click();

test('columns are hidden, moved and pinned for all statements of a wallet, and cells are copied safely and summed', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  for (const statementMonth of [previousMonth, month]) {
    const lines = inventedRows({ walletId, currency: 'EUR', month: statementMonth, rows: 40 });
    await statementApp.storeLines(statementMonth, lines);
  }
  await statementApp.review();
  await page.getByRole('button', { name: 'Columns 9 of 9' }).click();
  const columns = page.getByRole('dialog', { name: /^Columns \d of 9/ });
  await columns.getByText('Wallet ID').click();
  await columns.getByRole('button', { name: 'Move Currency up' }).press('Enter');
  await page.keyboard.press('Enter');
  await expect(columns.getByRole('button', { name: 'Move Currency up' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(columns).toBeHidden();
  await columnHeader(paydesk, 'Reference').press('ContextMenu');
  await chooseInMenu(paydesk, 'Pin to the left');
  const pinnedOrder = [
    'Row',
    'Reference',
    'Date',
    'Counterparty',
    'Purpose',
    'Currency',
    'Type',
    'Amount',
    'Balance',
  ];
  await expect.poll(() => columnNamesOf(paydesk)).toEqual(pinnedOrder);
  await statementApp.review(1);
  await expect.poll(() => columnNamesOf(paydesk)).toEqual(pinnedOrder);

  // One cell is copied unchanged; ranges and rows so that a spreadsheet does not run formulas.
  const formulaLines = [
    ['Date', 'Reference', 'Label', 'Amount'],
    [`${month}-01`, '000123', '=HYPERLINK("http://a.example")', '-12.50'],
    [`${month}-02`, '000124', 'two\nlines', '7.00'],
    [`${month}-03`, '000125', 'plain', '-1.00'],
  ];
  const statementId = await statementApp.storeLines(month, formulaLines, 410_024);
  await statementApp.review();
  await cell(paydesk, 1, 3).click();
  await page.keyboard.press('ControlOrMeta+c');
  await expect.poll(() => readClipboard(paydesk)).toBe('=HYPERLINK("http://a.example")');

  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('4 cells', { exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+c');
  await expect
    .poll(() => readClipboard(paydesk))
    .toBe('"\'=HYPERLINK(""http://a.example"")"\t-12.50\n"two\nlines"\t7.00');
  await page.keyboard.press('Escape');

  await cell(paydesk, 3, 1).click();
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+Space');
  await expect(page.getByText('3 rows selected')).toBeVisible();
  const sums = page.getByRole('table', { name: 'Sums' });
  await expect(page.getByRole('radio', { name: 'Selected 3' })).toBeChecked();
  await expect(sums.getByRole('row').last()).toContainText('−6.50');
  await page.getByLabel('Filter Amount').fill('>0');
  // A filter clears the selection.
  await expect(page.getByText('3 rows selected')).toBeHidden();
  await page.getByRole('radio', { name: 'In view 1' }).click();
  await expect(sums.getByRole('row').last()).toContainText('7.00');
  await page.getByRole('radio', { name: 'All 3' }).click();
  await expect(sums.getByRole('row').last()).toContainText('−13.50');

  // The statement was opened elsewhere and no longer answers here, so the sums of all rows stay unknown.
  await callCommand(paydesk, 'viewer.open', { statementId, options: {} });
  await page.getByRole('radio', { name: 'In view 1' }).click();
  await expect(page.getByRole('region', { name: 'Sums' }).getByRole('alert')).toBeVisible();
  await expect(sums).not.toContainText('−13.50');
});
