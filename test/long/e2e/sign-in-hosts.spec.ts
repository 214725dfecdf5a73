/** @file The hosts of a profile: the connection check, and suggestions while the clerk types a host. */

import { expect } from '../../e2e/fixture.ts';
import { checkLayout } from '../../e2e/layout/check-layout.ts';
import { managedProfile, test, writeManagedProfiles } from '../../e2e/managed-company.ts';
import { photograph } from '../../e2e/photograph.ts';
import { mainNavigation, pasteKey, startUntrustedHost } from '../../e2e/sign-in-screen.ts';
import { startSimulator } from '../../simulator/simulator.ts';

test('the connection check shows the result of each host', async ({ launch, dataFolder, simulator }) => {
  const otherEnvironment = await startSimulator({ environment: 'production' });
  const untrustedHost = await startUntrustedHost();
  const hosts = {
    ...simulator.hosts,
    exchange: 'http://127.0.0.1:9',
    onboarding: untrustedHost.base,
    legacy: otherEnvironment.hosts.legacy,
  };
  const { page } = await launch(
    await writeManagedProfiles(dataFolder, [managedProfile(simulator, { hosts })]),
  );
  await pasteKey(page, simulator.credentials.apiKey);
  await page.keyboard.press('Enter');
  await mainNavigation(page).getByRole('button', { name: 'Settings' }).click();
  await page
    .getByRole('button', { name: /^Nordlicht.*test|^Nordlicht Maschinenbau/ })
    .last()
    .click();
  await page.getByRole('button', { name: 'Check connection' }).click();
  const resultRow = (host: string) => page.getByRole('row', { name: new RegExp(`^${host} `) });
  await expect(resultRow('Wallet')).toContainText('Token accepted');
  await expect(resultRow('Beneficiary')).toContainText('Token accepted');
  await expect(resultRow('Exchange')).toContainText('No response');
  await expect(resultRow('Onboarding')).toContainText('Not trusted');
  await expect(page.getByText(/Issued by Gateway of an office/)).toBeVisible();
  await expect(resultRow('Legacy')).toContainText('Wrong environment');
  await expect(page.getByText(/ECONNREFUSED/)).toBeVisible();
  untrustedHost.server.close();
  await otherEnvironment.close();
});

test('a pasted list of hosts fills the fields, and asks for the service of an unclear host', async ({
  launch,
}) => {
  const paydesk = await launch();
  const { page } = paydesk;
  await page.getByRole('button', { name: 'Add profile…' }).click();
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  const list = `Dear Ms Kowalska, here are the hosts:
    Login (auth): https://auth.beta.example.com/
    Wallet: wallet.sandbox.example.com
    Beneficiary: beneficiary.sandbox.example.com
    onboarding.sandbox.example.com
    Legacy host: old.sandbox.example.com
    rates.sandbox.example.com`;
  await field('Auth').evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, list);
  await expect(field('Legacy')).toHaveValue('https://old.sandbox.example.com');
  await expect(
    dialog.getByText('This is a production host name, but the profile is for sandbox.'),
  ).toBeVisible();
  await photograph(paydesk, 'host-paste');
  await checkLayout(paydesk, 'host-paste');
  await dialog.getByRole('button', { name: /rates\.sandbox\.example\.com/ }).click();
  await page.getByRole('option', { name: 'Exchange' }).click();
  await expect(field('Exchange')).toHaveValue('https://rates.sandbox.example.com');
  await dialog.getByRole('button', { name: /^Use sandbox host/ }).click();
  await expect(field('Auth')).toHaveValue('https://auth.sandbox.example.com');
});

test('one typed host suggests the other hosts, and a shortcut fills the empty fields without saving', async ({
  launch,
}) => {
  const paydesk = await launch();
  const { page } = paydesk;
  await page.getByRole('button', { name: 'Add profile…' }).click();
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  const suggestedHosts = ['Auth', 'Beneficiary', 'Exchange', 'Onboarding'];
  await field('Legacy').fill('old.example.com');
  await field('Wallet').fill('https://money.sandbox.example.com');
  await expect(dialog.getByRole('button', { name: /^Fill/ })).toBeHidden();
  await field('Wallet').fill('https://wallet.sandbox.example.com');
  await expect(
    dialog.getByText(
      'Fill the other 5 hosts: auth.sandbox.example.com, beneficiary.sandbox.example.com, exchange.sandbox.example.com, onboarding.sandbox.example.com and wallet.sandbox.example.com for statements.',
    ),
  ).toBeVisible();
  await photograph(paydesk, 'host-suggestion');
  await checkLayout(paydesk, 'host-suggestion');
  for (const name of suggestedHosts) await expect(field(name)).toHaveValue('');

  await field('Wallet').focus();
  await page.keyboard.press(process.platform === 'darwin' ? 'Meta+Enter' : 'Alt+Enter');
  for (const name of suggestedHosts) {
    await expect(field(name)).toHaveValue(`https://${name.toLowerCase()}.sandbox.example.com`);
  }
  await expect(field('Wallet')).toBeFocused();
  await expect(field('Legacy')).toHaveValue(/old\.example\.com$/);
  await expect(field('Statement')).toHaveValue('https://wallet.sandbox.example.com');
  await expect(dialog.getByText('Not saved: correct')).toBeHidden();
  await expect(dialog.getByRole('button', { name: /^Fill/ })).toBeHidden();

  await field('Exchange').fill('');
  await dialog.getByRole('button', { name: 'Fill 1 host' }).focus();
  await page.keyboard.press('Enter');
  await expect(field('Exchange')).toBeFocused();
  await expect(field('Exchange')).toHaveValue('https://exchange.sandbox.example.com');
});
