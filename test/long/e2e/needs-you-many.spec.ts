/** @file Needs you with ten thousand items and long names: only visible rows are rendered. */
import { join } from 'node:path';
import { openDatabase } from '../../../src/main/store/database.ts';
import { signIn, test } from '../../e2e/company.ts';
import { expect } from '../../e2e/fixture.ts';
import { checkLayout } from '../../e2e/layout/check-layout.ts';
import { photograph } from '../../e2e/photograph.ts';
import { manyNeedsTotal, writeManyNeeds } from '../../fakes/many-needs.ts';

test('ten thousand items are scrolled by keyboard, and only visible rows are rendered', async ({
  company,
  dataFolder,
  launch,
}) => {
  const firstRun = await launch({ windowless: true });
  await firstRun.close();
  const database = openDatabase(join(dataFolder, 'paydesk.db'));
  writeManyNeeds(database, 'test-profile', Date.now());
  database.close();

  const paydesk = await launch({ deviceScaleFactor: 1.5 });
  const { page } = paydesk;
  await signIn(paydesk, company);
  await expect(page.getByRole('heading', { level: 1, name: 'Needs you' })).toBeVisible();
  const grid = page.getByRole('grid', { name: 'What needs you' });
  // The missing keychain is one more item.
  await expect(grid).toHaveAttribute('aria-rowcount', String(manyNeedsTotal + 2));
  await expect(page.getByText('10,001 items')).toBeVisible();
  expect(await page.getByRole('row').count()).toBeLessThan(60);
  await photograph(paydesk, 'needs-you-many');
  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('row', { name: /This computer/ })).toBeFocused();
  expect(await page.getByRole('row').count()).toBeLessThan(60);
  await page.getByRole('radio', { name: /^Unknown/ }).press('Space');
  await expect(page.getByRole('row', { name: /unknown outcome/ }).first()).toBeVisible();
  await page.getByRole('row').nth(1).click();
  await photograph(paydesk, 'needs-you-long-names');
  await checkLayout(paydesk, 'needs-you-long-names');
});
