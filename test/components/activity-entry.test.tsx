import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { currentRoute, navigate } from '../../src/renderer/app/routes.ts';
import { EntryPanel } from '../../src/renderer/features/activity/EntryPanel.tsx';
import type { ActivityEntry } from '../../src/shared/model/activity.ts';
import { installBridge } from './fake-bridge.ts';
import { render } from './render.tsx';

const entry: ActivityEntry = {
  id: 12,
  at: '2026-03-02T08:00:00.000Z',
  osUser: 'm.hansen',
  profile: 'Nordlicht',
  environment: 'sandbox',
  kind: 'proof',
  subject: 'PX-1',
  outcome: 'refused',
  request: 'GET legacy.example/profile/transaction-history/proof-of-payment/:reference',
  status: 404,
  requestId: 'req-77',
  bytesSent: 0,
  milliseconds: 182,
  hash: 'c0ffee',
};

const heading = page.getByRole('heading', { name: 'Requested the proof of PX-1: the service has no proof' });

test('an entry begins with its sentence and opens its object', async () => {
  installBridge({
    'activity.object': () => ({
      profileId: null,
      target: { screen: 'proofs', state: null, proofId: 7 },
    }),
  });
  navigate('activity', {});
  render(<EntryPanel entry={entry} onClose={() => undefined} />);
  await expect.element(heading).toBeVisible();
  // The word of the Proofs screen.
  await expect.element(page.getByText('No proof', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Open in Proofs' }).click();
  expect(currentRoute()).toBe('proofs');
});

test('an entry whose object is gone says so', async () => {
  installBridge({ 'activity.object': () => null });
  render(<EntryPanel entry={entry} onClose={() => undefined} />);
  await expect.element(page.getByText('This proof is no longer in the list of proofs.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Open in Proofs' })).not.toBeInTheDocument();
});

test('the details for IT are folded until the clerk opens them', async () => {
  installBridge({ 'activity.object': () => null });
  render(<EntryPanel entry={entry} onClose={() => undefined} />);
  const trigger = page.getByRole('button', { name: 'For IT' });
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'false');
  await expect.element(page.getByText('req-77')).not.toBeVisible();
  await trigger.click();
  await expect.element(page.getByText('req-77')).toBeVisible();
});
