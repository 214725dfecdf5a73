import {
  header,
  openCoverage,
  openMonth,
  rowCount,
  rows,
  signOff,
  storeMonth,
  tickAllRows,
  unchanged,
} from '../../e2e/conclude-month-fixture.ts';
import { expect } from '../../e2e/fixture.ts';
import { test } from '../../e2e/statement-company.ts';
import { keyringMissing } from '../../fakes/keyring.ts';

test.use({ withKeyring: keyringMissing() === null });
test.setTimeout(240_000);

test('a statement that is corrected after its sign-off is open again, and keeps the ticks of the rows that stayed', async ({
  statementApp,
}) => {
  const { paydesk } = statementApp;
  const { page } = paydesk;
  await storeMonth(statementApp, unchanged);
  await openMonth(paydesk);
  await tickAllRows(paydesk);
  await signOff(paydesk);
  await openCoverage(paydesk);
  await expect(page.getByRole('button', { name: /Operating.*Stored.*reviewed/ })).toBeVisible();

  const purpose = header.indexOf('Purpose');
  await storeMonth(statementApp, (row) =>
    row === rows[4] ? row.with(purpose, 'Corrected by the bank') : row,
  );
  const corrected = page.getByRole('button', { name: /Operating.*fetched again, differs/ });
  await expect(corrected).toBeVisible();
  await expect(corrected).not.toHaveAccessibleName(/reviewed/);
  await corrected.press('Enter');
  await expect(page.getByRole('grid', { name: 'Rows of the statement' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Sign-off' })).toBeHidden();
  await page.getByRole('button', { name: 'Carry over' }).click();
  await expect(page.getByText(`Carried over to ${rowCount - 1} rows`)).toBeVisible();
  await expect(page.getByText(/1 row is not in this file as it was/)).toBeVisible();
});
