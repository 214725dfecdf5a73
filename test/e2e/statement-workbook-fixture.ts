/** @file What the short and the long tests of statement workbook use. */
import { expect, type Paydesk } from './fixture.ts';
import { monthsBefore } from './statement-company.ts';

export const [month = ''] = monthsBefore(1);
export const walletId = 410_023;

export const rowsGrid = ({ page }: Paydesk) => page.getByRole('grid', { name: 'Rows of the statement' });

export async function exportAs(paydesk: Paydesk, path: string, entry: string): Promise<void> {
  const { page } = paydesk;
  await paydesk.answerDialogs({ save: path });
  await page.getByRole('button', { name: 'Export…' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.getByRole('menuitem', { name: entry }).click();
  await expect(page.getByText(path.split('/').at(-1) ?? '').first()).toBeVisible();
}
