/** @file What the short and the long tests of statement reading use. */
import { expect, type Paydesk } from './fixture.ts';
import { monthsBefore, type StatementApp } from './statement-company.ts';

export const [firstMonth = '', secondMonth = '', month = ''] = monthsBefore(3);
export const bytes = (text: string) => new TextEncoder().encode(text);
export const walletId = 410_023;

export const rowsOf = ({ page }: Paydesk) => page.getByRole('grid', { name: 'Rows of the statement' });
export const columnNamesOf = (paydesk: Paydesk) => rowsOf(paydesk).getByRole('columnheader').allInnerTexts();
export const dialogOf = ({ page }: Paydesk) => page.getByRole('dialog', { name: 'How the file is read' });

/** Opens a stored statement by its index in the list, which shows the newest first. */
export async function openReview({ paydesk, open }: StatementApp, letterIndex = 0): Promise<void> {
  await open();
  const { page } = paydesk;
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
  await page
    .getByRole('grid', { name: 'Statements' })
    .getByRole('button', { name: 'Review' })
    .nth(letterIndex)
    .click();
  await expect(rowsOf(paydesk)).toBeVisible();
}
