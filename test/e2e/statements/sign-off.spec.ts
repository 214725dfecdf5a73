/**
 * @file A clerk signs statements off by keyboard: explains a check that did not pass, sees the month as signed off, reopens the
 * statement by ticking a row, withdraws a second sign-off, and signs all statements of a month off at once.
 */
import { inventedRows } from '../../fakes/files/statement-csv.ts';
import { expectEscapeAsks } from '../../long/e2e/expect-escape-asks.ts';
import { expect, type Paydesk } from '../fixture.ts';
import { checkLayout } from '../layout/check-layout.ts';
import { photograph } from '../photograph.ts';
import { cell, monthsBefore, test, walletId } from './statement-company.ts';

const [month = ''] = monthsBefore(1);
const rowCount = 24;

const explanation = 'The balance does not add up: explanation';

test.setTimeout(240_000);

/** Opens the dialog, explains the balance and signs off. */
async function signOff({ page }: Paydesk, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign off…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign off the statement' });
  await dialog.getByLabel(explanation).fill(text);
  await dialog.getByRole('button', { name: 'Sign off' }).press('Enter');
  await expect(dialog).toBeHidden();
}

/** Expects eight whole rows in a window of 1280 by 800 pixels at 150 %. */
async function expectEightRows(paydesk: Paydesk): Promise<void> {
  await paydesk.resize(853, 533);
  const grid = paydesk.page.locator('[data-part="viewer-grid"]');
  const [headPx, rowPx] = [64, 32];
  await expect
    .poll(() => grid.evaluate(({ clientHeight }) => clientHeight))
    .toBeGreaterThanOrEqual(headPx + 8 * rowPx);
  await checkLayout(paydesk, 'sign-off-signed');
  await paydesk.resize(1280, 800);
}

test('a statement is signed off with an explanation, reopened by a tick, and a sign-off withdrawn', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  const lines = inventedRows({ walletId, currency: 'EUR', month, rows: rowCount, breaks: [9] });
  await statementApp.storeLines(month, lines);
  await statementApp.open();
  const views = page.getByRole('navigation', { name: 'Views of statements' });
  await views.getByText('Coverage').click();
  const storedMonth = page.getByRole('button', { name: /Operating.*Stored/ });
  await storedMonth.press('Enter');
  await cell(paydesk, 1, 1).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByText('Ticked 2 rows')).toBeVisible();

  await page.getByRole('button', { name: 'Sign off…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign off the statement' });
  const fact = (term: string) => dialog.locator('dt', { hasText: new RegExp(`^${term}`) }).locator('+ dd');
  await expect(fact('Ticked rows')).toHaveText('2');
  await expect(fact('Unticked rows')).toHaveText(String(rowCount - 2));
  await expect(fact('Opening balance')).toHaveText('412,880.14 EUR');
  await expect(fact('Out')).toHaveText(/^\u2212[\d,]+\.\d\d EUR$/);
  await expect(dialog.getByLabel(explanation)).toBeFocused();
  await expect(dialog.getByText('Enter an explanation for “The balance does not add up”')).toBeVisible();
  await photograph(paydesk, 'sign-off', { at150: true });
  await checkLayout(paydesk, 'sign-off');
  await expectEscapeAsks(page, explanation);

  await signOff(paydesk, 'The bank corrected a row; see its letter');
  const line = page.getByRole('complementary', { name: 'Sign-off' });
  await expect(line).toContainText(/^Signed off .* by /);
  await photograph(paydesk, 'sign-off-signed', { at150: true });
  await expectEightRows(paydesk);
  await views.getByText('Coverage').click();
  await expect(page.getByRole('button', { name: /Operating.*Stored.*signed off/ })).toBeVisible();
  await photograph(paydesk, 'sign-off-coverage', { at150: true });
  await checkLayout(paydesk, 'sign-off-coverage');

  await storedMonth.press('Enter');
  await expect(line).toContainText('Signed off');
  await cell(paydesk, 5, 1).click();
  await page.keyboard.press('Space');
  await expect(line).toContainText(/^Signed off .*, reopened .* because a tick was changed by /);
  await photograph(paydesk, 'sign-off-reopened', { at150: true });
  await checkLayout(paydesk, 'sign-off-reopened');
  await page.keyboard.press('Space');
  await expect(line).toContainText('reopened');

  await signOff(paydesk, 'The bank corrected a row; see its letter');
  await line.getByRole('button', { name: 'Withdraw…' }).press('Enter');
  const withdrawal = page.getByRole('dialog', { name: 'Withdraw the sign-off' });
  await expect(withdrawal.getByLabel('Reason')).toBeFocused();
  await photograph(paydesk, 'sign-off-withdraw');
  await checkLayout(paydesk, 'sign-off-withdraw');
  await expectEscapeAsks(page, 'Reason');
  await line.getByRole('button', { name: 'Withdraw…' }).press('Enter');
  await page.keyboard.type('Signed too early');
  await withdrawal.getByRole('button', { name: 'Withdraw sign-off' }).press('Enter');
  await expect(line).toContainText(/^Signed off .*, withdrawn .* by /);

  await line.getByRole('button', { name: 'Sign-off history' }).press('Enter');
  const history = page.getByRole('dialog', { name: 'History of the sign-offs' });
  await expect(history.getByRole('listitem')).toHaveText([
    /^Withdrawn: Signed too early/,
    /^Signed off: 24 rows, 22 unticked.*The bank corrected a row/s,
    /^Reopened because a tick was changed/,
    /^Signed off: 24 rows, 22 unticked/,
  ]);
  await photograph(paydesk, 'sign-off-history', { at150: true });
  await checkLayout(paydesk, 'sign-off-history');
  await page.keyboard.press('Escape');
  await views.getByText('Coverage').click();
  await expect(storedMonth).not.toHaveAccessibleName(/signed off/);
});
