/** @file Actions on the sign-in screen. */
import type { Page } from '@playwright/test';
import { parseSnapshot } from '../../src/shared/contract/answers.ts';
import { topics } from '../../src/shared/contract/index.ts';
import { pasteText } from './managed-company.ts';

/** The field for the API key. */
export const keyField = (page: Page) => page.getByLabel('API key', { exact: true });

/** The main navigation, which is shown after the sign-in. */
export const mainNavigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** Pastes a key into its field. */
export async function pasteKey(page: Page, key: string): Promise<void> {
  await keyField(page).focus();
  await pasteText(page, key);
}

/** Returns where the key of the test's profile is stored, as the window gets it. */
export async function keyPlace(page: Page): Promise<string | undefined> {
  const answer = await page.evaluate(() => window.paydesk.subscribe('profiles', () => undefined));
  const { entries } = topics.profiles.value.parse(parseSnapshot(answer, 'profiles').value);
  return entries.find(({ id }) => id === 'test-profile')?.keyPlace;
}

/** Chooses an item of the profile menu. */
export async function chooseInProfileMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Nordlicht' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}
