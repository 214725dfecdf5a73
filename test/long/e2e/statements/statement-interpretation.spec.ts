/** @file Reading of statement files: header, encoding, columns, and cells that cannot be read. */
import { expect } from '../../../e2e/fixture.ts';
import { photograph } from '../../../e2e/photograph.ts';
import {
  columnNamesOf,
  monthsBefore,
  rowsOf,
  test,
  walletId,
} from '../../../e2e/statements/statement-company.ts';

const [firstMonth = '', secondMonth = '', thirdMonth = '', fourthMonth = '', month = ''] = monthsBefore(5);
const bytes = (text: string) => new TextEncoder().encode(text);

/** A file with three lines before its header. */
function createFileWithPreamble(statementMonth: string): Uint8Array {
  const rows = Array.from({ length: 12 }, (_, row) => {
    const day = String(row + 1).padStart(2, '0');
    return `${statementMonth}-${day};X${row};Supplier ${row};-${row + 1},50`;
  });
  return bytes(
    ['Account;DE00 1234', `Printed;${statementMonth}-28`, '', 'Date;Reference;Text;Amount', ...rows].join(
      '\r\n',
    ),
  );
}

test('lines before the header are shown, and another header can be chosen, remembered for the wallet, and forgotten', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await statementApp.store({
    walletId,
    month: secondMonth,
    transactions: 12,
    file: createFileWithPreamble(secondMonth),
  });
  await statementApp.store({ walletId, month, transactions: 12, file: createFileWithPreamble(month) });
  await statementApp.review();
  const detectedColumns = ['Row', 'Date', 'Text', 'Reference', 'Amount'];
  await expect.poll(() => columnNamesOf(paydesk)).toEqual(detectedColumns);

  await page.getByRole('button', { name: '3 lines before the header' }).click();
  const lines = page.getByRole('dialog', { name: '3 lines before the header' });
  await expect(lines.getByRole('region', { name: 'Lines' })).toContainText('Account;DE00 1234');
  await photograph(paydesk, 'statement-lines-before');
  await lines.getByRole('button', { name: 'Copy lines' }).click();
  await expect(page.getByText('Copied to the clipboard')).toBeVisible();
  await lines.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'UTF-8…' }).click();
  const dialog = page.getByRole('dialog', { name: 'How the file is read' });
  const header = dialog.getByRole('radiogroup', { name: 'Header' });
  await expect(header.getByRole('radio', { name: /^Row 4: Date, Reference, Text, Amount/ })).toBeChecked();
  await photograph(paydesk, 'statement-reading');
  await header.getByRole('radio', { name: /^Row 4/ }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(header.getByRole('radio', { name: /^Row 2/ })).toBeChecked();
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('columnheader').first()).toHaveText('Printed');
  await header.getByText('No header').click();
  await expect(preview.getByRole('columnheader').first()).toHaveText('Column 1');
  await header.getByRole('radio', { name: /^Row 4/ }).focus();
  await page.keyboard.press('Space');
  await dialog.getByRole('button', { name: 'Role of Text' }).click();
  await page.getByRole('option', { name: 'Counterparty' }).click();
  await dialog.getByRole('button', { name: 'Type of Reference' }).click();
  await page.getByRole('option', { name: 'Text', exact: true }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => columnNamesOf(paydesk)).toEqual(detectedColumns);
  const appliedChoice = page.getByText('Read as chosen for this wallet');
  await expect(appliedChoice).toBeVisible();

  // The choice applies to another statement of the wallet, but not to a statement with other columns.
  await statementApp.review(1);
  await expect(appliedChoice).toBeVisible();
  await page.getByRole('button', { name: 'UTF-8…' }).click();
  await expect(dialog.getByRole('button', { name: /Role of Text/ })).toContainText('Counterparty');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const otherColumnsFile = bytes(`Day,Sum\n${firstMonth}-01,1.50\n${firstMonth}-02,2.50\n`);
  await statementApp.store({ walletId, month: firstMonth, transactions: 2, file: otherColumnsFile });
  await statementApp.review();
  await expect(page.getByText('Your choice for this wallet was not applied')).toBeVisible();
  await photograph(paydesk, 'statement-reading-unfit');
  await page.getByRole('button', { name: 'How the file is read' }).click();
  await dialog.getByRole('button', { name: 'Forget choice' }).click();
  await expect(page.getByText('Your choice for this wallet was not applied')).toBeHidden();
  await statementApp.review(1);
  await expect.poll(() => columnNamesOf(paydesk)).toEqual(detectedColumns);
  await expect(appliedChoice).toBeHidden();
});

test('unreadable and ambiguous cells are listed, and wide, narrow and empty files can be read', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const dialog = page.getByRole('dialog', { name: 'How the file is read' });
  const openDialog = () => page.getByRole('button', { name: /^(UTF-8|Windows-125\d|ISO-8859-15)…$/ }).click();
  const photographScreen = (name: string) =>
    photograph(paydesk, `statement-reading-${name}`, { at150: true });
  const rows = Array.from({ length: 60 }, (_, row) => {
    const amount = row === 20 || row === 41 ? 'see note' : `-${row + 1}.50`;
    return [`${month}-${String((row % 27) + 1).padStart(2, '0')}`, `R${row}`, amount, 'EUR'];
  });
  await statementApp.storeLines(month, [['Date', 'Reference', 'Amount', 'Currency'], ...rows]);
  await statementApp.review();
  await expect(page.getByText('2 cells could not be read: 2 in Amount')).toBeVisible();
  await page.getByRole('button', { name: 'Show rows' }).first().click();
  await expect(page.getByText('2 of 60 rows shown')).toBeVisible();
  await expect(
    rowsOf(paydesk).getByRole('gridcell', { name: /^see note.*could not be read as an amount$/ }),
  ).toHaveCount(2);
  await photograph(paydesk, 'statement-unread');

  const names = Array.from({ length: 300 }, (_, column) => `Column ${column} ${'of a long name '.repeat(5)}`);
  const wideRows = Array.from({ length: 3 }, () => names.map((_, column) => `${column}.25`));
  await statementApp.storeLines(firstMonth, [names, ...wideRows]);
  await statementApp.review();
  await openDialog();
  await expect(dialog.getByText('280 more columns are not in the preview.')).toBeVisible();
  const showMoreButton = dialog.getByRole('button', { name: 'Show 40 of 280 more columns' });
  await showMoreButton.scrollIntoViewIfNeeded();
  await photographScreen('wide');
  await showMoreButton.click();
  await expect(dialog.getByRole('button', { name: /Role of Column 59 / })).toBeAttached();
  await page.keyboard.press('Escape');

  await statementApp.storeLines(secondMonth, [
    ['Date', 'Amount', 'Fee'],
    ['01/02/2026', '1.234', '2.345'],
    ['03/04/2026', '5.678', '6.789'],
  ]);
  await statementApp.review();
  const ambiguousNumbers = page.getByText('Ambiguous numbers in Amount and Fee');
  await expect(ambiguousNumbers).toBeVisible();
  await expect(page.getByText('Ambiguous dates in Date')).toBeVisible();
  await photographScreen('ambiguous');
  await page.getByRole('button', { name: 'Comma is decimal' }).click();
  await expect(ambiguousNumbers).toBeHidden();
  await page.getByRole('button', { name: 'Day first' }).click();
  await expect(page.getByText('Ambiguous dates in Date')).toBeHidden();
  await expect(page.getByText('Read as chosen for this wallet')).toBeVisible();

  await statementApp.storeLines(thirdMonth, [['Reference'], ['A1'], ['A2']]);
  await statementApp.review();
  await openDialog();
  await expect(dialog.getByRole('radiogroup', { name: 'Header' })).toBeVisible();
  await photographScreen('narrow');
  await page.keyboard.press('Escape');

  await statementApp.storeLines(fourthMonth, [['']]);
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
  await page
    .getByRole('grid', { name: 'Statements' })
    .getByRole('button', { name: 'Review' })
    .first()
    .click();
  await expect(rowsOf(paydesk).getByRole('columnheader', { name: 'Reference' })).toBeHidden();
  await openDialog();
  await expect(dialog.getByRole('radio', { name: 'Row 1: empty row' })).toBeVisible();
  await photographScreen('empty');
});
