import { expect, type Paydesk } from '../../e2e/fixture.ts';
import { photograph } from '../../e2e/photograph.ts';
import { test } from '../../e2e/statement-company.ts';
import {
  bytes,
  columnNamesOf,
  dialogOf,
  month,
  openReview,
  rowsOf,
  secondMonth,
  walletId,
} from '../../e2e/statement-reading-fixture.ts';

const cell = (paydesk: Paydesk, row: number, column: number) =>
  rowsOf(paydesk).locator(`[aria-rowindex="${row + 2}"] > [aria-colindex="${column + 1}"]`);

test('unreadable amounts are marked, counted and listed', async ({ statementApp }) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const rows = Array.from({ length: 60 }, (_, row) => {
    const amount = row === 20 || row === 41 ? 'see note' : `-${row + 1}.50`;
    return `${month}-${String((row % 27) + 1).padStart(2, '0')},R${row},${amount},EUR`;
  });
  const file = bytes(['Date,Reference,Amount,Currency', ...rows].join('\n'));
  await statementApp.store({ walletId, month, transactions: 60, file });
  await openReview(statementApp);
  await expect(page.getByText('2 cells could not be read: 2 in Amount')).toBeVisible();
  await page.getByRole('button', { name: 'Show rows' }).first().click();
  await expect(page.getByText('2 of 60 rows shown')).toBeVisible();
  await expect(
    rowsOf(paydesk).getByRole('gridcell', { name: /^see note.*could not be read as an amount$/ }),
  ).toHaveCount(2);
  await photograph(paydesk, 'statement-unread');
});

test('a wrong header can be corrected, and a column with the role of an amount adds sums and lists the rows that the sums leave out', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  /**
   * Creates a file whose first two lines look like a header with its row. Its last three rows do not belong to the sums: one has no
   * date, one has too few cells, one is a total.
   */
  const createMisreadFile = (statementMonth: string) => {
    const rows = Array.from(
      { length: 12 },
      (_, row) => `${statementMonth}-${String(row + 1).padStart(2, '0')};R${row};Shop ${row};${row + 1}`,
    );
    const incompleteRows = [';R90;Shop;40', `${statementMonth}-06;R91`, 'Total;;;118'];
    return bytes(
      [
        'Report;Version;Branch;Unit',
        '2026;4;North;7',
        'Datum;Beleg;Wer;Punkte',
        ...rows,
        ...incompleteRows,
      ].join('\n'),
    );
  };
  await statementApp.store({
    walletId,
    month: secondMonth,
    transactions: 12,
    file: createMisreadFile(secondMonth),
  });
  await statementApp.store({ walletId, month, transactions: 12, file: createMisreadFile(month) });
  await openReview(statementApp);
  const misreadColumns = ['Row', 'Report', 'Version', 'Branch', 'Unit'];
  const correctedColumns = ['Row', 'Datum', 'Beleg', 'Wer', 'Punkte'];
  await expect.poll(() => columnNamesOf(paydesk)).toEqual(misreadColumns);
  await page.getByRole('button', { name: 'UTF-8…' }).click();
  const dialog = dialogOf(paydesk);
  await dialog.getByRole('radio', { name: /^Row 3: Datum/ }).focus();
  await page.keyboard.press('Space');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => columnNamesOf(paydesk)).toEqual(correctedColumns);

  const noAmountMessage = page.getByText('No amount column was recognized');
  await expect(noAmountMessage).toBeVisible();
  await rowsOf(paydesk).getByRole('columnheader', { name: 'Punkte' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Type and role…' }).click();
  const column = page.getByRole('dialog', { name: 'Type and role of Punkte' });
  await column.getByRole('button', { name: /Type/ }).click();
  await page.getByRole('option', { name: 'Number, decimal point' }).click();
  await column.getByRole('button', { name: /Role/ }).click();
  await page.getByRole('option', { name: 'Amount', exact: true }).click();
  await column.getByRole('button', { name: 'Apply' }).click();
  const sums = page.getByRole('region', { name: 'Sums' });
  // The sum of 1 to 12, without the row of 40 that has no date and without the total.
  await expect(sums.getByRole('row').last()).toContainText('78');
  await expect(noAmountMessage).toBeHidden();

  for (const [text, cells] of [
    ['1 row with a total or balance is not in the sums.', 'Total'],
    ['1 row with more or fewer cells is not in the sums.', 'R91'],
    ['1 row without a date is not in the sums.', 'R90'],
  ] as const) {
    await sums.getByRole('radio', { name: /^All/ }).click();
    await sums
      .getByRole('status')
      .filter({ hasText: text })
      .getByRole('button', { name: 'Show 1 row' })
      .click();
    await expect(page.getByText('1 of 15 rows shown')).toBeVisible();
    await expect(rowsOf(paydesk)).toContainText(cells);
  }

  // The choice applies to the other statement of the wallet, until it is reset.
  const appliedChoice = page.getByText('Read as chosen for this wallet');
  await openReview(statementApp, 1);
  await expect(appliedChoice).toBeVisible();
  await expect.poll(() => columnNamesOf(paydesk)).toEqual(correctedColumns);
  await expect(sums.getByRole('row').last()).toContainText('78');
  await page.getByRole('button', { name: 'UTF-8…' }).click();
  await dialog.getByRole('button', { name: 'Use what Paydesk finds' }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
  await expect(appliedChoice).toBeHidden();
  await expect.poll(() => columnNamesOf(paydesk)).toEqual(misreadColumns);
  await expect(noAmountMessage).toBeVisible();
});

test('the clerk chooses the encoding and “No header” for a file where Paydesk can detect neither', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  // KOI8-R, which cannot be distinguished from other Cyrillic encodings.
  const encodeKoi8R = (text: string) =>
    Uint8Array.from(text, (character) => {
      const letterIndex = 'юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ'.indexOf(
        character,
      );
      return letterIndex < 0 ? (character.codePointAt(0) ?? 0) : 0xc0 + letterIndex;
    });
  const rows = Array.from({ length: 20 }, (_, row) => `Платеж;R${row};-${row + 1},50`);
  await statementApp.store({
    walletId,
    month,
    transactions: 20,
    file: encodeKoi8R(['Вид;Номер;Сумма', ...rows].join('\n')),
  });
  await openReview(statementApp);
  await page
    .getByRole('button', { name: /…$/ })
    .and(page.getByText(/^(Windows|KOI|ISO|UTF)/))
    .click();
  const dialog = dialogOf(paydesk);
  await dialog.getByRole('button', { name: /Encoding/ }).click();
  await page.getByRole('option', { name: 'KOI8-R (Russian)', exact: true }).click();
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Платеж');
  await dialog.getByRole('radiogroup', { name: 'Header' }).getByText('No header').click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
  await expect(cell(paydesk, 1, 3)).toHaveText(/^Сумма/);
  await expect.poll(() => columnNamesOf(paydesk)).toEqual(['Row', 'Column 1', 'Column 2', 'Column 3']);
  await expect(page.getByText('21 rows')).toBeVisible();
});

test('files with 300 columns, long names and ambiguous cells are photographed', async ({ statementApp }) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const photographScreen = (name: string) =>
    photograph(paydesk, `statement-reading-${name}`, { at150: true });
  const dialog = dialogOf(paydesk);
  const openDialog = () => page.getByRole('button', { name: /^(UTF-8|Windows-125\d|ISO-8859-15)…$/ }).click();
  const names = Array.from({ length: 300 }, (_, column) => `Column ${column} ${'of a long name '.repeat(5)}`);
  const rowsWithManyColumns = [
    names,
    ...Array.from({ length: 3 }, () => names.map((_, column) => `${column}.25`)),
  ];
  const file = bytes(rowsWithManyColumns.map((row) => row.join(',')).join('\n'));
  await statementApp.store({ walletId, month, transactions: 3, file });
  await openReview(statementApp);
  await openDialog();
  await expect(dialog.getByText('280 more columns are not in the preview.')).toBeVisible();
  const showMoreButton = dialog.getByRole('button', { name: 'Show 40 of 280 more columns' });
  await showMoreButton.scrollIntoViewIfNeeded();
  await photographScreen('wide');
  await showMoreButton.click();
  await expect(dialog.getByRole('button', { name: /Role of Column 59 / })).toBeAttached();
  await page.keyboard.press('Escape');

  const ambiguousLines = ['Date;Amount;Fee', '01/02/2026;1.234;2.345', '03/04/2026;5.678;6.789'];
  await statementApp.store({
    walletId,
    month: secondMonth,
    transactions: 2,
    file: bytes(ambiguousLines.join('\n')),
  });
  await openReview(statementApp);
  const ambiguousNumbers = page.getByText('Ambiguous numbers in Amount and Fee');
  await expect(ambiguousNumbers).toBeVisible();
  await expect(page.getByText('Ambiguous dates in Date')).toBeVisible();
  await photographScreen('ambiguous');
  await page.getByRole('button', { name: 'Comma is decimal' }).click();
  await expect(ambiguousNumbers).toBeHidden();
  await page.getByRole('button', { name: 'Day first' }).click();
  await expect(page.getByText('Ambiguous dates in Date')).toBeHidden();
  await expect(page.getByText('Read as chosen for this wallet')).toBeVisible();
});

test('files with one column and with an empty row are photographed', async ({ statementApp }) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const dialog = dialogOf(paydesk);
  await statementApp.store({ walletId, month, transactions: 2, file: bytes('Reference\nA1\nA2\n') });
  await openReview(statementApp);
  await page.getByRole('button', { name: 'UTF-8…' }).click();
  await expect(dialog.getByRole('radiogroup', { name: 'Header' })).toBeVisible();
  await photograph(paydesk, 'statement-reading-narrow', { at150: true });
  await page.keyboard.press('Escape');
  await statementApp.store({ walletId, month: secondMonth, transactions: 0, file: bytes('\n') });
  await openReview(statementApp);
  await expect(rowsOf(paydesk).getByRole('columnheader', { name: 'Reference' })).toBeHidden();
  await page.getByRole('button', { name: 'UTF-8…' }).click();
  await expect(dialog.getByRole('radio', { name: 'Row 1: empty row' })).toBeVisible();
  await photograph(paydesk, 'statement-reading-empty', { at150: true });
});
