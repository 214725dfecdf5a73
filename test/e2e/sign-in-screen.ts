/** @file Actions on the sign-in screen, and a host whose certificate is not trusted. */
import { createServer, type Server } from 'node:https';
import type { Page } from '@playwright/test';
import { parseSnapshot } from '../../src/shared/contract/answers.ts';
import { topics } from '../../src/shared/contract/index.ts';
import { createAuthority } from '../fakes/servers/certificate.ts';
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

/** Starts a host whose certificate is not trusted. */
export async function startUntrustedHost(): Promise<{ base: string; server: Server }> {
  const server = createServer(createAuthority('Gateway of an office').issue('127.0.0.1'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return { base: `https://127.0.0.1:${address.port}`, server };
}
