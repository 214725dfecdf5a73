import { dirname } from 'node:path';
import { expect } from '../../e2e/fixture.ts';
import { managedProfile, test, writeManagedProfiles } from '../../e2e/managed-company.ts';
import {
  chooseInProfileMenu,
  keyField,
  keyPlace,
  mainNavigation,
  pasteKey,
} from '../../e2e/sign-in-screen.ts';
import { secretsOfProgram } from '../../e2e/traces.ts';

test.use({ sharesBrowser: false });

test('the form reports a missing keychain and offers this session only', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const { page } = await launch(await writeManagedProfiles(dataFolder, [managedProfile(simulator)]));
  await expect(page.getByText(/this computer has no keychain/)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Remember in keychain' })).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'This session only' })).toBeChecked();
  await page.getByRole('button', { name: 'Check keychain again' }).click();
  await expect(page.getByText(/this computer has no keychain/)).toBeVisible();
  await pasteKey(page, simulator.credentials.apiKey);
  await page.keyboard.press('Enter');
  await expect(mainNavigation(page)).toBeVisible();
  await expect.poll(() => keyPlace(page)).toBe('session');
  await expect(page.getByText('the API key was not saved')).toBeHidden();
  await mainNavigation(page).getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Keychain' }).click();
  await expect(page.getByText('No keychain')).toBeVisible();
  await expect(page.getByText('In memory, for this session only')).toBeVisible();
});

test('a key for this session only must be entered again after a sign-out and at the next start', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const launchOptions = await writeManagedProfiles(dataFolder, [managedProfile(simulator)]);
  const firstRun = await launch(launchOptions);
  const { apiKey } = simulator.credentials;
  await pasteKey(firstRun.page, apiKey);
  await firstRun.page.keyboard.press('Enter');
  await expect(mainNavigation(firstRun.page)).toBeVisible();
  await chooseInProfileMenu(firstRun.page, 'Sign out of Nordlicht Maschinenbau GmbH');
  await expect(keyField(firstRun.page)).toHaveValue('');
  await expect.poll(() => keyPlace(firstRun.page)).toBe('none');
  await pasteKey(firstRun.page, apiKey);
  await firstRun.page.keyboard.press('Enter');
  await expect(mainNavigation(firstRun.page)).toBeVisible();
  await firstRun.quit();
  expect(await secretsOfProgram(dirname(dataFolder), { apiKey })).toEqual([]);

  const secondRun = await launch(launchOptions);
  await expect(keyField(secondRun.page)).toBeFocused();
  await expect(keyField(secondRun.page)).toHaveValue('');
});
