import type { Page } from '@playwright/test';
import { expect } from '../../e2e/fixture.ts';
import { managedProfile, test, writeManagedProfiles } from '../../e2e/managed-company.ts';
import { keyField, mainNavigation, pasteKey } from '../../e2e/sign-in-screen.ts';

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
