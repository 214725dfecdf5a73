/** @file Excel workbooks of a statement: a clerk exports a filtered view and a pivot, and both are read back. */
import { readFile } from 'node:fs/promises';
import { expect, type Paydesk } from '../../../e2e/fixture.ts';
import { checkLayout } from '../../../e2e/layout/check-layout.ts';
import { photograph } from '../../../e2e/photograph.ts';
import { monthsBefore, test, walletId } from '../../../e2e/statements/statement-company.ts';
import { besideData } from '../../../e2e/statements/statements-screen.ts';
import { readPages } from '../../../fakes/files/read-pages.ts';
import { readWorkbook } from '../../../fakes/files/read-workbook.ts';
import { inventedRows } from '../../../fakes/files/statement-csv.ts';

const [month = ''] = monthsBefore(1);

async function exportAs(paydesk: Paydesk, path: string, entry: string): Promise<void> {
  const { page } = paydesk;
  await paydesk.answerDialogs({ save: path });
  await page.getByRole('button', { name: 'Export…' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.getByRole('menuitem', { name: entry }).click();
  await expect(page.getByText(path.split('/').at(-1) ?? '').first()).toBeVisible();
}

/** Texts that spreadsheets like to change. */
const hostileTexts = [
  '=cmd|/c calc!A1',
  '+1+1',
  '@SUM(A1)',
  '007',
  '12345678901234567890',
  '1e5',
  '_x0041_ <&>',
  'two\nlines',
  '💶 é',
];

const statementLines = () => [
  ...inventedRows({ walletId, currency: 'EUR', month, rows: 120 }),
  ...hostileTexts.map((text, index) => [
    `${month}-28`,
    'Payment',
    `PX-${index}`,
    'Hostile Cells Ltd',
    '-1234567.50',
    'EUR',
    '1.00',
    String(walletId),
    text,
  ]),
];

/** Returns the pages of a document after it was printed. */
async function printedPages(paydesk: Paydesk, number: number) {
  const printed = async () => (await paydesk.host?.records())?.printed ?? [];
  await expect.poll(async () => (await printed()).length).toBe(number);
  return (await readPages(Buffer.from((await printed())[number - 1] ?? '', 'base64'))).pages;
}

const textsOf = (cells: readonly ({ text: string } | undefined)[] = []) =>
  cells.map((cell) => cell?.text ?? '');

test('a clerk exports a filtered view and its groups as workbooks in which no cell differs', async ({
  statementApp,
  dataFolder,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await statementApp.storeLines(month, statementLines());
  await statementApp.review();
  await page.getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'View as Excel workbook…',
    'View as CSV…',
    'View as PDF…',
    'Print…',
    'Original file…',
  ]);
  await photograph(paydesk, 'statement-export', { at150: true });
  await checkLayout(paydesk, 'statement-export');
  await page.keyboard.press('Escape');

  await page.getByRole('textbox', { name: 'Filter Counterparty' }).fill('=Hostile Cells Ltd');
  await expect(page.getByRole('status').filter({ hasText: `${hostileTexts.length} of` })).toBeVisible();
  const view = besideData(dataFolder, 'view.xlsx');
  await exportAs(paydesk, view, 'View as Excel workbook…');
  const [rows, origin] = readWorkbook(await readFile(view));
  const columns = rows?.rows[0]?.map((cell) => cell?.text) ?? [];
  const columnOf = (name: string) => columns.indexOf(name);
  expect(rows?.frozenRows).toBe(1);
  expect(rows?.rows.slice(1).map((cells) => cells[columnOf('Purpose')]?.text)).toEqual(hostileTexts);
  for (const cells of rows?.rows.slice(1) ?? []) {
    expect(cells[columnOf('Purpose')]?.kind).toBe('text');
    expect(cells[columnOf('Amount')]).toEqual({ kind: 'number', text: '-1234567.50' });
    expect(cells[columnOf('Date')]).toEqual({ kind: 'date', text: `${month}-28` });
  }
  const facts = origin?.rows.map(textsOf);
  expect(facts).toContainEqual(['Exported rows', String(hostileTexts.length)]);
  expect(facts).toContainEqual(['Filters', 'Counterparty is “Hostile Cells Ltd”']);
  expect(facts?.at(-1)?.[1]).toBe(String(walletId));
  expect(facts?.at(-1)?.at(-1)).toMatch(/^[\da-f]{64}$/);

  const pdf = besideData(dataFolder, 'view.pdf');
  await exportAs(paydesk, pdf, 'View as PDF…');
  const { pages, isActive } = await readPages(await readFile(pdf));
  expect(isActive).toBe(false);
  const printedText = pages
    .flatMap(({ lines }) => lines)
    .join('\n')
    .replaceAll(/\s+/g, ' ');
  for (const text of hostileTexts.filter((own) => /^[\x20-\x7e]+$/.test(own)))
    expect(printedText).toContain(text);
  expect(printedText).toContain('−1,234,567.50');
  expect(printedText).toContain('Filters Counterparty is “Hostile Cells Ltd”');
  await page.getByRole('button', { name: 'Export…' }).click();
  await page.getByRole('menuitem', { name: 'Print…' }).click();
  const linesOf = (sheets: typeof pages) => sheets.map(({ lines }) => lines.slice(0, -1));
  expect(linesOf(await printedPages(paydesk, 1))).toEqual(linesOf(pages));

  await page.getByRole('button', { name: 'Clear 1 filter' }).click();
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Groups').click();
  await page.getByRole('button', { name: 'Then by' }).click();
  await page.getByRole('option', { name: 'Incoming or outgoing', exact: true }).click();
  await expect(page.getByText('by Counterparty and In or out.')).toBeVisible();
  const pivot = besideData(dataFolder, 'pivot.xlsx');
  await exportAs(paydesk, pivot, 'Groups as Excel workbook…');
  const [groups, pivotOrigin] = readWorkbook(await readFile(pivot));
  const hostileGroup = groups?.rows.find((cells) => cells[0]?.text === 'Hostile Cells Ltd');
  expect(textsOf(hostileGroup).slice(1, 6)).toEqual([
    'Outgoing',
    'EUR',
    String(hostileTexts.length),
    '0.00',
    '-11111107.50',
  ]);
  expect(hostileGroup?.slice(3).map((cell) => cell?.kind)).toEqual(Array.from({ length: 7 }, () => 'number'));
  expect(pivotOrigin?.rows.map(textsOf)).toContainEqual(['Grouped by', 'Counterparty and In or out']);
});
