/** @file Saved views of statements: saved, shown again, by default, renamed and exported. */
import { readFile } from 'node:fs/promises';
import { expect, type Paydesk } from '../../../e2e/fixture.ts';
import { checkLayout } from '../../../e2e/layout/check-layout.ts';
import { photograph } from '../../../e2e/photograph.ts';
import {
  monthsBefore,
  rowsOf,
  type StatementApp,
  test,
  walletId,
} from '../../../e2e/statements/statement-company.ts';
import { besideData } from '../../../e2e/statements/statements-screen.ts';
import { inventedRows } from '../../../fakes/files/statement-csv.ts';
import { expectEscapeAsks } from '../expect-escape-asks.ts';

const [earlierMonth = '', month = ''] = monthsBefore(2);
const rowCount = 60;
const party = 'Ahlström Konepaja Oy';

const countParty = (lines: readonly (readonly string[])[]) =>
  lines.filter((cells) => cells[3] === party).length;

function linesOf(statementMonth: string): string[][] {
  return inventedRows({ walletId, currency: 'EUR', month: statementMonth, rows: rowCount });
}

/** Stores two months; the later one has other column names and no column of references. */
async function storeMonths({ storeLines }: StatementApp): Promise<void> {
  const later = linesOf(month).map((cells, index) =>
    (index === 0 ? cells.map((name) => (name === 'Counterparty' ? 'Payee' : name)) : cells).filter(
      (_, column) => column !== 2,
    ),
  );
  await storeLines(earlierMonth, linesOf(earlierMonth));
  await storeLines(month, later);
}

async function chooseEntry({ page }: Paydesk, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^View(s|:)/ }).click();
  await page.getByRole('menuitem', { name }).click();
}

test.setTimeout(240_000);

test('a clerk saves a view, gets it by default in another month, and exports it', async ({
  statementApp,
  dataFolder,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await storeMonths(statementApp);
  await statementApp.review(1);
  const grid = rowsOf(paydesk);
  await expect(grid).toHaveAttribute('aria-rowcount', String(rowCount + 2));
  await grid.getByRole('textbox', { name: 'Filter Counterparty' }).fill(party);
  await grid.getByRole('textbox', { name: 'Filter Reference' }).fill('PX');
  await grid.getByRole('columnheader', { name: 'Amount' }).getByRole('button').first().click();
  await expect(grid).toHaveAttribute('aria-rowcount', String(countParty(linesOf(earlierMonth)) + 2));

  await chooseEntry(paydesk, 'Save view…');
  await expectEscapeAsks(page, 'Name of the view');
  await chooseEntry(paydesk, 'Save view…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name of the view' }).fill(`Payments to ${party}`);
  await dialog.getByText('Use as default view').click();
  await photograph(paydesk, 'statement-views-save', { at150: true });
  await checkLayout(paydesk, 'views-save');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name: `View: Payments to ${party}` })).toBeVisible();

  // The other month has the counterparty under another name, and no references.
  await statementApp.review();
  await expect(grid).toHaveAttribute('aria-rowcount', String(countParty(linesOf(month)) + 2));
  await expect(grid.getByRole('textbox', { name: 'Filter Payee' })).toHaveValue(party);
  await expect(grid.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByText('Column: Reference. Filter: Reference PX.')).toBeVisible();
  await page.getByRole('button', { name: /^View:/ }).click();
  await expect(page.getByRole('menuitem', { name: /^Update view/ })).toHaveAttribute('aria-disabled', 'true');
  await photograph(paydesk, 'statement-views-menu', { at150: true });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Dismiss notice' }).click();
  await chooseEntry(paydesk, 'Show without view');
  await expect(grid).toHaveAttribute('aria-rowcount', String(rowCount + 2));

  await chooseEntry(paydesk, /^Payments to/);
  await chooseEntry(paydesk, 'Rename view…');
  await expectEscapeAsks(page, 'Name of the view');
  await chooseEntry(paydesk, 'Rename view…');
  await expect(dialog.getByRole('textbox', { name: 'Name of the view' })).toBeFocused();
  await checkLayout(paydesk, 'views-rename');
  await dialog.getByRole('textbox', { name: 'Name of the view' }).fill('Konepaja');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'View: Konepaja' })).toBeVisible();

  const path = besideData(dataFolder, 'views.json');
  await chooseEntry(paydesk, 'Export views…');
  await expect(dialog.getByText('The file isn’t encrypted')).toBeVisible();
  await photograph(paydesk, 'statement-views-export', { at150: true });
  await checkLayout(paydesk, 'views-export');
  await paydesk.answerDialogs({ save: path, open: [path] });
  await dialog.getByRole('button', { name: 'Export 1 view…' }).click();
  await expect(dialog).toHaveCount(0);
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
    version: 1,
    views: [{ name: 'Konepaja', walletId, isDefault: true }],
  });
});
