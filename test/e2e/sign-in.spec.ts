/** @file Signing in with valid and refused keys. */
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';
import { managedProfile, pasteText, test, writeManagedProfiles } from './managed-company.ts';
import { chooseInProfileMenu, keyField, keyPlace, mainNavigation, pasteKey } from './sign-in-screen.ts';
import { secretsOfProgram } from './traces.ts';

test.use({ sharesBrowser: false });

/** An announcement to screen readers that contains a sentence. */
const announcement = (page: Page, sentence: string) =>
  page.locator('[role="status"][aria-live="polite"].sr').filter({ hasText: sentence });

test('a refused key is reported and stored nowhere, a valid key is removed from the window, and both the sign-in and the sign-out are announced', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const { page } = await launch(await writeManagedProfiles(dataFolder, [managedProfile(simulator)]));
  const { apiKey } = simulator.credentials;
  const wrongKey = 'not-the-key-of-this-company-51c0';
  await expect(keyField(page)).toBeFocused();
  await pasteKey(page, wrongKey);
  await page.getByRole('button', { name: 'Sign in to sandbox' }).click();
  await expect(page.getByText('The API key was refused')).toBeVisible();
  await expect(page.getByText('answered 401')).toContainText('paste the whole key again');
  await expect(keyField(page)).toBeFocused();
  expect(await keyPlace(page)).toBe('none');
  expect(await secretsOfProgram(dirname(dataFolder), { wrong: wrongKey })).toEqual([]);

  // The next pasted key replaces the refused one.
  await pasteText(page, `  ${apiKey}\n`);
  await expect(page.getByText(`${apiKey.length} characters pasted`)).toBeVisible();
  await page.getByRole('button', { name: 'Sign in to sandbox' }).click();
  await expect(mainNavigation(page)).toBeVisible();
  await expect(announcement(page, 'Signed in to Nordlicht Maschinenbau GmbH, sandbox')).toBeAttached();
  expect(await page.content()).not.toContain(apiKey);
  await chooseInProfileMenu(page, 'Sign out of Nordlicht Maschinenbau GmbH');
  await expect(announcement(page, 'Signed out')).toBeAttached();
  await expect(announcement(page, 'Signed in')).toHaveCount(0);
  expect(simulator.violations()).toEqual([]);
});
