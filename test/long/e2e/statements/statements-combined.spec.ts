import { formatMonth } from '../../../../src/shared/messages/index.ts';
import { expect } from '../../../e2e/fixture.ts';
import { photograph } from '../../../e2e/photograph.ts';
import { test } from '../../../e2e/statements/statement-company.ts';
import { months, storeAll, wallets } from '../../../e2e/statements/statements-combined-fixture.ts';

test.use({ serviceWallets: { wallets } });
test.setTimeout(240_000);

test('a clerk opens a wallet, a month and the matches of a search as one table', async ({ statementApp }) => {
  const { paydesk, open } = statementApp;
  const { page } = paydesk;
  await storeAll(statementApp);
  await open();
  const matrix = page.getByRole('table', { name: 'Statements by wallet and month' });
  const title = (count: number) =>
    page.getByRole('heading', { level: 2, name: new RegExp(`^${count} statements?$`) });
  const storedInYear = months.filter((month) => month.slice(0, 4) === months.at(-1)?.slice(0, 4)).length;
  const walletHeader = matrix.getByRole('button', { name: /410031/ }).first();
  await expect(walletHeader).toBeVisible();

  // By keyboard: from the first cell to the header of the second wallet.
  await matrix
    .getByRole('button', { name: /^Operating 410023, / })
    .first()
    .focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await expect(walletHeader).toBeFocused();
  await page.keyboard.press('Shift+F10');
  const entry = page.getByRole('menuitem', { name: /^Open \d+ statement/ });
  await expect(entry).toBeFocused();
  await photograph(paydesk, 'coverage-header-menu', { at150: true });
  await page.keyboard.press('Escape');
  await expect(walletHeader).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await page.keyboard.press('Enter');
  await expect(title(storedInYear)).toBeVisible();
  await expect(page.getByText('Operating 410031')).not.toHaveCount(0);

  await page.keyboard.press('Alt+ArrowLeft');
  await matrix
    .locator(`th[abbr="${formatMonth(months.at(-1) ?? '')}"]`)
    .getByRole('button')
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Open 2 statements as one table' }).click();
  await expect(title(2)).toBeVisible();

  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Search all').click();
  await page.getByRole('searchbox', { name: 'Search all stored statements' }).fill('Transfer fee');
  await expect(page.getByText(/ in 6 statements/)).toBeVisible();
  await page.getByRole('button', { name: 'Open 6 statements as one table' }).click();
  await expect(title(6)).toBeVisible();
});
