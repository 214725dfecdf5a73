/** @file Where the API key is stored: for the session or in the keychain. */
import { dirname } from 'node:path';
import { createEntry } from '../../src/main/features/session/key-binding.ts';
import { keyringMissing, storedSecrets } from '../fakes/keyring.ts';
import { expect, inElectron, type Paydesk } from './fixture.ts';
import { checkLayout } from './layout/check-layout.ts';
import { managedProfile, pasteText, test, writeManagedProfiles } from './managed-company.ts';
import { photograph } from './photograph.ts';
import { chooseInProfileMenu, keyField, keyPlace, mainNavigation, pasteKey } from './sign-in-screen.ts';
import { secretsOfProgram } from './traces.ts';

const account = 'api-key/test-profile';

test.describe('with a real keyring', () => {
  const keyringProblem = keyringMissing();
  test.skip(keyringProblem !== null, keyringProblem ?? '');
  test.skip(inElectron, 'Tests in Electron use a keychain in a file');
  test.use({ sharesBrowser: false, paydeskOptions: { keyring: true } });

  async function secretsInKeyring(paydesk: Paydesk): Promise<Record<string, string>> {
    const bus = await paydesk.evaluate(() => process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '', null);
    return storedSecrets(bus, 'Paydesk');
  }

  test('the key is stored in the keyring and in no file, is used at the next start, and is removed when forgotten', async ({
    launch,
    dataFolder,
    simulator,
  }) => {
    const launchOptions = await writeManagedProfiles(dataFolder, [managedProfile(simulator)]);
    const { apiKey } = simulator.credentials;
    const firstRun = await launch(launchOptions);
    await expect(firstRun.page.getByText('Saved in Secret Service, never in a file.')).toBeVisible();
    await pasteKey(firstRun.page, 'a-key-that-is-refused');
    await firstRun.page.keyboard.press('Enter');
    await expect(firstRun.page.getByText('The API key was refused')).toBeVisible();
    await expect(keyField(firstRun.page)).toBeFocused();
    expect(await secretsInKeyring(firstRun)).toEqual({});
    await pasteText(firstRun.page, apiKey);
    await firstRun.page.keyboard.press('Enter');
    await expect(mainNavigation(firstRun.page)).toBeVisible();
    await expect.poll(() => keyPlace(firstRun.page)).toBe('keychain');
    expect(await secretsInKeyring(firstRun)).toEqual({
      [account]: createEntry(apiKey, managedProfile(simulator)),
    });
    await firstRun.quit();
    // The keyring's own encrypted file is beside the data folder.
    expect(await secretsOfProgram(dirname(dataFolder), { apiKey })).toEqual([]);

    const secondRun = await launch(launchOptions);
    await expect(mainNavigation(secondRun.page)).toBeVisible();
    await chooseInProfileMenu(secondRun.page, 'Sign out and forget the API key…');
    await secondRun.page.getByRole('button', { name: 'Sign out and forget the key' }).click();
    await expect(keyField(secondRun.page)).toBeVisible();
    await expect.poll(() => keyPlace(secondRun.page)).toBe('none');
    await expect.poll(() => secretsInKeyring(secondRun)).toEqual({});
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

    const callCountBefore = simulator.calls().length;
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

  test('signing out keeps the stored key, and a sign-in for this session only removes the stored key', async ({
    launch,
    dataFolder,
    simulator,
  }) => {
    const paydesk = await launch(await writeManagedProfiles(dataFolder, [managedProfile(simulator)]));
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
