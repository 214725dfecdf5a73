/** @file What the short and the long tests of statements grid use. */
import { expect, type Paydesk } from './fixture.ts';
import { monthsBefore, type StatementApp } from './statement-company.ts';

export const [previousMonth = '', month = ''] = monthsBefore(2);
export const bytes = (text: string) => new TextEncoder().encode(text);
export const walletId = 410_023;

export async function openReview({ paydesk, open }: StatementApp): Promise<void> {
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

export const rowsOf = ({ page }: Paydesk) => page.getByRole('grid', { name: 'Rows of the statement' });
export const columnNamesOf = (paydesk: Paydesk) => rowsOf(paydesk).getByRole('columnheader').allInnerTexts();
export const cell = (paydesk: Paydesk, row: number, column: number) =>
  rowsOf(paydesk).locator(`[aria-rowindex="${row + 2}"] > [aria-colindex="${column + 1}"]`);
