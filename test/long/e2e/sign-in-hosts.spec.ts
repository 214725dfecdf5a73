/** @file The hosts of a profile: suggestions while the clerk types a host. */
import { expect } from '../../e2e/fixture.ts';
import { checkLayout } from '../../e2e/layout/check-layout.ts';
import { test } from '../../e2e/managed-company.ts';
import { photograph } from '../../e2e/photograph.ts';

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
