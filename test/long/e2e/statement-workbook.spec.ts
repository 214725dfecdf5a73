import { expect } from '../../e2e/fixture.ts';
import { test } from '../../e2e/statement-company.ts';
import { exportAs, month, rowsGrid, walletId } from '../../e2e/statement-workbook-fixture.ts';
import { besideData } from '../../e2e/statements-screen.ts';
import { csvOf, inventedRows } from '../../fakes/statement-csv.ts';

test('a clerk learns which cell is too long for a workbook, and exports as CSV', async ({
  statementApp,
  dataFolder,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const lines = [...inventedRows({ walletId, currency: 'EUR', month, rows: 5 })];
  lines[1]?.splice(8, 1, 'x'.repeat(32_768));
  const file = new TextEncoder().encode(csvOf(lines));
  await statementApp.store({ walletId, month, transactions: 5, file });
  await statementApp.open();
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
  await page.getByRole('grid', { name: 'Statements' }).getByRole('button', { name: 'Review' }).click();
  await expect(rowsGrid(paydesk)).toBeVisible();
  await paydesk.answerDialogs({ save: besideData(dataFolder, 'long.xlsx') });
  await page.getByRole('button', { name: 'Export…' }).click();
  await page.getByRole('menuitem', { name: 'View as Excel workbook…' }).click();
  await expect(page.getByText('The rows don’t fit into an Excel workbook')).toBeVisible();
  await expect(page.getByText(/A text of 32,768 characters is too long for cell [A-Z]2:/)).toBeVisible();
  await exportAs(paydesk, besideData(dataFolder, 'long.csv'), 'View as CSV…');
});
