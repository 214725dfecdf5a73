/**
 * @file Photographs every view of the Statements screen with realistic data: many wallets, long names, expired links,
 * statements that do not add up. The photographs are light and dark, at 100 % and 150 %; axe finds no violation in any view.
 */
import type { Wallet } from '../../../../src/shared/model/statements/statements.ts';
import { expect } from '../../../e2e/fixture.ts';
import { callCommand } from '../../../e2e/launch/calls.ts';
import { layoutJourney } from '../../../e2e/layout/journey.ts';
import { photograph } from '../../../e2e/photograph.ts';
import {
  monthsBefore,
  type StatementApp,
  type StoredFile,
  test,
} from '../../../e2e/statements/statement-company.ts';
import { csvOf, type InventedStatement, inventedRows } from '../../../fakes/files/statement-csv.ts';

const months = monthsBefore(11);
const [lastMonth = '', monthBefore = ''] = months.toReversed();
const longName = 'Suppliers of machines, tools and spare parts in South-East Asia and Oceania, 2026';
const wallets: Wallet[] = [
  { id: 410_023, name: 'Operating', currency: 'EUR' },
  { id: 410_024, name: 'Payroll', currency: 'EUR' },
  { id: 410_031, name: 'Operating', currency: 'USD' },
  { id: 410_032, name: longName, currency: 'USD' },
  { id: 410_040, name: 'Operating', currency: 'GBP' },
  { id: 410_047, name: 'Zakład Produkcyjny Gdańsk', currency: 'PLN' },
  { id: 410_052, name: 'Treasury', currency: 'CHF' },
  { id: 410_058, name: 'Operating', currency: 'NOK' },
  { id: 410_061, name: '供应商', currency: 'CNY' },
  { id: 410_066, name: 'Suppliers', currency: 'JPY' },
  { id: 410_070, name: null, currency: 'SEK' },
  { id: 410_071, name: 'Reserve', currency: null },
];
const repeatedReference = 'PX-2026-TWICE-01';

function createFile(statement: InventedStatement): Uint8Array {
  return new TextEncoder().encode(csvOf(inventedRows(statement)));
}

/** Stores statements of four wallets for every month, and statements in every state for the last month. */
async function storeStatements(statementApp: StatementApp): Promise<void> {
  const { request, deliver, paydesk } = statementApp;
  for (const { id: walletId, currency } of wallets.slice(0, 4)) {
    const requestedMonths = walletId === 410_031 ? months.slice(0, 8) : months.slice(0, -1);
    await request([walletId], requestedMonths);
    for (const month of requestedMonths) {
      const rows = 12 + (walletId % 7) + (Number(month.slice(5)) % 5);
      const references = walletId === 410_023 && month === monthBefore ? { 3: repeatedReference } : {};
      const file = createFile({ walletId, currency: currency ?? '', month, rows, references });
      await deliver({ walletId, month, transactions: rows, file });
    }
  }
  const countStored = async () =>
    (await callCommand(paydesk, 'statements.list', { state: 'stored', offset: 0, limit: 1 })).total;
  await expect.poll(countStored, { timeout: 60_000 }).toBe(38);

  const rows = 1_840;
  const references = { 208: 'PX26101900744', 209: 'PX26101900744', 1200: repeatedReference };
  const completeFile = createFile({ walletId: 410_023, currency: 'EUR', month: lastMonth, rows, references });
  await statementApp.store({ walletId: 410_023, month: lastMonth, transactions: rows, file: completeFile });
  const unbalancedCsv = csvOf([
    [`Statement of account 410031, printed on ${lastMonth}-28`],
    ...inventedRows({ walletId: 999, currency: 'USD', month: lastMonth, rows: 40, breaks: [7, 20] }),
    [`${monthBefore}-03`, 'Fee', 'PX-LATE', 'Post', '-1.00', 'USD', '1.00', '410031', 'Out of the period'],
    ['', 'Total', '', '', '', '', ''],
  ]);
  await statementApp.store({
    walletId: 410_031,
    month: lastMonth,
    transactions: 44,
    file: new TextEncoder().encode(unbalancedCsv),
  });

  const interruptedFile: StoredFile = { half: completeFile.slice(0, 90_000) };
  await request([410_024, 410_032, 410_040, 410_047, 410_052, 410_066], [lastMonth]);
  await deliver({ walletId: 410_047, month: lastMonth, transactions: 160, file: 'refused', minutes: 20 });
  const countExpired = async () =>
    (await callCommand(paydesk, 'statements.list', { state: 'expired', offset: 0, limit: 1 })).total;
  await expect.poll(countExpired).toBe(1);
  await deliver({ walletId: 410_024, month: lastMonth, transactions: 221, file: interruptedFile });
  await deliver({ walletId: 410_032, month: lastMonth, transactions: 121, file: 'later', minutes: 38 });
  await deliver({ walletId: 408_811, month: lastMonth, transactions: 10, file: 'refused' });
}

const openTab = ({ paydesk }: StatementApp, name: string) =>
  paydesk.page.getByRole('navigation', { name: 'Views of statements' }).getByText(name).click();

test.use({ serviceWallets: { wallets } });
test.setTimeout(500_000);

test('the coverage and the inbox are photographed', async ({ statementApp, simulator }) => {
  const { paydesk, open } = statementApp;
  const { page } = paydesk;
  const layout = layoutJourney(paydesk, 'statements');
  const photographView = (name: string) => photograph(paydesk, `statements-${name}`, { layout, at150: true });
  await open();
  await openTab(statementApp, 'Inbox');
  await expect(page.getByText('No statements requested yet')).toBeVisible();
  await photographView('inbox-empty');
  await page.getByRole('button', { name: 'For IT' }).click();
  await photographView('inbox-for-it');
  await page.getByRole('button', { name: /^Paste event/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await photographView('paste');
  await page.keyboard.press('Escape');
  await openTab(statementApp, 'Review');
  await photographView('review-empty');
  await openTab(statementApp, 'Search all');
  await photographView('search-empty');
  await openTab(statementApp, 'Coverage');
  await storeStatements(statementApp);
  await expect(page.getByRole('button', { name: /Operating 410023, .*: Stored/ }).first()).toBeVisible();
  await photographView('coverage');

  await page.getByRole('button', { name: /410031 ?, select \d+ missing$/ }).click();
  // Selects a month with more wallets than fit into a line of the form.
  const selectMonthButtons = page
    .getByRole('columnheader')
    .getByRole('button', { name: /select \d+ missing$/ });
  await selectMonthButtons.first().click();
  await photographView('coverage-selected');
  await page.getByRole('button', { name: 'I’ll paste the event' }).click();
  await expect(page.getByRole('button', { name: /^Request \d+ statements? in/ })).toBeEnabled();
  await page.getByRole('button', { name: 'Clear selection' }).click();

  const refusal = JSON.stringify({ statusCode: 400, message: 'Invalid wallet Ids: 41007' });
  simulator.faults.set('statementExport', { kind: 'status', status: 400, body: refusal });
  await page.getByLabel('Wallets', { exact: true }).fill('410058 410070 41007 ');
  await page.getByRole('button', { name: /^Request 3 statements in/ }).click();
  await expect(page.getByText(/The service doesn’t know wallet 41007/).first()).toBeVisible();
  await photographView('request');

  await openTab(statementApp, 'Inbox');
  await page
    .getByRole('dialog', { name: 'Discard what you typed?' })
    .getByText('Discard', { exact: true })
    .click();
  await expect(page.getByText('1 event needs review')).toBeVisible();
  await photographView('inbox');
  layout.end();
});

test('the review and the search are photographed', async ({ statementApp }) => {
  const { paydesk, open } = statementApp;
  const { page } = paydesk;
  const layout = layoutJourney(paydesk, 'statements-review');
  const photographView = (name: string) => photograph(paydesk, `statements-${name}`, { layout, at150: true });
  await open();
  await storeStatements(statementApp);
  await page.getByRole('button', { name: /^Operating 410023, .*: Stored 1\.8k$/ }).click();
  await expect(page.getByText(/1 reference is also in/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find in all columns' }).fill('zoll');
  await page.getByLabel('Filter Amount').fill('±100');
  await expect(page.getByText(/of 1,840 rows shown/)).toBeVisible();
  const rowCheckbox = page
    .getByRole('grid', { name: 'Rows of the statement' })
    .getByRole('button', { name: /^Select row/ });
  for (const index of [1, 3, 4]) await rowCheckbox.nth(index).click();
  await expect(page.getByText('3 rows selected')).toBeVisible();
  await photographView('review');
  await page.getByRole('button', { name: /^Columns 9 of 9/ }).click();
  await photographView('review-columns');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'How the file is read…' }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Counterparty');
  await photographView('review-read');
  await page.keyboard.press('Escape');
  const rows = page.getByRole('grid', { name: 'Rows of the statement' });
  await rows.getByRole('button', { name: 'Counterparty', exact: true }).press('ContextMenu');
  await page.getByRole('menuitem', { name: 'Type and role…' }).click();
  await expect(page.getByRole('button', { name: /Type of Counterparty/ })).toBeFocused();
  await photographView('review-column');
  await page.keyboard.press('Escape');
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Groups').click();
  await expect(page.getByRole('grid', { name: 'Groups' }).getByText('EUR').first()).toBeVisible();
  await photographView('review-groups');

  await openTab(statementApp, 'Coverage');
  await page.getByRole('button', { name: /^Operating 410031, .*: Stored 44$/ }).click();
  await expect(page.getByText(/^\d+ failed$/)).toBeVisible();
  await expect(page.getByText(/^None in|also in/).first()).toBeVisible();
  await page.getByRole('button', { name: /^Show 2 rows$/ }).click({ timeout: 5_000 });
  await photographView('integrity');
  await page.getByRole('button', { name: '1 line before the header' }).click();
  await expect(page.getByRole('button', { name: 'Copy lines' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Lines' })).toContainText('Statement of account');
  await photographView('review-lines');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Compare with…' }).click();
  await expect(page.getByText('Other wallets')).toBeVisible();
  await photographView('compare-choose');
  await page.getByRole('searchbox', { name: 'Wallet, name or period' }).fill(longName);
  await page.getByRole('dialog').getByRole('button', { name: longName }).first().click();
  await expect(page.getByRole('grid', { name: 'Compared rows' })).toContainText('Removed');
  await photographView('compare');

  await openTab(statementApp, 'Search all');
  await page.getByRole('searchbox', { name: 'Search all stored statements' }).fill('zollverein');
  await expect(page.getByText(/\d+ matches in 40 statements/)).toBeVisible();
  await photographView('search');
  await page.getByRole('checkbox', { name: 'Group by statement' }).press('Space');
  await page.getByLabel('Amount', { exact: true }).fill('1..100000');
  await expect(page.getByText('1 to 100,000')).toBeVisible();
  await expect(page.getByText(/\d+ matches? in 40 statements/)).toBeVisible();
  await photographView('search-grouped');
  await page.getByRole('button', { name: 'All wallets' }).click();
  await photographView('search-wallets');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('searchbox', { name: 'Search all stored statements' }).fill('no such text');
  await expect(page.getByText('No matches for “no such text”')).toBeVisible();
  await photographView('search-nothing');
  layout.end();
});
