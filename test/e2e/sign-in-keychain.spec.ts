/** @file Where the API key is stored: for the session or in the keychain. */
import { dirname } from 'node:path';
import { createEntry } from '../../src/main/features/session/key-binding.ts';
import { keyringMissing, storedSecrets } from '../fakes/keyring.ts';
import { expect, inElectron, type Paydesk } from './fixture.ts';
import { checkLayout } from './layout/check-layout.ts';
import { managedProfile, pasteText, test, withProfiles } from './managed-company.ts';
import { photograph } from './photograph.ts';
import { chooseInProfileMenu, keyField, keyPlace, mainNavigation, pasteKey } from './sign-in-screen.ts';
import { secretsBelow } from './traces.ts';

const account = 'api-key/test-profile';

test('the form reports a missing keychain and offers this session only', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const { page } = await launch(await withProfiles(dataFolder, [managedProfile(simulator)]));
  await expect(page.getByText(/this computer has no keychain/)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Remember in keychain' })).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'This session only' })).toBeChecked();
  await page.getByRole('button', { name: 'Check keychain again' }).click();
  await expect(page.getByText(/this computer has no keychain/)).toBeVisible();
  await pasteKey(page, simulator.credentials.apiKey);
  await page.keyboard.press('Enter');
  await expect(mainNavigation(page)).toBeVisible();
  await expect.poll(() => keyPlace(page)).toBe('session');
  await expect(page.getByText('the API key was not saved')).toBeHidden();
  await mainNavigation(page).getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Keychain' }).click();
  await expect(page.getByText('No keychain')).toBeVisible();
  await expect(page.getByText('In memory, for this session only')).toBeVisible();
});

test('a key for this session only is needed again after a sign-out and at the next start', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const start = await withProfiles(dataFolder, [managedProfile(simulator)]);
  const first = await launch(start);
  const { apiKey } = simulator.credentials;
  await pasteKey(first.page, apiKey);
  await first.page.keyboard.press('Enter');
  await expect(mainNavigation(first.page)).toBeVisible();
  await chooseInProfileMenu(first.page, 'Sign out of Nordlicht Maschinenbau GmbH');
  await expect(keyField(first.page)).toHaveValue('');
  await expect.poll(() => keyPlace(first.page)).toBe('none');
  await pasteKey(first.page, apiKey);
  await first.page.keyboard.press('Enter');
  await expect(mainNavigation(first.page)).toBeVisible();
  await first.quit();
  expect(await secretsBelow(dirname(dataFolder), { apiKey })).toEqual([]);

  const second = await launch(start);
  await expect(keyField(second.page)).toBeFocused();
  await expect(keyField(second.page)).toHaveValue('');
});

test.describe('with a real keyring', () => {
  const missing = keyringMissing();
  test.skip(missing !== null, missing ?? '');
  test.skip(inElectron, 'Tests in Electron use a keychain in a file');
  test.use({ paydeskOptions: { keyring: true } });

  async function secretsInKeyring(paydesk: Paydesk): Promise<Record<string, string>> {
    const bus = await paydesk.evaluate(() => process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '', null);
    return storedSecrets(bus, 'Paydesk');
  }

  test('the key is stored in the keyring and in no file, is used at the next start, and is removed when forgotten', async ({
    launch,
    dataFolder,
    simulator,
  }) => {
    const start = await withProfiles(dataFolder, [managedProfile(simulator)]);
    const { apiKey } = simulator.credentials;
    const first = await launch(start);
    await expect(first.page.getByText('Saved in Secret Service, never in a file.')).toBeVisible();
    await pasteKey(first.page, 'a-key-that-is-refused');
    await first.page.keyboard.press('Enter');
    await expect(first.page.getByText('The API key was refused')).toBeVisible();
    await expect(keyField(first.page)).toBeFocused();
    expect(await secretsInKeyring(first)).toEqual({});
    await pasteText(first.page, apiKey);
    await first.page.keyboard.press('Enter');
    await expect(mainNavigation(first.page)).toBeVisible();
    await expect.poll(() => keyPlace(first.page)).toBe('keychain');
    expect(await secretsInKeyring(first)).toEqual({
      [account]: createEntry(apiKey, managedProfile(simulator)),
    });
    await first.quit();
    // The keyring's own encrypted file is beside the data folder.
    expect(await secretsBelow(dirname(dataFolder), { apiKey })).toEqual([]);

    const second = await launch(start);
    await expect(mainNavigation(second.page)).toBeVisible();
    await chooseInProfileMenu(second.page, 'Sign out and forget the API key…');
    await second.page.getByRole('button', { name: 'Sign out and forget the key' }).click();
    await expect(keyField(second.page)).toBeVisible();
    await expect.poll(() => keyPlace(second.page)).toBe('none');
    await expect.poll(() => secretsInKeyring(second)).toEqual({});
  });

  test('a change of hosts needs a confirmation, and the stored key must be pasted again', async ({
    launch,
    simulator,
  }) => {
    const paydesk = await launch({ args: ['--allow-http-loopback'] });
    const { page } = paydesk;
    const { hosts, clientId, environment, options } = managedProfile(simulator);
    const name = 'Nordlicht';
    await paydesk.call('session.saveProfile', {
      id: null,
      fields: { name, environment, clientId, hosts, options },
    });
    await pasteKey(page, simulator.credentials.apiKey);
    await page.keyboard.press('Enter');
    await expect(mainNavigation(page)).toBeVisible();
    await chooseInProfileMenu(page, `Sign out of ${name}`);
    await expect(page.getByText('Saved in Secret Service')).toBeVisible();

    const before = simulator.calls().length;
    const editor = page.getByRole('dialog');
    await page.getByRole('row', { name: /^Nordlicht/ }).hover();
    await page.getByRole('button', { name: `Edit profile ${name}` }).click({ timeout: 20_000 });
    await editor.getByRole('textbox', { name: 'Legacy', exact: true }).fill('https://legacy.example');
    await paydesk.answerDialogs({ button: 1 });
    await editor.getByRole('button', { name: 'Save profile' }).click();
    await expect
      .poll(() => paydesk.shownDialogs())
      .toMatchObject([{ message: 'Change the hosts of “Nordlicht” (sandbox)?', cancelId: 1, defaultId: 1 }]);
    await expect(editor.getByRole('button', { name: 'Save profile' })).toBeEnabled();
    await expect(editor.locator('.notice')).toHaveCount(0);
    await paydesk.answerDialogs({ button: 0 });
    await editor.getByRole('button', { name: 'Save profile' }).click();
    await expect(editor).toBeHidden();

    await page.getByRole('button', { name: 'Sign in to sandbox' }).click();
    await expect(page.getByText('Paste the API key again')).toBeVisible();
    await expect(keyField(page)).toBeFocused();
    await expect(page.getByRole('button', { name: 'Use the saved key' })).toBeHidden();
    await photograph(paydesk, 'key-of-other-hosts');
    await checkLayout(paydesk, 'key-of-other-hosts');
    expect(simulator.calls()).toHaveLength(before);
    await pasteText(page, simulator.credentials.apiKey);
    await page.keyboard.press('Enter');
    await expect(mainNavigation(page)).toBeVisible();
  });

  test('signing out keeps the stored key, and another key for this session only removes it', async ({
    launch,
    dataFolder,
    simulator,
  }) => {
    const paydesk = await launch(await withProfiles(dataFolder, [managedProfile(simulator)]));
    const { page } = paydesk;
    await pasteKey(page, simulator.credentials.apiKey);
    await page.keyboard.press('Enter');
    await expect(mainNavigation(page)).toBeVisible();
    await expect.poll(() => keyPlace(page)).toBe('keychain');
    await chooseInProfileMenu(page, 'Sign out of Nordlicht Maschinenbau GmbH');
    await expect(page.getByText('Saved in Secret Service')).toBeVisible();
    await page.getByRole('button', { name: 'Use another key' }).click();
    await page.getByRole('radio', { name: 'This session only' }).check({ force: true });
    await pasteKey(page, simulator.credentials.apiKey);
    await page.getByRole('button', { name: 'Sign in to sandbox' }).click();
    await expect(mainNavigation(page)).toBeVisible();
    await expect.poll(() => keyPlace(page)).toBe('session');
    await expect.poll(() => secretsInKeyring(paydesk)).toEqual({});
  });
});
