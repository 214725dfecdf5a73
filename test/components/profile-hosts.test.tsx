import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { HostFields } from '../../src/renderer/features/profiles/HostFields.tsx';
import { noHosts } from '../../src/renderer/features/profiles/hosts.ts';
import { hostNames } from '../../src/shared/model/session/environment.ts';
import { render } from './render.tsx';

function Editor() {
  const [hosts, setHosts] = useState(noHosts);
  return <HostFields hosts={hosts} environment="sandbox" problems={{}} onChange={setHosts} />;
}

const field = (name: string) => page.getByRole('textbox', { name, exact: true });

async function pasteInto(name: string, text: string): Promise<ClipboardEvent> {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  await expect.element(field(name)).toBeVisible();
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  field(name).element().dispatchEvent(event);
  return event;
}

test('a list that is pasted into one field fills all seven, and can be undone', async () => {
  render(<Editor />);
  await field('Wallet').fill('wallet.typed.example');
  await pasteInto('Auth', hostNames.map((name) => `${name}: ${name}.sandbox.payments.example`).join('\n'));
  for (const name of ['Auth', 'Wallet', 'Beneficiary', 'Exchange', 'Onboarding', 'Legacy', 'Statement']) {
    await expect.element(field(name)).toHaveValue(`https://${name.toLowerCase()}.sandbox.payments.example`);
  }
  await expect.element(page.getByText(/^7 hosts filled from the pasted list: Auth, Wallet/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(field('Wallet')).toHaveValue('wallet.typed.example');
  await expect.element(field('Auth')).toHaveValue('');
});

test('a host without a clear service waits for the choice of the clerk', async () => {
  render(<Editor />);
  await pasteInto('Auth', 'auth.sandbox.payments.example\napi.sandbox.payments.example');
  await expect.element(field('Auth')).toHaveValue('https://auth.sandbox.payments.example');
  await expect.element(page.getByText(/^Choose the service of 1 host/)).toBeVisible();
  await page.getByRole('button', { name: /api\.sandbox\.payments\.example/ }).click();
  await page.getByRole('option', { name: 'Exchange' }).click();
  await expect.element(field('Exchange')).toHaveValue('https://api.sandbox.payments.example');
  await expect.element(page.getByText(/^Choose the service/)).not.toBeInTheDocument();
});

test('a single host is pasted as text', async () => {
  render(<Editor />);
  const { defaultPrevented } = await pasteInto('Auth', 'wallet.sandbox.payments.example');
  expect(defaultPrevented).toBe(false);
});
