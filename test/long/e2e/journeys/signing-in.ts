/** @file Photographs the screens before the sign-in: adding a profile, signing in, and what fails. */
import type { Page } from '@playwright/test';
import { noHosts } from '../../../../src/renderer/features/profiles/hosts.ts';
import { type Hosts, hostNames } from '../../../../src/shared/model/session/environment.ts';
import { expect, type Paydesk } from '../../../e2e/fixture.ts';
import { type ManagedProfile, managedProfile, pasteText } from '../../../e2e/managed-company.ts';
import type { TakePhotograph } from '../../../e2e/photograph.ts';
import type { Simulator } from '../../../practice/simulator.ts';

/** The longest name that a test uses. */
export const longName =
  'Aegean Shipping Supplies and International Forwarding Services Société Anonyme of Piraeus';

/** The hosts of a company that does not exist, as the contract names them. */
export function hostsOf(label: 'sandbox' | 'beta'): Hosts {
  const hostOf = (name: string) => `https://${name}.${label}.payments.example`;
  return {
    ...noHosts,
    ...Object.fromEntries(hostNames.map((name) => [name, hostOf(name === 'statement' ? 'wallet' : name)])),
  };
}

function allHostsAt(base: string): Hosts {
  return { ...noHosts, ...Object.fromEntries(hostNames.map((name) => [name, base])) };
}

async function submitKey(page: Page, key: string): Promise<void> {
  const field = page.getByLabel('API key', { exact: true });
  await field.fill('');
  await field.focus();
  await pasteText(page, key);
  await page.keyboard.press('Enter');
}

/** Chooses a profile, tries to sign in, and waits for the error message. */
async function failSignIn(page: Page, profile: string, title: string): Promise<void> {
  await page.getByRole('row', { name: profile }).click();
  await submitKey(page, 'a key that is not right');
  await expect(
    page.getByRole('alert').or(page.locator('[data-part="notice"]')).filter({ hasText: title }),
  ).toBeVisible();
}

/** Returns a valid profile, one whose hosts give no answer, and others. */
export function profilesOf(simulator: Simulator): ManagedProfile[] {
  const createProfile = (id: string, name: string, hosts: Hosts) =>
    managedProfile(simulator, { id, name, hosts });
  return [
    createProfile('good', 'Nordlicht Maschinenbau GmbH', simulator.hosts),
    managedProfile(simulator, {
      id: 'production',
      name: 'Nordlicht Maschinenbau GmbH',
      environment: 'production',
      clientId: 'nlm-erp-7c41-0938',
      hosts: hostsOf('beta'),
    }),
    createProfile('silent', 'Torrefazione Brunelleschi S.p.A.', allHostsAt('http://127.0.0.1:9')),
    createProfile('long', longName, hostsOf('sandbox')),
  ];
}

/** Photographs the editor of a new profile, from empty to complete. */
export async function photographEditor(paydesk: Paydesk, takePhotograph: TakePhotograph): Promise<void> {
  const dialog = paydesk.page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await takePhotograph('profile-editor-empty');
  await dialog.getByRole('button', { name: 'Add profile' }).click();
  await expect(dialog.getByText('Not saved: correct')).toBeVisible();
  await takePhotograph('profile-editor-problems');
  await dialog.getByLabel('Name').fill(longName);
  await dialog.getByLabel('Client ID').fill('nlm-erp-7c41-0938');
  await dialog.getByRole('textbox', { name: 'Auth' }).fill('auth.sandbox.payments.example');
  await takePhotograph('profile-editor-pattern');
  await dialog.getByRole('button', { name: /^Fill/ }).click();
  await dialog.getByRole('textbox', { name: 'Wallet' }).fill('wallet.beta.payments.example');
  await dialog.getByRole('button', { name: /^For IT/ }).click();
  await takePhotograph('profile-editor-options');
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
}

/** Photographs the list of profiles, a refused key, an unreachable host and a sign-in that runs. */
export async function photographSigningIn(
  paydesk: Paydesk,
  simulator: Simulator,
  takePhotograph: TakePhotograph,
): Promise<void> {
  const { page } = paydesk;
  await expect(page.getByText('this computer has no keychain')).toBeVisible();
  await page.getByRole('row', { name: 'Nordlicht Maschinenbau GmbH, Sandbox' }).click();
  await takePhotograph('sign-in-profiles');
  await failSignIn(page, 'Nordlicht Maschinenbau GmbH, Sandbox', 'The API key was refused');
  await takePhotograph('sign-in-key-refused');
  await failSignIn(page, 'Torrefazione', 'The host can’t be reached');
  await takePhotograph('sign-in-unreachable');
  await page.getByRole('button', { name: 'Check connection…' }).click();
  await expect(page.getByRole('dialog').getByText('No response')).toHaveCount(7);
  await takePhotograph('check-unreachable');
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: longName }).click();
  await takePhotograph('sign-in-long-name');
  await page.getByRole('button', { name: `View profile ${longName}` }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await takePhotograph('profile-managed');
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: 'Nordlicht Maschinenbau GmbH, Sandbox' }).click();
  simulator.faults.set('login', { kind: 'hang' });
  await submitKey(page, simulator.credentials.apiKey);
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await takePhotograph('sign-in-running');
  simulator.faults.clear();
}
