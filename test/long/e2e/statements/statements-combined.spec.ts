/** @file Several stored statements as one table: opened from the coverage, counted once, and followed to their statements. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatMonth } from '../../../../src/shared/messages/index.ts';
import { expect } from '../../../e2e/fixture.ts';
import { checkLayout } from '../../../e2e/layout/check-layout.ts';
import { photograph } from '../../../e2e/photograph.ts';
import { test } from '../../../e2e/statements/statement-company.ts';
import {
  months,
  rowsPerStatement,
  storeAll,
  wallets,
} from '../../../e2e/statements/statements-combined-fixture.ts';

test.use({ serviceWallets: { wallets } });
test.setTimeout(240_000);

test('a clerk opens the months of two wallets as one table, filters by wallet, opens a row in its statement and exports the view', async ({
  statementApp,
  dataFolder,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await storeAll(statementApp);
  await statementApp.open();
  await page.getByRole('button', { name: 'Open as one table…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const firstMonth = dialog.getByRole('button', { name: /From month/ });
  await firstMonth.click();
  await page.getByRole('option', { name: formatMonth(months[0] ?? ''), exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Open 6 statements' })).toBeVisible();
  await photograph(paydesk, 'statements-table-dialog', { at150: true });
  await checkLayout(paydesk, 'table-dialog');
  await dialog.getByRole('button', { name: 'Open 6 statements' }).click();

  await expect(page.getByRole('heading', { level: 2, name: '6 statements' })).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Rows of the statement' });
  await expect(grid).toHaveAttribute('aria-rowcount', String(6 * rowsPerStatement + 2));
  await expect(page.getByText('2 months start with the closing balance of the month before.')).toBeVisible();
  await expect(page.getByText('but the next statement starts with 50,000.00 USD')).toHaveCount(2);
  await photograph(paydesk, 'statements-table', { at150: true });
  await checkLayout(paydesk, 'table-checks');

  await grid
    .getByRole('textbox', { name: /Wallet/ })
    .first()
    .fill('410031');
  await expect(grid).toHaveAttribute('aria-rowcount', String(3 * rowsPerStatement + 2));
  await expect(page.getByRole('table', { name: /Sums/ })).toContainText('USD');
  const path = join(dataFolder, 'table.csv');
  await paydesk.answerDialogs({ save: path });
  await page.getByRole('button', { name: 'Export…' }).click();
  await page.getByRole('menuitem', { name: 'View as CSV…' }).click();
  await expect
    .poll(async () => (await readFile(path, 'utf8').catch(() => '')).split('\r\n').length)
    .toBe(3 * rowsPerStatement + 2);
  expect((await readFile(path, 'utf8')).split('\r\n')[1]).toContain(`"Operating 410031","${months[0]}",1,`);

  await grid
    .getByRole('textbox', { name: /Period/ })
    .first()
    .fill(months[1] ?? '');
  await expect(grid).toHaveAttribute('aria-rowcount', String(rowsPerStatement + 2));
  await grid
    .getByRole('gridcell', { name: `${months[1]}-01`, exact: true })
    .first()
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Open row in its statement' }).click();
  await expect(page.getByRole('heading', { level: 2, name: /Operating 410031/ })).toBeVisible();
  await expect(grid).toHaveAttribute('aria-rowcount', String(rowsPerStatement + 2));
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(page.getByRole('heading', { level: 2, name: '6 statements' })).toBeVisible();
});
