import { expect } from '../../e2e/fixture.ts';
import { blockAction, failAction, unblockAction } from '../../e2e/launch/block-action.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { test } from '../../e2e/statement-company.ts';
import {
  bytes,
  cell,
  columnNamesOf,
  month,
  openReview,
  previousMonth,
  rowsOf,
  walletId,
} from '../../e2e/statements-grid-fixture.ts';
import { csvOf, inventedRows } from '../../fakes/statement-csv.ts';

test('the screen reports when only some of the selected rows were copied, and when proofs of only some or none were requested', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const rows = 50_003;
  const lines = ['Reference,Amount', ',1.00'];
  for (let row = 2; row <= rows; row += 1) lines.push(`R${row % 3},${row}.00`);
  await statementApp.store({ walletId, month, transactions: rows, file: bytes(lines.join('\n')) });
  await openReview(statementApp);
  const alert = page.getByRole('alert');
  await cell(paydesk, 1, 1).click();
  await page.keyboard.press('Shift+Space');
  await page.getByRole('button', { name: 'Get 1 proof of payment' }).click();
  await expect(alert).toContainText('The selected rows contain no reference');

  await cell(paydesk, 1, 2).click();
  await page.keyboard.press('ControlOrMeta+Shift+End');
  await page.getByRole('button', { name: 'Copy 50,003 cells' }).click();
  await expect(alert).toContainText('Only the first 50,000 of 50,003 rows were copied');
  await alert.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Row: select all rows in view' }).click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(alert).toContainText('Only the first 50,000 of 50,003 rows were copied');
  await page.getByRole('button', { name: 'Get 50,003 proofs of payment' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Proofs' })).toBeVisible();
  await expect(alert).toContainText('Only proofs of the first 10,000 of 50,003 selected rows were requested');
});

test('a misread file is read again with another delimiter and encoding, and the stored original is unchanged', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const lines = [
    ['Datum', 'Referenz', 'Empfänger', 'Betrag'],
    ...Array.from({ length: 30 }, (_, row) => [
      `${month}-${String((row % 27) + 1).padStart(2, '0')}`,
      `007${row}`,
      `Müller; Söhne; Straße; ${row}`,
      `-1.234,${10 + row}`,
    ]),
  ];
  // Every character of the file is a single byte of Windows-1252.
  const file = Uint8Array.from(csvOf(lines, ';'), (character) => character.codePointAt(0) ?? 0);
  await statementApp.store({ walletId, month, transactions: 30, file });
  await openReview(statementApp);
  await page.getByRole('button', { name: /Windows-1252/ }).click();
  const dialog = page.getByRole('dialog', { name: 'How the file is read' });
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Empfänger');
  await dialog.getByRole('button', { name: /Encoding/ }).click();
  await page.getByRole('option', { name: 'UTF-8', exact: true }).click();
  await expect(preview).toContainText('Empf\ufffdnger');
  await dialog.getByRole('button', { name: /Delimiter/ }).click();
  await page.getByRole('option', { name: 'Comma', exact: true }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowsOf(paydesk).getByRole('columnheader', { name: 'Betrag', exact: true })).toBeHidden();

  await page.getByRole('button', { name: 'UTF-8…' }).click();
  await dialog.getByRole('button', { name: /Encoding/ }).click();
  await page.getByRole('option', { name: 'Windows-1252 (Western European)', exact: true }).click();
  await dialog.getByRole('button', { name: /Delimiter/ }).click();
  await page.getByRole('option', { name: 'Semicolon', exact: true }).click();
  await expect(preview.getByText('Empfänger', { exact: false }).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect
    .poll(() => columnNamesOf(paydesk))
    .toEqual(['Row', 'Datum', 'Empfänger', 'Referenz', 'Betrag']);
  await expect(cell(paydesk, 1, 2)).toHaveText('Müller; Söhne; Straße; 0');
  await expect(cell(paydesk, 1, 3)).toHaveText('0070');
  await expect(cell(paydesk, 1, 4)).toHaveText('−1,234.10');
  await expect(cell(paydesk, 1, 4)).toHaveAttribute('title', 'In the file: -1.234,10');
  await expect(page.getByRole('table', { name: 'Sums' })).toContainText('−37,027.35');
});

test('a reference that two statements contain is shown with its rows in each of them', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const repeatedReference = 'PX-TWICE-0001';
  const createFile = (statementMonth: string, references: Record<number, string>) =>
    bytes(csvOf(inventedRows({ walletId, currency: 'EUR', month: statementMonth, rows: 25, references })));
  await statementApp.store({
    walletId,
    month: previousMonth,
    transactions: 25,
    file: createFile(previousMonth, { 20: repeatedReference }),
  });
  await statementApp.store({
    walletId,
    month,
    transactions: 25,
    file: createFile(month, { 4: repeatedReference }),
  });
  await openReview(statementApp);
  const integrity = page.getByRole('complementary', { name: 'Integrity' });
  await expect(integrity.getByText(/1 reference is also in/)).toBeVisible();
  await expect(integrity.getByText('1 to check')).toBeVisible();
  await integrity.getByRole('button', { name: 'Show 1 row' }).click();
  await expect(page.getByText('1 of 25 rows shown')).toBeVisible();
  await integrity.getByRole('button', { name: 'Open statement' }).click();
  const currentCell = page.locator('[role="gridcell"][aria-current]');
  await expect(currentCell).toHaveText(repeatedReference);
  await expect(rowsOf(paydesk).getByRole('row').filter({ has: currentCell }).getByRole('button')).toHaveText(
    '21',
  );
});

test('the button of an issue names the number of its rows, and the limit of 1,000 only when there are more rows', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const manyBreaks = Array.from({ length: 1_200 }, (_, index) => index + 2);
  const createFile = (statementMonth: string, breakRows: number[]) =>
    bytes(
      csvOf(
        inventedRows({ walletId, currency: 'EUR', month: statementMonth, rows: 1_300, breaks: breakRows }),
      ),
    );
  const openRowsButton = async (file: Uint8Array, statementMonth: string) => {
    await statementApp.store({ walletId, month: statementMonth, transactions: 1_300, file });
    await openReview(statementApp);
    const integrity = page.getByRole('complementary', { name: 'Integrity' });
    return integrity.getByRole('listitem').filter({ hasText: 'balance' }).getByRole('button');
  };
  const shortListButton = await openRowsButton(createFile(previousMonth, [5, 9, 14]), previousMonth);
  await expect(shortListButton).toHaveText('Show 3 rows');
  await shortListButton.click();
  await expect(page.getByText('3 of 1,300 rows shown')).toBeVisible();
  const longListButton = await openRowsButton(createFile(month, manyBreaks), month);
  await expect(longListButton).toHaveText('Show the first 1,000 of 1,200 rows');
  await longListButton.click();
  await expect(page.getByText('1,000 of 1,300 rows shown')).toBeVisible();
});

test('no result of the integrity check is shown before the check has finished or when the check failed', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const file = bytes(csvOf(inventedRows({ walletId, currency: 'EUR', month, rows: 25 })));
  const statementId = await statementApp.store({ walletId, month, transactions: 25, file });
  const integrity = page.getByRole('complementary', { name: 'Integrity' });
  const noIssuesText = integrity.getByText('No issues found');
  await paydesk.evaluate(blockAction, 'check');
  await openReview(statementApp);
  await expect(integrity.getByRole('status')).toHaveText('Loading');
  await expect(noIssuesText).toBeHidden();
  await paydesk.evaluate(unblockAction, null);
  await expect(noIssuesText).toBeVisible();

  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
  await paydesk.evaluate(blockAction, 'check');
  await openReview(statementApp);
  await expect(integrity.getByRole('status')).toHaveText('Loading');
  // The statement was opened elsewhere and no longer answers here.
  await callCommand(paydesk, 'review.open', { statementId, options: {} });
  await paydesk.evaluate(unblockAction, null);
  await expect(integrity.getByRole('alert')).toBeVisible();
  await expect(noIssuesText).toBeHidden();
});

test('rows that could not be loaded are loaded by a retry, and loaded rows stay until then', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const rows = 600;
  const lines = ['Reference,Amount', ...Array.from({ length: rows }, (_, row) => `R${row + 1},1.00`)];
  await statementApp.store({ walletId, month, transactions: rows, file: bytes(lines.join('\n')) });
  await openReview(statementApp);
  await paydesk.evaluate(failAction, 'window');
  await cell(paydesk, 1, 1).click();
  await page.keyboard.press('ControlOrMeta+End');
  const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await expect(cell(paydesk, rows, 1)).toHaveText('');
  await page.keyboard.press('ControlOrMeta+Home');
  await expect(cell(paydesk, 1, 1)).toHaveText('R1');
  await page.keyboard.press('ControlOrMeta+End');
  await paydesk.evaluate(unblockAction, null);
  await retry.click();
  await expect(cell(paydesk, rows, 1)).toHaveText(`R${rows}`);
  await expect(retry).toBeHidden();
});

for (const scale of [1, 1.5, 2]) {
  test.describe(`${scale * 100} %`, () => {
    test.use({ scale });
    test('the last of 520,000 rows is reached with the scroll bar and with a key', async ({
      statementApp,
    }) => {
      const { paydesk } = statementApp;
      const rows = 520_000;
      const lines = ['Reference,Amount'];
      for (let row = 1; row <= rows; row += 1) lines.push(`R${row},${row}.00`);
      await statementApp.store({ walletId, month, transactions: rows, file: bytes(lines.join('\n')) });
      await openReview(statementApp);
      await rowsOf(paydesk)
        .locator('..')
        .evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
      await expect(cell(paydesk, rows, 1)).toBeInViewport({ ratio: 0.9 });
      await expect(cell(paydesk, rows, 1)).toHaveText(`R${rows}`);
      // The list shrinks frame by frame, as when the window is resized.
      await rowsOf(paydesk)
        .locator('..')
        .evaluate(async (scroller) => {
          const { height } = scroller.getBoundingClientRect();
          for (const reductionPx of [20, 40, 60, 80, 100]) {
            scroller.style.maxHeight = `${height - reductionPx}px`;
            await new Promise(requestAnimationFrame);
          }
        });
      await expect(cell(paydesk, rows, 1)).toBeInViewport({ ratio: 0.9 });
      await rowsOf(paydesk)
        .locator('..')
        .evaluate((scroller) => scroller.scrollTo(0, 0));
      await cell(paydesk, 1, 1).click();
      await paydesk.page.keyboard.press('ControlOrMeta+End');
      await expect(cell(paydesk, rows, 2)).toBeFocused();
      await expect(cell(paydesk, rows, 2)).toBeInViewport({ ratio: 0.9 });
      await paydesk.page.keyboard.press('PageUp');
      await paydesk.page.keyboard.press('PageDown');
      await expect(cell(paydesk, rows, 2)).toBeFocused();
      await expect(cell(paydesk, rows, 1)).toHaveText(`R${rows}`);
      await paydesk.page.keyboard.press('ControlOrMeta+Shift+Home');
      await paydesk.page.keyboard.press('Shift+ ');
      await expect(paydesk.page.getByText('100,000 rows selected', { exact: true })).toBeVisible();
      await expect(paydesk.page.getByText('You can select up to 100,000 rows one by one')).toBeVisible();
    });
  });
}
