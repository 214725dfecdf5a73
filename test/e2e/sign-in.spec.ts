/** @file A clerk signs in: with every key, every host and every keychain that there is. */
import { createServer, type Server } from 'node:https';
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { createEntry } from '../../src/main/features/session/key-binding.ts';
import { startSimulator } from '../../src/main/simulator/simulator.ts';
import { topics } from '../../src/shared/contract/index.ts';
import { createAuthority } from '../fakes/certificate.ts';
import { keyringMissing, storedSecrets } from '../fakes/keyring.ts';
import { expect, inElectron, type Paydesk } from './fixture.ts';
import { checkLayout } from './layout/check-layout.ts';
import { managed, pasteText, test, withProfiles } from './managed-company.ts';
import { photograph } from './photograph.ts';
import { secretsBelow } from './traces.ts';

const keyField = (page: Page) => page.getByLabel('API key', { exact: true });
const frame = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const account = 'api-key/test-profile';

async function pasteKey(page: Page, key: string): Promise<void> {
  await keyField(page).focus();
  await pasteText(page, key);
}

/** Where the key of the test's profile is, as the window knows it. */
async function keyPlace(page: Page): Promise<string | undefined> {
  const value = await page.evaluate(
    () =>
      new Promise((resolve) => {
        void window.paydesk.subscribe('profiles', (snapshot) => resolve(snapshot.value));
      }),
  );
  const { entries } = topics.profiles.value.parse(value);
  return entries.find(({ id }) => id === 'test-profile')?.keyPlace;
}

async function chooseInProfileMenu(page: Page, word: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Nordlicht' }).click();
  await page.getByRole('menuitem', { name: word, exact: true }).click();
}

/** What the window says to screen readers, wherever on the screen the clerk is. */
const spoken = (page: Page, sentence: string) =>
  page.locator('[role="status"][aria-live="polite"].sr').filter({ hasText: sentence });

test('a good key leads to the work, is gone from the window, and each change of the session is spoken', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const { page } = await launch(await withProfiles(dataFolder, [managed(simulator)]));
  const { apiKey } = simulator.credentials;
  await expect(keyField(page)).toBeFocused();
  await pasteKey(page, `  ${apiKey}\n`);
  await expect(page.getByText(`${apiKey.length} characters pasted`)).toBeVisible();
  await page.getByRole('button', { name: 'Sign in to sandbox' }).click();
  await expect(frame(page)).toBeVisible();
  await expect(spoken(page, 'Signed in to Nordlicht Maschinenbau GmbH, sandbox')).toBeAttached();
  expect(await page.content()).not.toContain(apiKey);

  simulator.revokeTokens();
  simulator.faults.set('login', { kind: 'status', status: 401 });
  await frame(page).getByText('Statements').click();
  await page.getByLabel('Wallets').fill('1001');
  await page.getByRole('button', { name: /^Request 1 statement/ }).click();
  await expect(spoken(page, 'The session of Nordlicht Maschinenbau GmbH was interrupted')).toBeAttached();
  simulator.faults.clear();
  await page.getByRole('button', { name: 'Sign in again' }).first().click();
  await page
    .getByRole('dialog', { name: 'Discard what you typed?' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await page.getByRole('button', { name: 'Sign in to sandbox' }).click();
  await expect(spoken(page, 'Signed in to Nordlicht Maschinenbau GmbH, sandbox')).toBeAttached();
  await chooseInProfileMenu(page, 'Sign out of Nordlicht Maschinenbau GmbH');
  await expect(spoken(page, 'Signed out')).toBeAttached();
  await expect(spoken(page, 'Signed in')).toHaveCount(0);
  expect(simulator.violations()).toEqual([]);
});

test('without a key nothing is sent, and the field says what is missing', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const { page } = await launch(await withProfiles(dataFolder, [managed(simulator)]));
  await page.getByRole('button', { name: 'Sign in to sandbox' }).click();
  await expect(page.getByText('Enter the API key.')).toBeVisible();
  await expect(keyField(page)).toBeFocused();
  expect(simulator.calls()).toEqual([]);
});

test('a refused key is reported, is stored nowhere, and is replaced by the next key that is pasted', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const { page } = await launch(await withProfiles(dataFolder, [managed(simulator)]));
  const wrong = 'not-the-key-of-this-company-51c0';
  await pasteKey(page, wrong);
  await page.getByRole('button', { name: 'Sign in to sandbox' }).click();
  await expect(page.getByText('The API key was refused')).toBeVisible();
  await expect(page.getByText('answered 401')).toContainText('paste the whole key again');
  await expect(keyField(page)).toBeFocused();
  expect(await keyPlace(page)).toBe('none');
  expect(await secretsBelow(dirname(dataFolder), { wrong })).toEqual([]);

  await pasteText(page, simulator.credentials.apiKey);
  await page.keyboard.press('Enter');
  await expect(frame(page)).toBeVisible();
});

test('the wrong environment is reported apart from a wrong key, and leads to the right profile', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const wrong = managed(simulator, { clientId: 'practice-client-production' });
  const right = managed(simulator, { id: 'right', environment: 'production' });
  const { page } = await launch(await withProfiles(dataFolder, [wrong, right]));
  await page.getByRole('row', { name: /Sandbox/ }).click();
  await pasteKey(page, simulator.credentials.apiKey);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Wrong environment')).toBeVisible();
  await expect(page.getByText('answered 403')).toBeVisible();
  await expect(page.getByText('The API key was refused')).toBeHidden();
  await page.getByRole('button', { name: 'Choose the production profile' }).click();
  await expect(page.getByRole('button', { name: 'Sign in to production' })).toBeVisible();
  await expect(keyField(page)).toBeFocused();
  await expect(keyField(page)).toHaveValue('');
});

test.describe('a token in a custom field', () => {
  test.use({ company: { loginTokenField: 'data.session.ticket' } });

  test('is found where the profile says; without that, the names of the fields are read, and no value', async ({
    launch,
    dataFolder,
    simulator,
  }) => {
    const told = managed(simulator, { id: 'told', name: 'Told' });
    const options = { ...told.options, tokenField: 'data.session.ticket' };
    const { page } = await launch(
      await withProfiles(dataFolder, [managed(simulator, { name: 'Not told' }), { ...told, options }]),
    );
    await page.getByRole('row', { name: /^Not told/ }).click();
    await pasteKey(page, simulator.credentials.apiKey);
    await page.keyboard.press('Enter');
    await expect(page.getByText('The answer was not understood')).toBeVisible();
    await expect(
      page.getByText(/Fields seen: companyId, data, data\.session\. The answer contains no token/),
    ).toBeVisible();
    expect(await page.content()).not.toContain('pct_');

    await page.getByRole('row', { name: /^Told/ }).click();
    await pasteKey(page, simulator.credentials.apiKey);
    await page.keyboard.press('Enter');
    await expect(frame(page)).toBeVisible();
  });
});

test('a host that does not respond and a web page in place of the answer are each reported', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const silent = managed(simulator, {
    id: 'silent',
    name: 'Silent',
    hosts: { ...simulator.hosts, auth: 'http://127.0.0.1:9' },
  });
  const { page } = await launch(await withProfiles(dataFolder, [managed(simulator), silent]));
  await page.getByRole('row', { name: /^Silent/ }).click();
  await pasteKey(page, simulator.credentials.apiKey);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The host cannot be reached')).toBeVisible();
  await expect(page.getByText(/No response from 127\.0\.0\.1:9/)).toBeVisible();

  simulator.faults.set('login', { kind: 'html' });
  await page.getByRole('row', { name: /^Nordlicht/ }).click();
  await pasteKey(page, simulator.credentials.apiKey);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The answer was not understood')).toBeVisible();
  await expect(page.getByText(/answered with a web page/)).toBeVisible();
});

test('a sign-in that takes too long can be cancelled, and the profile stays signed out', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const { page } = await launch(await withProfiles(dataFolder, [managed(simulator)]));
  simulator.faults.set('login', { kind: 'hang' });
  await pasteKey(page, simulator.credentials.apiKey);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Sign in to sandbox' })).toBeVisible();
  await expect(page.locator('.notice')).toHaveCount(0);
  simulator.faults.clear();
  await expect(frame(page)).toBeHidden();
});

test('the form reports a missing keychain and offers this session only', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const { page } = await launch(await withProfiles(dataFolder, [managed(simulator)]));
  await expect(page.getByText(/this computer has no keychain/)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Remember in keychain' })).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'This session only' })).toBeChecked();
  await page.getByRole('button', { name: 'Check keychain again' }).click();
  await expect(page.getByText(/this computer has no keychain/)).toBeVisible();
  await pasteKey(page, simulator.credentials.apiKey);
  await page.keyboard.press('Enter');
  await expect(frame(page)).toBeVisible();
  await expect.poll(() => keyPlace(page)).toBe('session');
  await expect(page.getByText('the API key was not saved')).toBeHidden();
  await frame(page).getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Keychain' }).click();
  await expect(page.getByText('No keychain')).toBeVisible();
  await expect(page.getByText('In memory, for this session only')).toBeVisible();
});

test('a key for this session only is needed again after a sign-out and at the next start', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const start = await withProfiles(dataFolder, [managed(simulator)]);
  const first = await launch(start);
  const { apiKey } = simulator.credentials;
  await pasteKey(first.page, apiKey);
  await first.page.keyboard.press('Enter');
  await expect(frame(first.page)).toBeVisible();
  await chooseInProfileMenu(first.page, 'Sign out of Nordlicht Maschinenbau GmbH');
  await expect(keyField(first.page)).toHaveValue('');
  await expect.poll(() => keyPlace(first.page)).toBe('none');
  await pasteKey(first.page, apiKey);
  await first.page.keyboard.press('Enter');
  await expect(frame(first.page)).toBeVisible();
  await first.quit();
  expect(await secretsBelow(dirname(dataFolder), { apiKey })).toEqual([]);

  const second = await launch(start);
  await expect(keyField(second.page)).toBeFocused();
  await expect(keyField(second.page)).toHaveValue('');
});

test.describe('with a real keyring', () => {
  const missing = keyringMissing();
  test.skip(missing !== null, missing ?? '');
  test.skip(inElectron, 'tests in Electron have a keychain of their own');
  test.use({ paydeskOptions: { keyring: true } });

  async function kept(paydesk: Paydesk): Promise<Record<string, string>> {
    const bus = await paydesk.evaluate(() => process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '', null);
    return storedSecrets(bus, 'Paydesk');
  }

  test('the key is stored there and in no file, the next start uses it, and forgetting removes it', async ({
    launch,
    dataFolder,
    simulator,
  }) => {
    const start = await withProfiles(dataFolder, [managed(simulator)]);
    const { apiKey } = simulator.credentials;
    const first = await launch(start);
    await expect(first.page.getByText('Saved in Secret Service, never in a file.')).toBeVisible();
    await pasteKey(first.page, 'a-key-that-is-refused');
    await first.page.keyboard.press('Enter');
    await expect(first.page.getByText('The API key was refused')).toBeVisible();
    await expect(keyField(first.page)).toBeFocused();
    expect(await kept(first)).toEqual({});
    await pasteText(first.page, apiKey);
    await first.page.keyboard.press('Enter');
    await expect(frame(first.page)).toBeVisible();
    await expect.poll(() => keyPlace(first.page)).toBe('keychain');
    expect(await kept(first)).toEqual({ [account]: createEntry(apiKey, managed(simulator)) });
    await first.quit();
    // The keyring's own file lies beside the data folder, encrypted.
    expect(await secretsBelow(dirname(dataFolder), { apiKey })).toEqual([]);

    const second = await launch(start);
    await expect(frame(second.page)).toBeVisible();
    await chooseInProfileMenu(second.page, 'Sign out and forget the API key…');
    await second.page.getByRole('button', { name: 'Sign out and forget the key' }).click();
    await expect(keyField(second.page)).toBeVisible();
    await expect.poll(() => keyPlace(second.page)).toBe('none');
    await expect.poll(() => kept(second)).toEqual({});
  });

  test('a stored key works only with its hosts: a change of hosts is confirmed, and the key must be pasted again', async ({
    launch,
    simulator,
  }) => {
    const paydesk = await launch({ args: ['--allow-http-loopback'] });
    const { page } = paydesk;
    const { hosts, clientId, environment, options } = managed(simulator);
    const name = 'Nordlicht';
    await paydesk.call('session.saveProfile', {
      id: null,
      fields: { name, environment, clientId, hosts, options },
    });
    await pasteKey(page, simulator.credentials.apiKey);
    await page.keyboard.press('Enter');
    await expect(frame(page)).toBeVisible();
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
    await expect(frame(page)).toBeVisible();
  });

  test('a plain sign-out keeps the stored key, another key can be used, and session only removes the stored key', async ({
    launch,
    dataFolder,
    simulator,
  }) => {
    const paydesk = await launch(await withProfiles(dataFolder, [managed(simulator)]));
    const { page } = paydesk;
    await pasteKey(page, simulator.credentials.apiKey);
    await page.keyboard.press('Enter');
    await expect(frame(page)).toBeVisible();
    await expect.poll(() => keyPlace(page)).toBe('keychain');
    await chooseInProfileMenu(page, 'Sign out of Nordlicht Maschinenbau GmbH');
    await expect(page.getByText('Saved in Secret Service')).toBeVisible();
    await page.getByRole('button', { name: 'Use another key' }).click();
    await page.getByRole('radio', { name: 'This session only' }).check({ force: true });
    await pasteKey(page, simulator.credentials.apiKey);
    await page.getByRole('button', { name: 'Sign in to sandbox' }).click();
    await expect(frame(page)).toBeVisible();
    await expect.poll(() => keyPlace(page)).toBe('session');
    await expect.poll(() => kept(paydesk)).toEqual({});
  });
});

/** A host with a certificate that nobody trusts. */
async function startStranger(): Promise<{ base: string; server: Server }> {
  const server = createServer(createAuthority('Gateway of an office').issue('127.0.0.1'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return { base: `https://127.0.0.1:${address.port}`, server };
}

test('the check of the connection names what it found at each host', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const elsewhere = await startSimulator({ environment: 'production' });
  const stranger = await startStranger();
  const hosts = {
    ...simulator.hosts,
    exchange: 'http://127.0.0.1:9',
    onboarding: stranger.base,
    legacy: elsewhere.hosts.legacy,
  };
  const { page } = await launch(await withProfiles(dataFolder, [managed(simulator, { hosts })]));
  await pasteKey(page, simulator.credentials.apiKey);
  await page.keyboard.press('Enter');
  await frame(page).getByRole('button', { name: 'Settings' }).click();
  await page
    .getByRole('button', { name: /^Nordlicht.*test|^Nordlicht Maschinenbau/ })
    .last()
    .click();
  await page.getByRole('button', { name: 'Check connection' }).click();
  const found = (host: string) => page.getByRole('row', { name: new RegExp(`^${host} `) });
  await expect(found('Wallet')).toContainText('Token accepted');
  await expect(found('Beneficiary')).toContainText('Token accepted');
  await expect(found('Exchange')).toContainText('No response');
  await expect(found('Onboarding')).toContainText('Not trusted');
  await expect(page.getByText(/Issued by Gateway of an office/)).toBeVisible();
  await expect(found('Legacy')).toContainText('Wrong environment');
  await expect(page.getByText(/ECONNREFUSED/)).toBeVisible();
  stranger.server.close();
  await elsewhere.close();
});

test('one typed host suggests the others, and one key fills those that are empty and saves nothing', async ({
  launch,
}) => {
  const paydesk = await launch();
  const { page } = paydesk;
  await page.getByRole('button', { name: 'Add profile…' }).click();
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  const others = ['Auth', 'Beneficiary', 'Exchange', 'Onboarding'];
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
  for (const name of others) await expect(field(name)).toHaveValue('');

  await field('Wallet').focus();
  await page.keyboard.press(process.platform === 'darwin' ? 'Meta+Enter' : 'Alt+Enter');
  for (const name of others) {
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
