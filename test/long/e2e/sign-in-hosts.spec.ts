/** @file The hosts of a profile: suggestions while the clerk types a host, and the key after a change of hosts. */
import { expect } from '../../e2e/fixture.ts';
import { checkLayout } from '../../e2e/layout/check-layout.ts';
import { managedProfile, pasteText, test } from '../../e2e/managed-company.ts';
import { photograph } from '../../e2e/photograph.ts';
import { chooseInProfileMenu, keyField, mainNavigation, pasteKey } from '../../e2e/sign-in-screen.ts';
import { keyringMissing } from '../../fakes/platform/keyring.ts';

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

test.describe('with a keyring', () => {
  const keyringProblem = keyringMissing();
  test.skip(keyringProblem !== null, keyringProblem ?? '');

  test('a change of hosts needs a confirmation, and the stored key must be pasted again', async ({
    launch,
    simulator,
  }) => {
    const paydesk = await launch({ args: ['--allow-http-loopback'], keyring: true });
    const { page } = paydesk;
    const { hosts, clientId, environment, options } = managedProfile(simulator);
    const name = 'Nordlicht';
    await paydesk.answerDialogs({ button: 0 });
    await paydesk.call('session.saveProfile', {
      id: null,
      fields: { name, environment, clientId, hosts, options },
    });
    await pasteKey(page, simulator.credentials.apiKey);
    await page.keyboard.press('Enter');
    await expect(mainNavigation(page)).toBeVisible();
    await chooseInProfileMenu(page, `Sign out of ${name}`);
    await expect(page.getByText('Saved in Secret Service')).toBeVisible();

    const callCountBefore = simulator.calls().length;
    const editor = page.getByRole('dialog');
    await page.getByRole('row', { name: /^Nordlicht/ }).hover();
    await page.getByRole('button', { name: `Edit profile ${name}` }).click({ timeout: 20_000 });
    await editor.getByRole('textbox', { name: 'Legacy', exact: true }).fill('https://legacy.example');
    await paydesk.answerDialogs({ button: 1 });
    await editor.getByRole('button', { name: 'Save profile' }).click();
    await expect
      .poll(() => paydesk.shownDialogs())
      .toMatchObject([
        { message: expect.stringMatching(/^Use .*new hosts? for “Nordlicht” \(sandbox\)\?$/), defaultId: 1 },
        { message: 'Change the hosts of “Nordlicht” (sandbox)?', cancelId: 1, defaultId: 1 },
      ]);
    await expect(editor.getByRole('button', { name: 'Save profile' })).toBeEnabled();
    await expect(editor.locator('[data-part="notice"]')).toHaveCount(0);
    await paydesk.answerDialogs({ button: 0 });
    await editor.getByRole('button', { name: 'Save profile' }).click();
    await expect(editor).toBeHidden();

    await page.getByRole('button', { name: 'Sign in to sandbox' }).click();
    await expect(page.getByText('Paste the API key again')).toBeVisible();
    await expect(keyField(page)).toBeFocused();
    await expect(page.getByRole('button', { name: 'Use the saved key' })).toBeHidden();
    await photograph(paydesk, 'key-of-other-hosts');
    await checkLayout(paydesk, 'key-of-other-hosts');
    expect(simulator.calls()).toHaveLength(callCountBefore);
    await pasteText(page, simulator.credentials.apiKey);
    await page.keyboard.press('Enter');
    await expect(mainNavigation(page)).toBeVisible();
  });
});
