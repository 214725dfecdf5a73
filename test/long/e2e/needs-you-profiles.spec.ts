/** @file Needs you with two profiles: each item names its profile, and its button switches to the profile or asks to sign in. */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { waitForCheck } from '../../e2e/company.ts';
import { expect, type Paydesk } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { managedProfile, signIn, test, writeManagedProfiles } from '../../e2e/managed-company.ts';
import { photograph } from '../../e2e/photograph.ts';
import { pdf, writeFiles } from '../../fakes/files/files.ts';
import { startSimulator } from '../../practice/simulator.ts';

/** Adds one file to a new batch of the active profile and leaves it unsent. */
async function leaveDraft(paydesk: Paydesk, dataFolder: string, name: string): Promise<void> {
  const folder = join(dirname(dataFolder), name);
  await mkdir(folder, { recursive: true });
  await writeFiles(folder, { [`${name}.pdf`]: pdf(name) });
  await paydesk.answerDialogs({ open: [folder] });
  const { batchId } = await callCommand(paydesk, 'documents.choose', { what: 'folder' });
  if (batchId === null) throw new Error('The dialog was closed');
  await waitForCheck(paydesk, batchId);
}

test('the button of an item switches to the profile of the item, or asks to sign in, and opens the subject of the item', async ({
  launch,
  dataFolder,
  simulator: north,
}) => {
  const south = await startSimulator({ companyId: 'company-south' });
  const name = 'South Atlantic Shipping and Bunkering Services (Overseas Branches) Limited Liability';
  const profiles = [
    managedProfile(north, { id: 'north', name: 'North Ltd' }),
    managedProfile(south, { id: 'south', name }),
  ];
  const paydesk = await launch({
    ...(await writeManagedProfiles(dataFolder, profiles)),
    deviceScaleFactor: 1.5,
  });
  const { page } = paydesk;
  const profileButton = page.locator('[data-part="profile-menu"]');
  const itemOf = (profile: string) =>
    page.getByRole('row').filter({ hasText: 'not started' }).filter({ hasText: profile });
  const openList = () =>
    page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('button', { name: /^Needs you/ })
      .click();

  await signIn(paydesk, south, 'south');
  await leaveDraft(paydesk, dataFolder, 'in-the-south');
  await signIn(paydesk, north, 'north');
  await leaveDraft(paydesk, dataFolder, 'in-the-north');
  await openList();
  await expect(itemOf('North Ltd').getByRole('button', { name: 'Open batch 1' })).toBeVisible();
  await itemOf(name).getByRole('button', { name: 'Switch profile' }).click();
  await expect(profileButton).toContainText('South Atlantic');
  await expect(page.getByRole('row', { name: /in-the-south\.pdf/ })).toBeVisible();
  await expect(page.getByText('in-the-north.pdf')).toHaveCount(0);

  await callCommand(paydesk, 'session.signOut', { profileId: 'south', forgetKey: false });
  await expect(profileButton).toContainText('North Ltd');
  await openList();
  await expect(itemOf(name).getByRole('button', { name: 'Sign in…' })).toBeVisible();
  await photograph(paydesk, 'needs-you-profiles');
  await itemOf(name).getByRole('button', { name: 'Sign in…' }).click();
  // The sign-in screen shows the same items of the profile as the list.
  await expect(page.getByText(`Work for ${name} needs you`)).toBeVisible();
  await expect(page.getByText('1 item for this profile in Needs you.')).toBeVisible();
  await expect(page.getByRole('row', { name: /1 needs you/ })).toBeVisible();
  await photograph(paydesk, 'sign-in-needs-you');
  await page.getByLabel('API key', { exact: true }).fill(south.credentials.apiKey);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /in-the-south\.pdf/ })).toBeVisible();
  await south.close();
});
