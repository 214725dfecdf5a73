/** @file A clerk requests, receives, reviews and searches statements of the practice company. */
import { expect, test } from '../fixture.ts';
import { openStatements } from './statements-fixture.ts';

test('a clerk requests statements, receives their files, reviews a statement and searches all', async ({
  paydesk,
}) => {
  await openStatements(paydesk);
  const { page } = paydesk;
  await page.getByLabel('Wallets').fill('1001, 41007');
  await page.getByRole('button', { name: /^Request 2 statements/ }).click();
  await expect(page.getByText(/The service doesn’t know wallet 41007/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Request without 41007' }).click();
  // Leaving the form earlier would ask about its text.
  await expect(page.getByLabel('Wallets')).toHaveValue('');
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
  const reviewButton = page
    .getByRole('grid', { name: 'Statements' })
    .getByRole('button', { name: 'Review' })
    .first();
  await expect(reviewButton).toBeVisible({ timeout: 60_000 });
  await reviewButton.click();
  const grid = page.getByRole('grid', { name: 'Rows of the statement' });
  await expect(grid.getByRole('columnheader', { name: 'Amount' })).toBeVisible();
  const integrity = page.getByRole('complementary', { name: 'Integrity' });
  await expect(integrity.getByText('Wallet not provable')).toBeVisible();
  await integrity.getByRole('button', { name: 'Show checks' }).press('Enter');
  await expect(integrity.getByRole('button', { name: 'Hide checks' })).toBeFocused();
  await expect(page.getByText('Row count matches the event')).toBeVisible();
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'How the file is read…' }).click();
  const dialog = page.getByRole('dialog', { name: 'How the file is read' });
  await dialog.getByRole('button', { name: /Delimiter/ }).click();
  await page.getByRole('option', { name: 'Semicolon' }).click();
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Date,Reference,');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Filter Type').fill('payment');
  await expect(page.getByText(/^[1-9]\d* of \d+ rows shown$/)).toBeVisible();
  await grid.getByRole('button', { name: 'Amount', exact: true }).click();
  await expect(grid.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'ascending');
  await grid
    .getByRole('button', { name: /^Select row/ })
    .first()
    .click();
  await expect(page.getByText('1 row selected', { exact: true })).toBeVisible();
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Search all').click();
  const searchField = page.getByRole('searchbox', { name: 'Search all stored statements' });
  await searchField.fill('transfer fee');
  await expect(page.getByText(/\d+ match(?:es)? in 1 statement/)).toBeVisible();
  const hits = page.getByRole('grid', { name: 'Search all stored statements' });
  const lastHit = hits.getByRole('row').last();
  const rowNumber = await lastHit.getByRole('gridcell').nth(2).innerText();
  await lastHit.dblclick();
  await expect(page.getByLabel('Filter Type')).toBeVisible();
  const currentCell = page.locator('[role="gridcell"][aria-current]');
  await expect(currentCell).toBeInViewport();
  await expect(currentCell).toContainText(/transfer fee/i);
  await expect(grid.getByRole('row').filter({ has: currentCell }).getByRole('button')).toHaveText(rowNumber);
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Search all').click();
  await expect(searchField).toHaveValue('transfer fee');
  await expect(page.getByText(/[1-9]\d* match(?:es)? in 1 statement/)).toBeVisible();
  await expect(lastHit.getByRole('gridcell').nth(2)).toHaveText(rowNumber);
});
