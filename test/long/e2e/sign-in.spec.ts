/** @file The sign-in form: its errors move nothing, and it says where the key can be kept. */
import type { Page } from '@playwright/test';
import { expect } from '../../e2e/fixture.ts';
import { managedProfile, test, writeManagedProfiles } from '../../e2e/managed-company.ts';
import { keyField, keyPlace, mainNavigation, pasteKey } from '../../e2e/sign-in-screen.ts';

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
  test(`at ${width} × ${height}, an error moves neither the card nor its fields, and without a keychain the key is for this session only`, async ({
    launch,
    dataFolder,
    simulator,
  }) => {
    const paydesk = await launch(await writeManagedProfiles(dataFolder, [managedProfile(simulator)]));
    const { page } = paydesk;
    await paydesk.resize(width, height);
    await expect(keyField(page)).toBeFocused();
    const noKeychain = page.getByText(/this computer has no keychain/);
    await expect(noKeychain).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Remember in keychain' })).toBeDisabled();
    await expect(page.getByRole('radio', { name: 'This session only' })).toBeChecked();
    await page.getByRole('button', { name: 'Check keychain again' }).click();
    await expect(noKeychain).toBeVisible();
    const tops = await measureTops(page);
    expect(tops).not.toContain(undefined);
    await page.getByRole('button', { name: 'Sign in to sandbox' }).click();
    await expect(page.getByText('Enter the API key.')).toBeVisible();
    await expect(keyField(page)).toBeFocused();
    expect(await measureTops(page)).toEqual(tops);
    expect(simulator.calls()).toEqual([]);
    await pasteKey(page, 'refused key');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The API key was refused')).toBeVisible();
    expect(await measureTops(page)).toEqual(tops);

    await pasteKey(page, simulator.credentials.apiKey);
    await page.keyboard.press('Enter');
    await expect(mainNavigation(page)).toBeVisible();
    await expect.poll(() => keyPlace(page)).toBe('session');
    await expect(page.getByText('the API key was not saved')).toBeHidden();
  });
}
