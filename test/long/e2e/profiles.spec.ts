import type { Page } from '@playwright/test';
import { expect } from '../../e2e/fixture.ts';
import { managedProfile, signIn } from '../../e2e/managed-company.ts';
import { photograph } from '../../e2e/photograph.ts';
import { profileButton, test } from '../../e2e/profiles-fixture.ts';

async function openProfileMenu(page: Page): Promise<void> {
  await profileButton(page).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

test('the clerk can sign in to a new profile right after adding it, and Cancel returns to the previous screen', async ({
  paydeskWithProfiles: paydesk,
  simulator: north,
  south,
}) => {
  const { page } = paydesk;
  await signIn(paydesk, north, 'north');
  await expect(profileButton(page)).toContainText('North Ltd');
  const { id: _id, ...fields } = managedProfile(south, { name: 'Third Ltd' });
  await page.keyboard.press('ControlOrMeta+,');
  await expect(page.getByRole('heading', { name: 'Profiles and hosts' })).toBeVisible();
  await page.getByRole('button', { name: 'Add profile…' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(fields.name);
  await page.getByRole('textbox', { name: /Client ID/ }).fill(fields.clientId);
  for (const [host, address] of Object.entries(fields.hosts)) {
    const field = page.getByRole('textbox', { name: new RegExp(`^${host}`, 'i') });
    if (address !== null && (await field.count()) > 0) await field.first().fill(address);
  }
  await page.getByRole('button', { name: 'Add profile', exact: true }).click();
  await expect(page.getByText('You stay signed in to North Ltd')).toBeVisible();
  await expect(page.locator('[data-part="profile-name"]')).toHaveText('Third Ltd');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Profiles and hosts' })).toBeVisible();
  await photograph(paydesk, 'profile-cards');
  await page.getByRole('button', { name: 'Sign in…' }).first().click();
  await page.getByLabel('API key', { exact: true }).fill(south.credentials.apiKey);
  await page.keyboard.press('Enter');
  await expect(profileButton(page)).toContainText('Third Ltd');

  await openProfileMenu(page);
  // Order: the active profile, signed-in profiles, the others.
  for (const [index, name] of ['Third Ltd', 'North Ltd', 'South Ltd'].entries()) {
    await expect(page.getByRole('menuitem').nth(index)).toContainText(name);
  }
  await page.getByRole('menuitem', { name: 'Switch profile…' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(profileButton(page)).toContainText('Third Ltd');
});
