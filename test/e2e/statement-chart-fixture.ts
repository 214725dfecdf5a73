/** @file What the short and the long tests of statement chart use. */
import { csvOf, inventedRows } from '../fakes/statement-csv.ts';
import { expect, type Paydesk } from './fixture.ts';
import { monthsBefore, type StatementApp } from './statement-company.ts';

export const [month = ''] = monthsBefore(1);
export const walletId = 410_023;
export const rowCount = 240;

export const chartOf = ({ page }: Paydesk) => page.getByRole('slider');
export const rowsGrid = ({ page }: Paydesk) => page.getByRole('grid', { name: 'Rows of the statement' });

/** Stores a statement with a wrong balance and opens its chart. */
export async function openChart({ paydesk, open, store }: StatementApp): Promise<void> {
  const lines = inventedRows({ walletId, currency: 'EUR', month, rows: rowCount, breaks: [120] });
  const file = new TextEncoder().encode(csvOf(lines));
  await store({ walletId, month, transactions: rowCount, file });
  await open();
  const { page } = paydesk;
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
  await page.getByRole('grid', { name: 'Statements' }).getByRole('button', { name: 'Review' }).click();
  await expect(rowsGrid(paydesk)).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Chart').click();
  await expect(chartOf(paydesk).locator('canvas')).toBeVisible();
}
