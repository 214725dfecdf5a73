/** @file A clerk requests, receives, reviews and searches statements of the practice company. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accessibilityViolations } from './axe.ts';
import { expect, type Paydesk, test } from './fixture.ts';
import { checkLayout } from './layout/check-layout.ts';

const picturesFolder = join(import.meta.dirname, '..', '..', 'test-results', 'pictures');

async function openStatements(paydesk: Paydesk): Promise<void> {
  await paydesk.call('samples.change', { action: 'endTour' });
  expect(await paydesk.call('session.activate', { action: 'practiceCompany' })).toMatchObject({ ok: true });
  await paydesk.page.getByRole('navigation', { name: 'Main' }).getByText('Statements').click();
  await expect(paydesk.page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible();
}

async function expectAccessible({ page }: Paydesk): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([]);
}

test('a clerk requests statements, receives their files, reviews a statement and searches all', async ({
  paydesk,
}) => {
  await openStatements(paydesk);
  const { page } = paydesk;
  await page.getByLabel('Wallets').fill('1001, 41007');
  await page.getByRole('button', { name: /^Request 2 statements/ }).click();
  await expect(page.getByText(/The service doesn’t know wallet 41007/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Request without 41007' }).click();
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
  await expect(integrity.getByText('No issues found')).toBeVisible();
  await integrity.getByRole('button', { name: 'Show checks' }).press('Enter');
  await expect(integrity.getByRole('button', { name: 'Hide checks' })).toBeFocused();
  await expect(page.getByText('Row count matches the event')).toBeVisible();
  await page.getByRole('button', { name: 'UTF-8…' }).click();
  const dialog = page.getByRole('dialog', { name: 'How the file is read' });
  await dialog.getByRole('button', { name: /Delimiter/ }).click();
  await page.getByRole('option', { name: 'Semicolon' }).click();
  await expect(dialog.getByRole('radio', { name: /^Row 1: Date,Reference,/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const longText = 'x'.repeat(1_000);
  const findField = page.getByRole('searchbox', { name: 'Find in all columns' });
  await findField.fill(longText);
  await expect(page.getByText('No matches')).toBeVisible();
  await findField.fill('');
  await page.getByLabel('Filter Type').fill(longText);
  await expect(page.getByText(/^0 of \d+ rows shown$/)).toBeVisible();
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
  await searchField.fill(longText);
  await expect(page.getByText(/^0 matches in 1 statement/)).toBeVisible();
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

test('an event file that is dropped on the screen is accepted', async ({ paydesk, dataFolder }) => {
  await openStatements(paydesk);
  const file = join(dataFolder, '..', 'event.json');
  await writeFile(file, '{"eventId": 1');
  await paydesk.drop('main', [file]);
  await expect(paydesk.page.getByText('1 event needs review')).toBeVisible();
  await expect(paydesk.page.getByText(/Dropped file/)).toBeVisible();
});

test('a dropped file is accepted when the element below the pointer disappears during the drag', async ({
  paydesk,
  dataFolder,
}) => {
  await openStatements(paydesk);
  const file = join(dataFolder, '..', 'event.json');
  await writeFile(file, '{"eventId": 1');
  await paydesk.page.locator('main').evaluate((main) => {
    const overlay = document.createElement('div');
    overlay.style.cssText = 'position: fixed; inset: 0';
    main.append(overlay);
    addEventListener('dragover', () => overlay.remove(), { once: true });
  });
  await paydesk.drop('main', [file]);
  await expect(paydesk.page.getByText('1 event needs review')).toBeVisible();
});

test('the window reacts to the mouse again after a drag that ended without an event', async ({ paydesk }) => {
  await openStatements(paydesk);
  const { page } = paydesk;
  const layer = page.locator('[data-part="drop-layer"]');
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['{}'], 'event.json'));
    dispatchEvent(new DragEvent('dragenter', { dataTransfer }));
  });
  await expect(layer).toBeVisible();
  await page.mouse.move(200, 200);
  await expect(layer).toBeHidden();
  await page.getByRole('navigation', { name: 'Main' }).getByText('Documents').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
});

test('a PDF statement is read and searched in its pages', async ({ paydesk }) => {
  await mkdir(picturesFolder, { recursive: true });
  await openStatements(paydesk);
  const { page } = paydesk;
  const profileId = 'practice-company';
  const periods = [{ since: '2026-01-01', till: '2026-01-31' }];
  expect(
    await paydesk.call('statements.request', {
      profileId,
      walletIds: [1001],
      periods,
      format: 'pdf',
      email: '',
    }),
  ).toMatchObject({ ok: true });
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText('Inbox').click();
  const reviewButton = page.getByRole('grid', { name: 'Statements' }).getByRole('button', { name: 'Review' });
  await expect(reviewButton).toBeVisible({ timeout: 60_000 });
  await reviewButton.click();
  const firstPage = page.getByRole('region', { name: 'Page 1', exact: true });
  await expect(firstPage.getByText(/statement/i).first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find in this PDF' }).fill('statement');
  await expect(page.getByText(/^\d+ match(es)?$/)).toBeVisible();
  await expect(page.locator('[data-mark]').first()).toBeAttached();
  await expect(page.getByRole('button', { name: 'Export original…' })).toBeVisible();
  const integrity = page.getByRole('complementary', { name: 'Integrity' });
  await expect(integrity.getByText('Passed', { exact: true })).toHaveCount(3);
  await expect(integrity.getByText('Can’t check', { exact: true })).toHaveCount(8);
  await paydesk.screenshot(join(picturesFolder, 'statements-pdf.png'));
  await expectAccessible(paydesk);
  await paydesk.resize(960, 720);
  await expect(integrity).toBeHidden();
  await expect(page.getByRole('button', { name: 'Integrity' })).toBeVisible();
  await paydesk.screenshot(join(picturesFolder, 'statements-pdf-narrow.png'));
  await page.getByRole('searchbox', { name: 'Find in this PDF' }).click();
  await page.getByRole('button', { name: 'Integrity' }).click();
  await expect(integrity.getByText('The encryption is intact')).toBeVisible();
});

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
});
