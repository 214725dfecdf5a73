import { expect } from '../../../e2e/fixture.ts';
import { checkLayout } from '../../../e2e/layout/check-layout.ts';
import { photograph } from '../../../e2e/photograph.ts';
import { monthsBefore, test, walletId } from '../../../e2e/statements/statement-company.ts';
import { inventedRows } from '../../../fakes/files/statement-csv.ts';

test.setTimeout(240_000);

const [month = ''] = monthsBefore(1);

test('all statements of a month are signed off at once', async ({ statementApp }) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const wallets = [walletId, 410_024];
  for (const id of wallets) {
    const breaks = id === walletId ? [] : [9];
    const lines = inventedRows({ walletId: id, currency: 'EUR', month, rows: 24, breaks });
    await statementApp.storeLines(month, lines, id);
  }
  await statementApp.open();
  const name = new Date(`${month}-01T00:00:00Z`).toLocaleString('en', { month: 'short', timeZone: 'UTC' });
  const header = page.getByRole('columnheader', { name }).getByRole('button');
  await header.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Sign off 2 statements…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign off 2 statements' });
  await expect(dialog.getByRole('heading', { name: /Operating/ })).toBeVisible();
  await expect(dialog.getByRole('region', { name: /410024/ })).toContainText('8 of 9 passed');
  await photograph(paydesk, 'sign-off-month', { at150: true });
  await checkLayout(paydesk, 'sign-off-month');
  await dialog
    .getByLabel(/410024.*, The balance does not add up: explanation/)
    .fill('See the letter of the bank');
  await dialog.getByRole('button', { name: 'Sign off' }).press('Enter');
  await expect(page.getByText('2 statements are signed off')).toBeVisible();
  for (const id of ['Operating', '410024'])
    await expect(page.getByRole('button', { name: new RegExp(`${id}.*Stored.*signed off`) })).toBeVisible();
  await header.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: /as one table/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /Sign off/ })).toHaveCount(0);
});
