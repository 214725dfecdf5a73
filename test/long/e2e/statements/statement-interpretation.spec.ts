/** @file Reading of unusual statement files, with pictures: unreadable and ambiguous cells, 300 columns, one column, no rows. */
import { expect } from '../../../e2e/fixture.ts';
import { photograph } from '../../../e2e/photograph.ts';
import { monthsBefore, rowsOf, test } from '../../../e2e/statements/statement-company.ts';

const [firstMonth = '', secondMonth = '', thirdMonth = '', fourthMonth = '', month = ''] = monthsBefore(5);

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
