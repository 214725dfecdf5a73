/** @file A search in a CSV file and a PDF of the practice company. */
import { expect, test } from '../../../e2e/fixture.ts';
import { checkLayout } from '../../../e2e/layout/check-layout.ts';
import { expectAccessible, openStatements } from '../../../e2e/statements/statements-fixture.ts';

test('a clerk finds a payment in a CSV file and a PDF, filters by amount, groups and exports with the keyboard', async ({
  paydesk,
}) => {
  await openStatements(paydesk);
  const { page } = paydesk;
  const periods = [{ since: '2026-01-01', till: '2026-01-31' }];
  for (const format of ['csv', 'pdf'] as const) {
    const request = { profileId: 'practice-company', walletIds: [1001], periods, format, email: '' };
    expect(await paydesk.call('statements.request', request)).toMatchObject({ ok: true });
  }
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
  await expect(
    page.getByRole('grid', { name: 'Statements' }).getByRole('button', { name: 'Review' }),
  ).toHaveCount(2, { timeout: 60_000 });
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Search all').click();
  const field = page.getByRole('searchbox', { name: 'Search all stored statements' });
  await field.fill('PC1001260101004');
  await expect(page.getByText('2 matches in 2 statements.')).toBeVisible();
  const hits = page.getByRole('grid', { name: 'Search all stored statements' });
  await expect(hits.getByText('Page 1')).toBeVisible();
  // The PDF has no rows to compare, which the link says.
  await page.getByLabel('Amount', { exact: true }).fill('28162.29');
  await expect(page.getByText('1 match in 2 statements.')).toBeVisible();
  await page.getByRole('button', { name: '1 PDF could not be filtered' }).press('Enter');
  await expect(page.getByRole('cell', { name: 'Filters do not apply to a PDF' })).toBeVisible();
  await expectAccessible(paydesk);
  await checkLayout(paydesk, 'search-gaps');
  await page.keyboard.press('Escape');
  await page.getByLabel('Amount', { exact: true }).fill('-28162.29');
  await expect(page.getByText('0 matches in 2 statements.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Either sign' })).toBeDisabled();
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
  await expect(page.getByText('2 matches in 2 statements.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Group by statement' }).press('Space');
  await expect(hits.getByRole('row')).toHaveCount(5);
  await expectAccessible(paydesk);
  const group = hits.getByRole('row').filter({ hasText: '1 match' }).first();
  await group.focus();
  await page.keyboard.press('Enter');
  await expect(hits.getByRole('row')).toHaveCount(4);
  await page.keyboard.press('Enter');
  await hits.getByRole('row').filter({ hasText: 'Page 1' }).dblclick();
  await expect(page.getByRole('region', { name: 'Page 1', exact: true })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Find in this PDF' })).toHaveValue(/pc1001260101004/i);
  await expect(page.locator('[data-mark]').first()).toBeAttached();
  const integrity = page.getByRole('complementary', { name: 'Integrity' });
  await expect(integrity.getByText('Passed', { exact: true })).toHaveCount(3);
  await expect(integrity.getByText('Can’t check', { exact: true })).toHaveCount(7);
  await expect(integrity.getByText('Not provable', { exact: true })).toBeVisible();
  await expectAccessible(paydesk);
  // In a narrow window the panel is behind its button.
  await paydesk.resize(960, 720);
  await expect(integrity).toBeHidden();
  await page.getByRole('button', { name: 'Integrity' }).click();
  await expect(integrity.getByText('The encryption is intact')).toBeVisible();
});
