import { expect } from '../../e2e/fixture.ts';
import { photograph } from '../../e2e/photograph.ts';
import { test } from '../../e2e/statement-company.ts';
import {
  chooseEntry,
  countParty,
  linesOf,
  month,
  openMonth,
  party,
  rowCount,
  rowsGrid,
  storeMonths,
} from '../../e2e/statement-views-fixture.ts';

test.setTimeout(240_000);

test('a view of groups is shown with its groups, and a filter by a group finds the group of another month', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await storeMonths(statementApp);
  await statementApp.open();
  await openMonth(paydesk, 'last');
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Groups').click();
  const groups = page.getByRole('grid', { name: 'Groups' });
  await groups.getByRole('row').filter({ hasText: party }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Remove filter ${party}, EUR` })).toBeVisible();
  await chooseEntry(paydesk, 'Save view…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name of the view' }).fill('One supplier');
  await dialog.getByText('All wallets').click();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog).toHaveCount(0);

  await openMonth(paydesk, 'first');
  await expect(rowsGrid(paydesk)).toHaveAttribute('aria-rowcount', String(rowCount + 2));
  await chooseEntry(paydesk, /^One supplier/);
  await expect(page.getByRole('button', { name: `Remove filter ${party}, EUR` })).toBeVisible();
  const count = countParty(linesOf(month));
  await expect(page.getByText(`1 group of all ${count} rows by Payee.`)).toBeVisible();
  await photograph(paydesk, 'statement-views-groups');
});
