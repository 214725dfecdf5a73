/** @file A clerk at the Statements screen of a company of the test's own, and the company's webhook receiver. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator } from '@playwright/test';
import type { Simulator } from '../../src/main/simulator/simulator.ts';
import type { StatementEvent } from '../../src/main/simulator/statements.ts';
import type { ManagedFile } from '../../src/shared/model/managed.ts';
import type { Statement } from '../../src/shared/model/statements.ts';
import { expect, type LaunchOptions, type Paydesk } from './fixture.ts';
import { ask, managed, signIn, withProfiles } from './managed-company.ts';

/** January of a year that is over. */
export const january = { since: '2025-01-01', till: '2025-01-31' };

/**
 * How Paydesk is started for a company, with whatever else IT has decided; its files may come from the company's own
 * storage without a question.
 */
export async function launchOptionsFor(
  dataFolder: string,
  simulator: Simulator,
  decided: Partial<ManagedFile> = {},
): Promise<Partial<LaunchOptions>> {
  const profile = managed(simulator);
  const options = { ...profile.options, storageHosts: [new URL(simulator.storage).host] };
  return { ...(await withProfiles(dataFolder, [{ ...profile, options }], decided)), keyring: true };
}

/** Opens the Statements screen. */
export async function openStatements({ page }: Paydesk): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByText('Statements').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible();
}

/** Goes to one of the screen's views. */
export async function openView(
  { page }: Paydesk,
  view: 'Coverage' | 'Inbox' | 'Review' | 'Search all',
): Promise<void> {
  await page.getByRole('navigation', { name: 'Views of statements' }).getByText(view).click();
}

/** Watches a folder, as a clerk who chooses it in the Inbox. */
export async function watchFolder(paydesk: Paydesk, folder: string): Promise<void> {
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

/** Does that, and watches the folder `events` beside Paydesk's data. */
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

/** The webhook receiver of the company: leaves every event that it has not left yet as a file. */
export function createReceiver(simulator: Simulator, folder: string): () => Promise<void> {
  let left = 0;
  return async () => {
    const events = simulator.events().slice(left);
    left += events.length;
    for (const event of events) {
      await writeFile(join(folder, `${event.eventId}.json`), JSON.stringify(event));
    }
  };
}

/** The newest event about a wallet. */
export function newestEvent(simulator: Simulator, walletId: number): StatementEvent {
  const event = simulator.events().findLast(({ event: { walletId: of } }) => of === walletId);
  if (event === undefined) throw new Error(`There is no event about wallet ${walletId}`);
  return event;
}

/** A folder beside the data folder. */
export function besideData(dataFolder: string, name: string): string {
  return join(dirname(dataFolder), name);
}

/** Every statement that Paydesk knows of. */
export async function statementsOf(paydesk: Paydesk): Promise<Statement[]> {
  const found: Statement[] = [];
  for (;;) {
    const page = { state: null, offset: found.length, limit: 200 };
    const { rows, total } = await ask(paydesk, 'statements.list', page);
    found.push(...rows);
    if (rows.length === 0 || found.length >= total) return found;
  }
}

/** Waits until every statement is stored, and gives them. */
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

/** Every wallet and period of the requests that the service accepted, as text, in order. */
export function askedPlaces(simulator: Simulator): string[] {
  return simulator.state.statementRequests
    .flatMap(({ walletIds, since, till }) => walletIds.map((id) => `${id} ${since} ${till}`))
    .toSorted((one, two) => (one < two ? -1 : 1));
}

/** Fetches of statement files so far. */
export function downloads(simulator: Simulator): number {
  return simulator.calls().filter(({ route }) => route === 'statementDownload').length;
}
