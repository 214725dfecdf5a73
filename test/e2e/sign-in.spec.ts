/** @file Signing in with valid and refused keys, and services that fail. */
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';
import { managedProfile, pasteText, test, writeManagedProfiles } from './managed-company.ts';
import { chooseInProfileMenu, keyField, keyPlace, mainNavigation, pasteKey } from './sign-in-screen.ts';
import { secretsBelow } from './traces.ts';

/** An announcement to screen readers that contains a sentence. */
const announcement = (page: Page, sentence: string) =>
  page.locator('[role="status"][aria-live="polite"].sr').filter({ hasText: sentence });

test('a valid key opens the main screen and is removed from the window, and each change of the session is announced', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const { page } = await launch(await writeManagedProfiles(dataFolder, [managedProfile(simulator)]));
  const { apiKey } = simulator.credentials;
  await expect(keyField(page)).toBeFocused();
  await pasteKey(page, `  ${apiKey}\n`);
  await expect(page.getByText(`${apiKey.length} characters pasted`)).toBeVisible();
  await page.getByRole('button', { name: 'Sign in to sandbox' }).click();
  await expect(mainNavigation(page)).toBeVisible();
  await expect(announcement(page, 'Signed in to Nordlicht Maschinenbau GmbH, sandbox')).toBeAttached();
  expect(await page.content()).not.toContain(apiKey);

  simulator.revokeTokens();
  simulator.faults.set('login', { kind: 'status', status: 401 });
  await mainNavigation(page).getByText('Statements').click();
  await page.getByLabel('Wallets').fill('1001');
  await page.getByRole('button', { name: /^Request 1 statement/ }).click();
  await expect(
    announcement(page, 'The session of Nordlicht Maschinenbau GmbH was interrupted'),
  ).toBeAttached();
  simulator.faults.clear();
  await page.getByRole('button', { name: 'Sign in again' }).first().click();
  await page
    .getByRole('dialog', { name: 'Discard what you typed?' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await page.getByRole('button', { name: 'Sign in to sandbox' }).click();
  await expect(announcement(page, 'Signed in to Nordlicht Maschinenbau GmbH, sandbox')).toBeAttached();
  await chooseInProfileMenu(page, 'Sign out of Nordlicht Maschinenbau GmbH');
  await expect(announcement(page, 'Signed out')).toBeAttached();
  await expect(announcement(page, 'Signed in')).toHaveCount(0);
  expect(simulator.violations()).toEqual([]);
});

/** The distances of the card and its fields from the top of the window. */
async function measureTops(page: Page): Promise<(number | undefined)[]> {
  const parts = [
    page.getByRole('form', { name: 'Sign in' }),
    page.getByText('Client ID', { exact: true }),
    keyField(page),
    page.getByText('Save the API key', { exact: true }),
    page.getByRole('button', { name: 'Service hosts' }),
  ];
  return Promise.all(parts.map(async (part) => (await part.boundingBox())?.y));
}

for (const [width, height] of [
  [1280, 800],
  [960, 640],
] as const) {
  test(`at ${width} × ${height}, an error moves neither the card nor its fields`, async ({
    launch,
    dataFolder,
    simulator,
  }) => {
    const paydesk = await launch(await writeManagedProfiles(dataFolder, [managedProfile(simulator)]));
    const { page } = paydesk;
    await paydesk.resize(width, height);
    await expect(keyField(page)).toBeFocused();
    const tops = await measureTops(page);
    expect(tops).not.toContain(undefined);
    await page.getByRole('button', { name: 'Sign in to sandbox' }).click();
    await expect(page.getByText('Enter the API key.')).toBeVisible();
    expect(await measureTops(page)).toEqual(tops);
    await pasteKey(page, 'refused key');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The API key was refused')).toBeVisible();
    expect(await measureTops(page)).toEqual(tops);
  });
}

test('a sign-in without a key sends no request, and the field asks for the key', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const { page } = await launch(await writeManagedProfiles(dataFolder, [managedProfile(simulator)]));
  await page.getByRole('button', { name: 'Sign in to sandbox' }).click();
  await expect(page.getByText('Enter the API key.')).toBeVisible();
  await expect(keyField(page)).toBeFocused();
  expect(simulator.calls()).toEqual([]);
});

test('a refused key is reported, is not stored, and is replaced by the next pasted key', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const { page } = await launch(await writeManagedProfiles(dataFolder, [managedProfile(simulator)]));
  const wrongKey = 'not-the-key-of-this-company-51c0';
  await pasteKey(page, wrongKey);
  await page.getByRole('button', { name: 'Sign in to sandbox' }).click();
  await expect(page.getByText('The API key was refused')).toBeVisible();
  await expect(page.getByText('answered 401')).toContainText('paste the whole key again');
  await expect(keyField(page)).toBeFocused();
  expect(await keyPlace(page)).toBe('none');
  expect(await secretsBelow(dirname(dataFolder), { wrong: wrongKey })).toEqual([]);

  await pasteText(page, simulator.credentials.apiKey);
  await page.keyboard.press('Enter');
  await expect(mainNavigation(page)).toBeVisible();
});

test('a wrong environment is reported differently from a wrong key, with a link to the right profile', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const wrongProfile = managedProfile(simulator, { clientId: 'practice-client-production' });
  const rightProfile = managedProfile(simulator, { id: 'right', environment: 'production' });
  const { page } = await launch(await writeManagedProfiles(dataFolder, [wrongProfile, rightProfile]));
  await page.getByRole('row', { name: /Sandbox/ }).click();
  await pasteKey(page, simulator.credentials.apiKey);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Wrong environment')).toBeVisible();
  await expect(page.getByText('answered 403')).toBeVisible();
  await expect(page.getByText('The API key was refused')).toBeHidden();
  await page.getByRole('button', { name: 'Choose the production profile' }).click();
  await expect(page.getByRole('button', { name: 'Sign in to production' })).toBeVisible();
  await expect(keyField(page)).toBeFocused();
  await expect(keyField(page)).toHaveValue('');
});

test.describe('a token in a custom field', () => {
  test.use({ company: { loginTokenField: 'data.session.ticket' } });

  test('is found by the profile’s setting; without it, the error names the fields but no value', async ({
    launch,
    dataFolder,
    simulator,
  }) => {
    const configuredProfile = managedProfile(simulator, { id: 'configured', name: 'Configured' });
    const options = { ...configuredProfile.options, tokenField: 'data.session.ticket' };
    const { page } = await launch(
      await writeManagedProfiles(dataFolder, [
        managedProfile(simulator, { name: 'Default' }),
        { ...configuredProfile, options },
      ]),
    );
    await page.getByRole('row', { name: /^Default/ }).click();
    await pasteKey(page, simulator.credentials.apiKey);
    await page.keyboard.press('Enter');
    await expect(page.getByText('The response was not understood')).toBeVisible();
    await expect(
      page.getByText(/Fields seen: companyId, data, data\.session\. The response contains no token/),
    ).toBeVisible();
    expect(await page.content()).not.toContain('pct_');

    await page.getByRole('row', { name: /^Configured/ }).click();
    await pasteKey(page, simulator.credentials.apiKey);
    await page.keyboard.press('Enter');
    await expect(mainNavigation(page)).toBeVisible();
  });
});

test('a host that does not respond and a web page in place of the answer are each reported', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const silentProfile = managedProfile(simulator, {
    id: 'silent',
    name: 'Silent',
    hosts: { ...simulator.hosts, auth: 'http://127.0.0.1:9' },
  });
  const { page } = await launch(
    await writeManagedProfiles(dataFolder, [managedProfile(simulator), silentProfile]),
  );
  await page.getByRole('row', { name: /^Silent/ }).click();
  await pasteKey(page, simulator.credentials.apiKey);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The host can’t be reached')).toBeVisible();
  await expect(page.getByText(/No response from 127\.0\.0\.1:9/)).toBeVisible();

  simulator.faults.set('login', { kind: 'html' });
  await page.getByRole('row', { name: /^Nordlicht/ }).click();
  await pasteKey(page, simulator.credentials.apiKey);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The response was not understood')).toBeVisible();
  await expect(page.getByText(/answered with a web page/)).toBeVisible();
});

test('a sign-in that takes too long can be cancelled, and the profile stays signed out', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const { page } = await launch(await writeManagedProfiles(dataFolder, [managedProfile(simulator)]));
  simulator.faults.set('login', { kind: 'hang' });
  await pasteKey(page, simulator.credentials.apiKey);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Sign in to sandbox' })).toBeVisible();
  await expect(page.locator('[data-part="notice"]')).toHaveCount(0);
  simulator.faults.clear();
  await expect(mainNavigation(page)).toBeHidden();
});
