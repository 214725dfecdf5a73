/** @file The grid of statement rows: columns, copying, and reading a file again. */
import { columnNames, csvOf, inventedRows } from '../fakes/statement-csv.ts';
import { expect, type Paydesk } from './fixture.ts';
import { blockCommand, unblockCommand } from './launch/block-command.ts';
import { callCommand } from './managed-company.ts';
import { monthsBefore, type StatementApp, test } from './statement-company.ts';

const [before = '', month = ''] = monthsBefore(2);
const bytes = (text: string) => new TextEncoder().encode(text);
const walletId = 410_023;

async function review({ paydesk, open }: StatementApp): Promise<void> {
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
const namesOf = (paydesk: Paydesk) => rowsOf(paydesk).getByRole('columnheader').allInnerTexts();
const head = (paydesk: Paydesk, name: string) => rowsOf(paydesk).getByRole('button', { name, exact: true });
const cell = (paydesk: Paydesk, row: number, column: number) =>
  rowsOf(paydesk).locator(`[aria-rowindex="${row + 2}"] > [aria-colindex="${column + 1}"]`);
const lastCopied = (paydesk: Paydesk) => paydesk.clipboard();
const chooseInMenu = (paydesk: Paydesk, name: string) =>
  paydesk.page.getByRole('menuitem', { name, exact: true }).click();

test('columns are hidden, moved and pinned by mouse and keyboard, and stay so for the wallet’s next statement', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  for (const of of [before, month]) {
    const lines = inventedRows({ walletId, currency: 'EUR', month: of, rows: 40 });
    await statementApp.store({ walletId, month: of, transactions: 40, file: bytes(csvOf(lines)) });
  }
  await paydesk.resize(1_720, 800);
  await review(statementApp);
  const natural = ['Row', ...columnNames];
  await expect.poll(() => namesOf(paydesk)).toEqual(natural);

  await page.getByRole('button', { name: 'Columns 9 of 9' }).click();
  const columns = page.getByRole('dialog', { name: /^Columns \d of 9/ });
  await columns.getByText('Wallet ID').click();
  await columns.getByRole('button', { name: 'Move Purpose up' }).press('Enter');
  await page.keyboard.press('Enter');
  await expect(columns.getByRole('button', { name: 'Move Purpose up' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(columns).toBeHidden();
  const moved = [
    'Row',
    'Date',
    'Type',
    'Reference',
    'Counterparty',
    'Amount',
    'Purpose',
    'Currency',
    'Balance',
  ];
  await expect.poll(() => namesOf(paydesk)).toEqual(moved);

  await head(paydesk, 'Reference').press('ContextMenu');
  await chooseInMenu(paydesk, 'Pin to the left');
  await head(paydesk, 'Type').press('Control+Shift+ArrowRight');
  await head(paydesk, 'Balance').dragTo(head(paydesk, 'Date'), { targetPosition: { x: 2, y: 8 } });
  const wanted = [
    'Row',
    'Reference',
    'Balance',
    'Date',
    'Counterparty',
    'Type',
    'Amount',
    'Purpose',
    'Currency',
  ];
  await expect.poll(() => namesOf(paydesk)).toEqual(wanted);
  await paydesk.resize(1_000, 800);
  await page.waitForFunction(() => innerWidth === 1_000);
  const shown = head(paydesk, 'Reference');
  const place = await shown.boundingBox();
  await head(paydesk, 'Currency').scrollIntoViewIfNeeded();
  await rowsOf(paydesk)
    .locator('..')
    .evaluate((scroller) => scroller.scrollTo(10_000, 0));
  expect((await shown.boundingBox())?.x).toBe(place?.x);

  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
  await page.getByRole('grid', { name: 'Statements' }).getByRole('button', { name: 'Review' }).last().click();
  await expect.poll(() => namesOf(paydesk)).toEqual(wanted);
});

test('one cell is copied unchanged; ranges and rows are copied so that a spreadsheet does not run formulas', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const lines = [
    ['Date', 'Reference', 'Text', 'Amount'],
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
  await review(statementApp);
  await cell(paydesk, 1, 3).click();
  await page.keyboard.press('ControlOrMeta+c');
  await expect.poll(() => lastCopied(paydesk)).toBe('=HYPERLINK("http://a.example")');

  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('4 cells', { exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+c');
  await expect
    .poll(() => lastCopied(paydesk))
    .toBe('"\'=HYPERLINK(""http://a.example"")"\t-12.50\n"two\nlines"\t7.00');
  await page.keyboard.press('Escape');

  await cell(paydesk, 3, 1).click({ button: 'right' });
  await chooseInMenu(paydesk, 'Copy row');
  await expect.poll(() => lastCopied(paydesk)).toBe(`${month}-03\t000125\tplain\t-1.00`);
  await expect(cell(paydesk, 3, 1)).toBeFocused();

  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+Space');
  await expect(page.getByText('3 rows selected')).toBeVisible();
  await page.keyboard.press('Shift+F10');
  await chooseInMenu(paydesk, 'Copy with column names');
  await expect
    .poll(async () => (await lastCopied(paydesk)).split('\t').slice(0, 3))
    .toEqual(['Date', 'Reference', 'Text']);
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

test('the screen reports when only a part, or nothing, was copied or requested', async ({ statementApp }) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const rows = 50_003;
  const lines = ['Reference,Amount', ',1.00'];
  for (let row = 2; row <= rows; row += 1) lines.push(`R${row % 3},${row}.00`);
  await statementApp.store({ walletId, month, transactions: rows, file: bytes(lines.join('\n')) });
  await review(statementApp);
  const alert = page.getByRole('alert');
  await cell(paydesk, 1, 1).click();
  await page.keyboard.press('Space');
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

test('a misread file is read again with another delimiter and encoding, and its original stays', async ({
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
  // Every character of it is a single byte of Windows-1252.
  const file = Uint8Array.from(csvOf(lines, ';'), (character) => character.codePointAt(0) ?? 0);
  await statementApp.store({ walletId, month, transactions: 30, file });
  await review(statementApp);
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
  await expect.poll(() => namesOf(paydesk)).toEqual(['Row', 'Datum', 'Referenz', 'Empfänger', 'Betrag']);
  await expect(cell(paydesk, 1, 2)).toHaveText('0070');
  await expect(cell(paydesk, 1, 3)).toHaveText('Müller; Söhne; Straße; 0');
  await expect(cell(paydesk, 1, 4)).toHaveText('-1.234,10');
  await expect(page.getByRole('table', { name: 'Sums' })).toContainText('−37,027.35');
});

test('a reference that another statement also contains is shown with its rows in both', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const twice = 'PX-TWICE-0001';
  const invented = (of: string, references: Record<number, string>) =>
    bytes(csvOf(inventedRows({ walletId, currency: 'EUR', month: of, rows: 25, references })));
  await statementApp.store({
    walletId,
    month: before,
    transactions: 25,
    file: invented(before, { 20: twice }),
  });
  await statementApp.store({ walletId, month, transactions: 25, file: invented(month, { 4: twice }) });
  await review(statementApp);
  const integrity = page.getByRole('complementary', { name: 'Integrity' });
  await expect(integrity.getByText(/1 reference is also in/)).toBeVisible();
  await expect(integrity.getByText('1 to check')).toBeVisible();
  await integrity.getByRole('button', { name: 'Show 1 row' }).click();
  await expect(page.getByText('1 of 25 rows shown')).toBeVisible();
  await integrity.getByRole('button', { name: 'Open statement' }).click();
  const found = page.locator('[role="gridcell"][aria-current]');
  await expect(found).toHaveText(twice);
  await expect(rowsOf(paydesk).getByRole('row').filter({ has: found }).getByRole('button')).toHaveText('21');
});

test('a list of rows says that it shows the first ones only when there are more', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const breaks = Array.from({ length: 1_200 }, (_, index) => index + 2);
  const invented = (of: string, some: number[]) =>
    bytes(csvOf(inventedRows({ walletId, currency: 'EUR', month: of, rows: 1_300, breaks: some })));
  const listed = async (file: Uint8Array, of: string) => {
    await statementApp.store({ walletId, month: of, transactions: 1_300, file });
    await review(statementApp);
    const integrity = page.getByRole('complementary', { name: 'Integrity' });
    return integrity.getByRole('listitem').filter({ hasText: 'balance' }).getByRole('button');
  };
  const few = await listed(invented(before, [5, 9, 14]), before);
  await expect(few).toHaveText('Show 3 rows');
  await few.click();
  await expect(page.getByText('3 of 1,300 rows shown')).toBeVisible();
  const many = await listed(invented(month, breaks), month);
  await expect(many).toHaveText('Show the first 1,000 of 1,200 rows');
  await many.click();
  await expect(page.getByText('1,000 of 1,300 rows shown')).toBeVisible();
});

test('no result of the integrity check is shown before the check or when it failed', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const file = bytes(csvOf(inventedRows({ walletId, currency: 'EUR', month, rows: 25 })));
  const statementId = await statementApp.store({ walletId, month, transactions: 25, file });
  const integrity = page.getByRole('complementary', { name: 'Integrity' });
  const good = integrity.getByText('No issues found');
  await paydesk.evaluate(blockCommand, 'review.check');
  await review(statementApp);
  await expect(integrity.getByRole('status')).toHaveText('Loading');
  await expect(good).toBeHidden();
  await paydesk.evaluate(unblockCommand, null);
  await expect(good).toBeVisible();

  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
  await paydesk.evaluate(blockCommand, 'review.check');
  await review(statementApp);
  await expect(integrity.getByRole('status')).toHaveText('Loading');
  // The statement was opened elsewhere and no longer answers here.
  await callCommand(paydesk, 'review.open', { statementId, options: {} });
  await paydesk.evaluate(unblockCommand, null);
  await expect(integrity.getByRole('alert')).toBeVisible();
  await expect(good).toBeHidden();
});

for (const scale of [1, 1.5, 2]) {
  test.describe(`${scale * 100} %`, () => {
    test.use({ scale });
    test('the last of many rows is reached with the scroll bar and with a key', async ({ statementApp }) => {
      const { paydesk } = statementApp;
      const rows = 520_000;
      const lines = ['Reference,Amount'];
      for (let row = 1; row <= rows; row += 1) lines.push(`R${row},${row}.00`);
      await statementApp.store({ walletId, month, transactions: rows, file: bytes(lines.join('\n')) });
      await review(statementApp);
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
          for (const less of [20, 40, 60, 80, 100]) {
            scroller.style.maxHeight = `${height - less}px`;
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
      await paydesk.page.keyboard.press('Shift+ ');
      await expect(paydesk.page.getByText('100,000 rows selected', { exact: true })).toBeVisible();
      await expect(paydesk.page.getByText('You can select up to 100,000 rows one by one')).toBeVisible();
    });
  });
}
