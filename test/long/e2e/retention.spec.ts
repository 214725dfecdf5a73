import { expect } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { test, writeManagedProfiles } from '../../e2e/managed-company.ts';
import { openPracticeCompany, openScreen, storeStatements } from '../../e2e/retention-fixture.ts';

test.setTimeout(180_000);

test('without retention periods of the administrator nothing is due and the settings say nothing', async ({
  launch,
  dataFolder,
}) => {
  const paydesk = await launch(await writeManagedProfiles(dataFolder, []));
  const { page } = paydesk;
  await openPracticeCompany(paydesk);
  await storeStatements(paydesk);
  await openScreen(paydesk, /^Settings/);
  await expect(page.getByRole('tab', { name: 'Data' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Retention' })).toHaveCount(0);
  await openScreen(paydesk, /^Needs you/);
  await expect(page.getByRole('row', { name: /retention period/ })).toHaveCount(0);
  expect(await callCommand(paydesk, 'needsYou.items', { action: 'listDue' })).toEqual({ total: 0, rows: [] });
});
