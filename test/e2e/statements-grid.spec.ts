/** @file The grid of statement rows: columns, copying, and reading a file again. */
import { csvOf, inventedRows } from '../fakes/statement-csv.ts';
import { expect, type Paydesk } from './fixture.ts';
import { blockAction, failAction, unblockAction } from './launch/block-action.ts';
import { callCommand } from './launch/calls.ts';
import { monthsBefore, type StatementApp, test } from './statement-company.ts';

const [previousMonth = '', month = ''] = monthsBefore(2);
const bytes = (text: string) => new TextEncoder().encode(text);
const walletId = 410_023;

async function openReview({ paydesk, open }: StatementApp): Promise<void> {
  await open();
  const { page } = paydesk;
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
  await page
    .getByRole('grid', { name: 'Statements' })
    .getByRole('button', { name: 'Review' })
    .first()
    .click();
  // Only loaded rows can be selected.
  await expect(
    rowsOf(paydesk)
      .getByRole('button', { name: /^Select row/ })
      .first(),
  ).toBeVisible();
}

const rowsOf = ({ page }: Paydesk) => page.getByRole('grid', { name: 'Rows of the statement' });
const columnNamesOf = (paydesk: Paydesk) => rowsOf(paydesk).getByRole('columnheader').allInnerTexts();
const columnHeader = (paydesk: Paydesk, name: string) =>
  rowsOf(paydesk).getByRole('button', { name, exact: true });
const cell = (paydesk: Paydesk, row: number, column: number) =>
  rowsOf(paydesk).locator(`[aria-rowindex="${row + 2}"] > [aria-colindex="${column + 1}"]`);
const readClipboard = (paydesk: Paydesk) => paydesk.clipboard();
const chooseInMenu = (paydesk: Paydesk, name: string) =>
  paydesk.page.getByRole('menuitem', { name, exact: true }).click();

test('columns are hidden, moved and pinned by mouse and keyboard, and the next statement of the wallet has the same layout', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  for (const statementMonth of [previousMonth, month]) {
    const lines = inventedRows({ walletId, currency: 'EUR', month: statementMonth, rows: 40 });
    await statementApp.store({
      walletId,
      month: statementMonth,
      transactions: 40,
      file: bytes(csvOf(lines)),
    });
  }
  await paydesk.resize(1_720, 800);
  await openReview(statementApp);
  const originalOrder = [
    'Row',
    'Date',
    'Counterparty',
    'Purpose',
    'Type',
    'Reference',
    'Currency',
    'Wallet ID',
    'Amount',
    'Balance',
  ];
  await expect.poll(() => columnNamesOf(paydesk)).toEqual(originalOrder);

  await page.getByRole('button', { name: 'Columns 9 of 9' }).click();
  const columns = page.getByRole('dialog', { name: /^Columns \d of 9/ });
  await columns.getByText('Wallet ID').click();
  await columns.getByRole('button', { name: 'Move Currency up' }).press('Enter');
  await page.keyboard.press('Enter');
  await expect(columns.getByRole('button', { name: 'Move Currency up' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(columns).toBeHidden();
  const movedOrder = [
    'Row',
    'Date',
    'Counterparty',
    'Purpose',
    'Currency',
    'Type',
    'Reference',
    'Amount',
    'Balance',
  ];
  await expect.poll(() => columnNamesOf(paydesk)).toEqual(movedOrder);

  await columnHeader(paydesk, 'Reference').press('ContextMenu');
  await chooseInMenu(paydesk, 'Pin to the left');
  await columnHeader(paydesk, 'Counterparty').press('Control+Shift+ArrowRight');
  await columnHeader(paydesk, 'Balance').dragTo(columnHeader(paydesk, 'Date'), {
    targetPosition: { x: 2, y: 8 },
  });
  const pinnedOrder = [
    'Row',
    'Reference',
    'Balance',
    'Date',
    'Purpose',
    'Counterparty',
    'Currency',
    'Type',
    'Amount',
  ];
  await expect.poll(() => columnNamesOf(paydesk)).toEqual(pinnedOrder);
  await paydesk.resize(1_000, 800);
  await page.waitForFunction(() => innerWidth === 1_000);
  const pinnedHeader = columnHeader(paydesk, 'Reference');
  const positionBefore = await pinnedHeader.boundingBox();
  await columnHeader(paydesk, 'Currency').scrollIntoViewIfNeeded();
  await rowsOf(paydesk)
    .locator('..')
    .evaluate((scroller) => scroller.scrollTo(10_000, 0));
  expect((await pinnedHeader.boundingBox())?.x).toBe(positionBefore?.x);

  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
  await page.getByRole('grid', { name: 'Statements' }).getByRole('button', { name: 'Review' }).last().click();
  await expect.poll(() => columnNamesOf(paydesk)).toEqual(pinnedOrder);
});

test('one cell is copied unchanged; ranges and rows are copied so that a spreadsheet does not run formulas', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const lines = [
    ['Date', 'Reference', 'Label', 'Amount'],
    [`${month}-01`, '000123', '=HYPERLINK("http://a.example")', '-12.50'],
    [`${month}-02`, '000124', 'two\nlines', '7.00'],
    [`${month}-03`, '000125', 'plain', '-1.00'],
  ];
  const statementId = await statementApp.store({
    walletId,
    month,
    transactions: 3,
    file: bytes(csvOf(lines)),
  });
  await openReview(statementApp);
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

  await cell(paydesk, 3, 1).click({ button: 'right' });
  await chooseInMenu(paydesk, 'Copy row');
  await expect.poll(() => readClipboard(paydesk)).toBe(`${month}-03\t000125\tplain\t-1.00`);
  await expect(cell(paydesk, 3, 1)).toBeFocused();

  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+Space');
  await expect(page.getByText('3 rows selected')).toBeVisible();
  await page.keyboard.press('Shift+F10');
  await chooseInMenu(paydesk, 'Copy with column names');
  await expect
    .poll(async () => (await readClipboard(paydesk)).split('\t').slice(0, 3))
    .toEqual(['Date', 'Reference', 'Label']);
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
  await callCommand(paydesk, 'review.open', { statementId, options: {} });
  await page.getByRole('radio', { name: 'In view 1' }).click();
  await expect(page.getByRole('region', { name: 'Sums' }).getByRole('alert')).toBeVisible();
  await expect(sums).not.toContainText('−13.50');
});

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
