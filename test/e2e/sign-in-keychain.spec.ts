/** @file Where the API key is stored: for the session or in the keychain. */
import { dirname } from 'node:path';
import { createEntry } from '../../src/main/features/session/key-binding.ts';
import { keyringMissing, storedSecrets } from '../fakes/platform/keyring.ts';
import { expect, inElectron, type Paydesk } from './fixture.ts';
import { managedProfile, pasteText, test, writeManagedProfiles } from './managed-company.ts';
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
    const secrets = Object.entries(await storedSecrets(bus, 'Paydesk'));
    // The number of the last commit is no secret.
    return Object.fromEntries(secrets.filter(([name]) => !name.startsWith('generation/')));
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
    const { page } = secondRun;
    await expect(mainNavigation(page)).toBeVisible();
    await mainNavigation(page)
      .getByRole('button', { name: /^Needs you/ })
      .click();
    await expect(page.getByRole('heading', { name: 'Nothing needs you' })).toBeVisible();
    await chooseInProfileMenu(page, 'Sign out and forget the API key…');
    await page.getByRole('button', { name: 'Sign out and forget the key' }).click();
    await expect(keyField(page)).toBeVisible();
    await expect.poll(() => keyPlace(page)).toBe('none');
    await expect.poll(() => secretsInKeyring(secondRun)).toEqual({});

    // A sign-out alone keeps the key, which a sign-in for this session only removes.
    const signInWithKey = async () => {
      await pasteKey(page, apiKey);
      await page.getByRole('button', { name: 'Sign in to sandbox' }).click();
      await expect(mainNavigation(page)).toBeVisible();
    };
    await signInWithKey();
    await expect.poll(() => keyPlace(page)).toBe('keychain');
    await chooseInProfileMenu(page, 'Sign out of Nordlicht Maschinenbau GmbH');
    await expect(page.getByText('Saved in Secret Service')).toBeVisible();
    await page.getByRole('button', { name: 'Use another key' }).click();
    await page.getByRole('radio', { name: 'This session only' }).check({ force: true });
    await signInWithKey();
    await expect.poll(() => keyPlace(page)).toBe('session');
    await expect.poll(() => secretsInKeyring(secondRun)).toEqual({});
  });
});
