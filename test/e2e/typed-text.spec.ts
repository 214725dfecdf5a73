/** @file Typed text when the clerk switches profiles: it is kept, or Paydesk asks before it is discarded. */
import type { Page } from '@playwright/test';
import { startSimulator } from '../../src/main/simulator/simulator.ts';
import { expect } from './fixture.ts';
import { callCommand, managedProfile, signIn, test, withProfiles } from './managed-company.ts';

const profileButton = (page: Page) => page.locator('.topbar .profile');

async function switchTo(page: Page, name: RegExp): Promise<void> {
  await profileButton(page).click();
  await page.getByRole('menuitem', { name }).click();
}

const goTo = (page: Page, name: RegExp) =>
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
  const paydesk = await launch(await withProfiles(dataFolder, profiles));
  const { page } = paydesk;
  await signIn(paydesk, south, 'south');
  await signIn(paydesk, north, 'north');
  await expect(profileButton(page)).toContainText('North Ltd');

  await test.step('a search', async () => {
    await goTo(page, /^Activity/);
    const search = page.getByRole('searchbox');
    await search.fill('statement of May');
    await switchTo(page, /South Ltd/);
    await expect(profileButton(page)).toContainText('South Ltd');
    await goTo(page, /^Activity/);
    await expect(search).toHaveValue('');
    await switchTo(page, /North Ltd/);
    await expect(search).toHaveValue('statement of May');
    await goTo(page, /^Settings/);
    await goTo(page, /^Activity/);
    await expect(search).toHaveValue('');
  });

  await test.step('a form', async () => {
    await goTo(page, /^Statements/);
    const wallets = page.getByLabel('Wallets', { exact: true });
    await wallets.fill('1001, 1002, ');
    await switchTo(page, /South Ltd/);
    const question = page.getByRole('dialog', { name: /Discard/ });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(profileButton(page)).toContainText('North Ltd');
    await expect(page.locator('.request-form')).toContainText('1002');
    await switchTo(page, /South Ltd/);
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(profileButton(page)).toContainText('South Ltd');
  });

  await test.step('a key', async () => {
    await switchTo(page, /East Ltd/);
    const key = page.getByLabel('API key', { exact: true });
    await key.fill('not-the-key');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(profileButton(page)).toContainText('South Ltd');
    await switchTo(page, /East Ltd/);
    await expect(key).toHaveValue('');
  });
  await callCommand(paydesk, 'session.signOut', { profileId: 'north', forgetKey: false });
  await south.close();
  await east.close();
});
