/** @file A clerk removes stored files whose retention period is over; without the administrator's periods there is nothing to see. */
import { expect, type Paydesk } from './fixture.ts';
import { callCommand } from './launch/calls.ts';
import { untilSignedIn } from './launch/until-signed-in.ts';
import { checkLayout } from './layout/check-layout.ts';
import { test, writeManagedProfiles } from './managed-company.ts';
import { photograph } from './photograph.ts';

const profileId = 'practice-company';

async function openPracticeCompany(paydesk: Paydesk): Promise<void> {
  await callCommand(paydesk, 'session.activate', { action: 'practiceCompany' });
  await untilSignedIn(paydesk);
}

/** Stores the January 2025 of two wallets. */
async function storeStatements(paydesk: Paydesk): Promise<void> {
  await callCommand(paydesk, 'statements.request', {
    profileId,
    walletIds: [1001, 1010],
    periods: [{ since: '2025-01-01', till: '2025-01-31' }],
    format: 'csv',
    email: '',
  });
  const countStored = async () =>
    (await callCommand(paydesk, 'statements.list', { state: 'stored', offset: 0, limit: 10 })).total;
  await expect.poll(countStored, { timeout: 60_000 }).toBe(2);
}

function openScreen({ page }: Paydesk, name: RegExp): Promise<void> {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name }).click();
}

test.setTimeout(180_000);

test('a clerk reviews the files past their retention period, and removes some of them', async ({
  launch,
  dataFolder,
}) => {
  const retention = { statements: 1, proofs: 10, notes: null };
  const paydesk = await launch(await writeManagedProfiles(dataFolder, [], { retention }));
  const { page } = paydesk;
  await openPracticeCompany(paydesk);
  await storeStatements(paydesk);

  await openScreen(paydesk, /^Needs you/);
  const line = page.getByRole('row', { name: /2 stored files are past their retention period/ });
  await expect(line).toBeVisible({ timeout: 60_000 });
  await line.getByRole('button', { name: 'Review files' }).press('Enter');
  await expect(page.getByRole('tab', { name: 'Retention' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('1 year after the end of the statement’s period')).toBeVisible();
  await expect(page.getByText('10 years after the proof was fetched')).toBeVisible();
  await expect(page.getByText('No period: never listed for removal')).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Due for removal' });
  await expect(grid.getByRole('row', { name: /Statement.*1001.*Jan 2025/ })).toBeVisible();
  await expect(page.getByText('2 files due')).toBeVisible();
  await photograph(paydesk, 'retention', { at150: true });
  await checkLayout(paydesk, 'retention');

  await grid.getByRole('row', { name: /1001/ }).focus();
  await page.keyboard.press('Space');
  const removeOne = page.getByRole('button', { name: 'Remove 1 file…' });
  await removeOne.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Remove 1 stored file?' });
  await expect(dialog).toContainText('1 statement will be deleted from this computer for good.');
  await expect(dialog.getByRole('button', { name: 'Keep files' })).toBeFocused();
  await photograph(paydesk, 'retention-confirm', { at150: true });
  await checkLayout(paydesk, 'retention-confirm');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('1 file selected')).toBeVisible();
  await removeOne.press('Enter');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Remove 1 file' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 stored file removed')).toBeVisible();
  await expect(page.getByText('1 file due')).toBeVisible();
  await expect(grid.getByRole('row', { name: /1001/ })).toHaveCount(0);

  await openScreen(paydesk, /^Activity/);
  await expect(
    page.getByRole('row', { name: /Removed after the retention period: Statement: wallet/ }),
  ).toHaveCount(1);
  expect((await callCommand(paydesk, 'statements.list', { state: null, offset: 0, limit: 10 })).total).toBe(
    1,
  );
});
