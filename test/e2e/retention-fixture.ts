/** @file What the short and the long tests of retention use. */
import { expect, type Paydesk } from './fixture.ts';
import { callCommand } from './launch/calls.ts';
import { untilSignedIn } from './launch/until-signed-in.ts';

const profileId = 'practice-company';

export async function openPracticeCompany(paydesk: Paydesk): Promise<void> {
  await callCommand(paydesk, 'samples.change', { action: 'endTour' });
  await callCommand(paydesk, 'session.activate', { action: 'practiceCompany' });
  await untilSignedIn(paydesk);
}

/** Stores the January 2025 of two wallets. */
export async function storeStatements(paydesk: Paydesk): Promise<void> {
  await callCommand(paydesk, 'statements.request', {
    profileId,
    walletIds: [1001, 1010],
    periods: [{ since: '2025-01-01', till: '2025-01-31' }],
    format: 'csv',
    email: '',
  });
  const countStored = async () =>
    (await callCommand(paydesk, 'statements.list', { state: 'stored', offset: 0, limit: 10 })).total;
  await expect.poll(countStored, { timeout: 60_000 }).toBe(2);
}

export function openScreen({ page }: Paydesk, name: RegExp): Promise<void> {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name }).click();
}
