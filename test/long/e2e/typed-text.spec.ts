/** @file When the clerk switches profiles, Paydesk keeps typed text or asks before it discards the text. */
import type { Page } from '@playwright/test';
import { expect } from '../../e2e/fixture.ts';
import { callCommand } from '../../e2e/launch/calls.ts';
import { managedProfile, signIn, test, writeManagedProfiles } from '../../e2e/managed-company.ts';
import { startSimulator } from '../../practice/simulator.ts';

const profileButton = (page: Page) => page.locator('[data-part="profile-menu"]');

async function switchProfile(page: Page, name: RegExp): Promise<void> {
  await profileButton(page).click();
  await page.getByRole('menuitem', { name }).click();
}

const openScreen = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name }).click();

test('a switch of profiles restores typed text or asks before it is discarded, and never restores an API key', async ({
  launch,
  dataFolder,
  simulator: north,
}) => {
  const south = await startSimulator({ companyId: 'company-south' });
  const east = await startSimulator({ companyId: 'company-east' });
  const profiles = [
    managedProfile(north, { id: 'north', name: 'North Ltd' }),
    managedProfile(south, { id: 'south', name: 'South Ltd' }),
    managedProfile(east, { id: 'east', name: 'East Ltd' }),
  ];
  const paydesk = await launch(await writeManagedProfiles(dataFolder, profiles));
  const { page } = paydesk;
  await signIn(paydesk, south, 'south');
  await signIn(paydesk, north, 'north');
  await expect(profileButton(page)).toContainText('North Ltd');

  await test.step('the text of a search is restored', async () => {
    await openScreen(page, /^Activity/);
    const search = page.getByRole('searchbox');
    await search.fill('statement of May');
    await switchProfile(page, /South Ltd/);
    await expect(profileButton(page)).toContainText('South Ltd');
    await openScreen(page, /^Activity/);
    await expect(search).toHaveValue('');
    await switchProfile(page, /North Ltd/);
    await expect(search).toHaveValue('statement of May');
    await openScreen(page, /^Settings/);
    await openScreen(page, /^Activity/);
    await expect(search).toHaveValue('');
  });

  await test.step('the text of a form is discarded only after a question', async () => {
    await openScreen(page, /^Statements/);
    const wallets = page.getByLabel('Wallets', { exact: true });
    await wallets.fill('1001, 1002, ');
    await switchProfile(page, /South Ltd/);
    const question = page.getByRole('dialog', { name: /Discard/ });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(profileButton(page)).toContainText('North Ltd');
    await expect(page.locator('[data-part="request-form"]')).toContainText('1002');
    await switchProfile(page, /South Ltd/);
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(profileButton(page)).toContainText('South Ltd');
  });

  await test.step('a typed API key is not restored', async () => {
    await switchProfile(page, /East Ltd/);
    const key = page.getByLabel('API key', { exact: true });
    await key.fill('not-the-key');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(profileButton(page)).toContainText('South Ltd');
    await switchProfile(page, /East Ltd/);
    await expect(key).toHaveValue('');
  });
  await callCommand(paydesk, 'session.signOut', { profileId: 'north', forgetKey: false });
  await south.close();
  await east.close();
});
