/** @file A proxy that asks for a password, and every state of an update in the settings. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { changesChannel } from '../../../src/shared/contract/names.ts';
import type { UpdateState } from '../../../src/shared/contract/updates.ts';
import { expect, type Paydesk } from '../../e2e/fixture.ts';
import { chooseProxy, publish } from '../../e2e/launch/program-functions.ts';
import { checkLayout } from '../../e2e/layout/check-layout.ts';
import { managedProfile, pasteText, test, writeManagedProfiles } from '../../e2e/managed-company.ts';
import { openSettingsTab } from '../../e2e/managed-machine-fixture.ts';
import { photograph } from '../../e2e/photograph.ts';

const updateStates: readonly (readonly [name: string, state: UpdateState, text: string])[] = [
  ['off', { state: 'off' }, 'Your IT department updates Paydesk.'],
  ['current', { state: 'current' }, 'Paydesk is up to date.'],
  ['checking', { state: 'checking' }, 'Checking for updates…'],
  ['downloading', { state: 'downloading', version: '1.3.0' }, 'Downloading Paydesk 1.3.0'],
  [
    'ready',
    {
      state: 'ready',
      version: '1.3.0',
      notes: 'Statements open twice as fast.\nDates of folders are read in six languages.',
      urgent: false,
    },
    'Dates of folders are read in six languages.',
  ],
  [
    'urgent',
    { state: 'ready', version: '1.3.0', notes: 'A fault in a library is mended.', urgent: true },
    'no longer secure',
  ],
  [
    'installing',
    { state: 'installing', version: '1.3.0' },
    'Installing Paydesk 1.3.0… This can take a few minutes.',
  ],
  ['not-installed', { state: 'failed', problem: 'not-installed' }, 'macOS couldn’t install the update'],
  ['read-only-copy', { state: 'failed', problem: 'read-only-copy' }, 'move it to the Applications folder'],
  ['refused', { state: 'failed', problem: 'untrusted' }, 'Paydesk rejected an update'],
  ['unreachable', { state: 'failed', problem: 'unreachable' }, 'couldn’t reach the update server'],
];

/** Starts a proxy that answers 407 with these challenges. */
async function startAuthenticatingProxy(
  ...challenges: string[]
): Promise<{ address: string; server: Server }> {
  const lines = challenges.map((challenge) => `Proxy-Authenticate: ${challenge}\r\n`).join('');
  const server = createServer();
  server.on('connect', (_request, socket) =>
    socket.end(`HTTP/1.1 407 No\r\n${lines}Content-Length: 0\r\n\r\n`),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

async function pasteKey({ page }: Paydesk, key: string): Promise<void> {
  await page.getByLabel('API key', { exact: true }).focus();
  await pasteText(page, key);
  await page.keyboard.press('Enter');
}

test('a proxy with Basic authentication asks for name and password, and reports a wrong password', async ({
  launch,
  dataFolder,
  simulator,
}) => {
  const proxy = await startAuthenticatingProxy('Basic realm="office"');
  const hosts = { ...simulator.hosts, auth: 'https://auth.sandbox.payments.example' };
  const paydesk = await launch(
    await writeManagedProfiles(dataFolder, [managedProfile(simulator, { hosts })]),
  );
  const { page } = paydesk;
  await paydesk.evaluate(chooseProxy, `PROXY ${proxy.address}`);
  await pasteKey(paydesk, 'a key that goes nowhere');
  const dialog = page.getByRole('dialog', { name: 'Proxy sign-in required' });
  await expect(dialog).toContainText(proxy.address);
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await photograph(paydesk, 'proxy-question');
  await checkLayout(paydesk, 'proxy-question');
  await dialog.getByLabel('Name').fill('hansen');
  await page.keyboard.press('Escape');
  const discardQuestion = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await expect(discardQuestion.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(discardQuestion).toBeHidden();
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('did not accept');
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('');
  await photograph(paydesk, 'proxy-question-refused');
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('The proxy is blocking Paydesk')).toBeVisible();
  proxy.server.close();
});

test('the settings show each state of an update, including a refused update', async ({ paydesk }) => {
  expect(await paydesk.call('session.activate', { action: 'practiceCompany' })).toMatchObject({ ok: true });
  await openSettingsTab(paydesk, 'About');
  const { page } = paydesk;
  for (const [index, [name, value, text]] of updateStates.entries()) {
    const change = { topic: 'update', seq: 1_000_000 + index, value };
    await paydesk.evaluate(publish, { channel: changesChannel, change });
    await expect(page.getByText(text, { exact: false }).first()).toBeVisible();
    const isInProgress = ['checking', 'downloading', 'installing'].includes(value.state);
    const checkForUpdates = page.getByRole('button', { name: 'Check for updates' });
    if (value.state === 'ready') {
      await expect(page.getByRole('button', { name: 'Quit and install' })).toBeEnabled();
    } else if (value.state === 'off') await expect(checkForUpdates).toBeHidden();
    else if (isInProgress) await expect(checkForUpdates).toBeDisabled();
    else if (name === 'read-only-copy') {
      await expect(checkForUpdates).toBeDisabled();
      await expect(checkForUpdates).toHaveAccessibleDescription(
        'Move Paydesk to the Applications folder first.',
      );
    } else await expect(checkForUpdates).toBeEnabled();
    await photograph(paydesk, `update-${name}`);
  }
});
