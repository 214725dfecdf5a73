/** @file Actions on the Statements screen. */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator } from '@playwright/test';
import type { StatementEvent } from '../../../src/main/practice/worker-messages.ts';
import type { ManagedFile } from '../../../src/shared/model/session/managed.ts';
import type { Statement } from '../../../src/shared/model/statements/statements.ts';
import type { Simulator } from '../../practice/simulator.ts';
import { expect, type LaunchOptions, type Paydesk } from '../fixture.ts';
import { callCommand } from '../launch/calls.ts';
import { managedProfile, profileId, signIn, writeManagedProfiles } from '../managed-company.ts';

/** January of a past year. */
export const january = { since: '2025-01-01', till: '2025-01-31' };

/** Requests the January of wallets. */
export const requestJanuary = (paydesk: Paydesk, walletIds: number[]) =>
  callCommand(paydesk, 'statements.request', {
    profileId,
    walletIds,
    periods: [january],
    format: 'csv',
    email: '',
  });

/**
 * Launch options for a company, with other managed settings. The company's storage is an approved host, so downloads need no
 * confirmation.
 */
export async function launchOptionsFor(
  dataFolder: string,
  simulator: Simulator,
  settings: Partial<ManagedFile> = {},
): Promise<Partial<LaunchOptions>> {
  const profile = managedProfile(simulator);
  const options = { ...profile.options, storageHosts: [new URL(simulator.storage).host] };
  return { ...(await writeManagedProfiles(dataFolder, [{ ...profile, options }], settings)), keyring: true };
}

/** Opens the Statements screen. */
export async function openStatements({ page }: Paydesk): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByText('Statements').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible();
}

/** Opens a view of the Statements screen. */
export async function openView(
  { page }: Paydesk,
  view: 'Coverage' | 'Inbox' | 'Review' | 'Search all',
): Promise<void> {
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText(view).click();
}

/** Creates a folder and watches it from the Inbox. */
async function watchFolder(paydesk: Paydesk, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await paydesk.answerDialogs({ open: [folder] });
  await openView(paydesk, 'Inbox');
  await paydesk.page.getByRole('button', { name: 'Watch a folder…' }).click();
  await expect(paydesk.page.getByText(`Watching ${folder}`)).toBeVisible();
}

type Launch = (options: Partial<LaunchOptions>) => Promise<Paydesk>;

/** Starts Paydesk, signs in, and opens the Statements screen. */
export async function openSignedIn(
  launch: Launch,
  dataFolder: string,
  simulator: Simulator,
): Promise<Paydesk> {
  const paydesk = await launch(await launchOptionsFor(dataFolder, simulator));
  await signIn(paydesk, simulator);
  await openStatements(paydesk);
  return paydesk;
}

/** Starts Paydesk, signs in, opens the Statements screen, and watches the folder `events` beside the data folder. */
export async function openWatching(
  launch: Launch,
  dataFolder: string,
  simulator: Simulator,
): Promise<{ paydesk: Paydesk; folder: string }> {
  const paydesk = await openSignedIn(launch, dataFolder, simulator);
  const folder = besideData(dataFolder, 'events');
  await watchFolder(paydesk, folder);
  return { paydesk, folder };
}

/** The newest event about a wallet. */
export function newestEvent(simulator: Simulator, walletId: number): StatementEvent {
  const event = simulator
    .events()
    .findLast(({ event: { walletId: eventWalletId } }) => eventWalletId === walletId);
  if (event === undefined) throw new Error(`There is no event about wallet ${walletId}`);
  return event;
}

/** Path of a folder beside the data folder. */
export function besideData(dataFolder: string, name: string): string {
  return join(dirname(dataFolder), name);
}

/** Returns all statements in Paydesk's database. */
async function statementsOf(paydesk: Paydesk): Promise<Statement[]> {
  const statements: Statement[] = [];
  for (;;) {
    const page = { state: null, offset: statements.length, limit: 200 };
    const { rows, total } = await callCommand(paydesk, 'statements.list', page);
    statements.push(...rows);
    if (rows.length === 0 || statements.length >= total) return statements;
  }
}

/** Waits until `count` statements are stored. Returns all statements. */
export async function untilAllStored(paydesk: Paydesk, count: number): Promise<Statement[]> {
  await expect
    .poll(async () => (await statementsOf(paydesk)).filter(({ state }) => state === 'stored').length, {
      timeout: 90_000,
    })
    .toBe(count);
  return statementsOf(paydesk);
}

/** The row of a wallet in the Inbox. */
export function inboxRow({ page }: Paydesk, walletId: number): Locator {
  return page
    .getByRole('grid', { name: 'Statements' })
    .getByRole('row')
    .filter({ hasText: String(walletId) });
}

/** Wallet and period of every accepted request, as sorted texts. */
export function requestedPeriods(simulator: Simulator): string[] {
  return simulator.state.statementRequests
    .flatMap(({ walletIds, since, till }) => walletIds.map((id) => `${id} ${since} ${till}`))
    .toSorted((one, two) => (one < two ? -1 : 1));
}
