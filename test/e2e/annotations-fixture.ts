/** @file What the short and the long tests of annotations use. */
import { csvOf, inventedRows } from '../fakes/statement-csv.ts';
import { expect, type Paydesk } from './fixture.ts';
import { monthsBefore, type StatementApp } from './statement-company.ts';

export const [month = ''] = monthsBefore(1);
const walletId = 410_023;
export const rowCount = 24;

export async function openReview({ paydesk, open, store }: StatementApp): Promise<void> {
  const lines = inventedRows({ walletId, currency: 'EUR', month, rows: rowCount });
  const file = new TextEncoder().encode(csvOf(lines));
  await store({ walletId, month, transactions: rowCount, file });
  await open();
  const { page } = paydesk;
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
  await page
    .getByRole('grid', { name: 'Statements' })
    .getByRole('button', { name: 'Review' })
    .first()
    .click();
  await expect(rowHeader(paydesk, 1)).toBeVisible();
}

const rowsOf = ({ page }: Paydesk) => page.getByRole('grid', { name: 'Rows of the statement' });
/** The header of a row, by its position in the view from 1. */
export const rowHeader = (paydesk: Paydesk, place: number) =>
  rowsOf(paydesk).locator(`[aria-rowindex="${place + 2}"] > [role="rowheader"]`);
export const cell = (paydesk: Paydesk, place: number) =>
  rowsOf(paydesk).locator(`[aria-rowindex="${place + 2}"] > [aria-colindex="2"]`);
