/**
 * @file A practice company for a test, with the clerk's files and common steps. The company keeps running while Paydesk
 * restarts: simulator and Paydesk are two processes that share nothing but HTTP.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentRow, EarlierBatch } from '../../src/shared/contract/documents.ts';
import { profileOf } from '../fakes/test-app.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../practice/simulator.ts';
import { test as base, expect, type Paydesk } from './fixture.ts';
import { callCommand } from './launch/calls.ts';
import { untilSignedIn } from './launch/until-signed-in.ts';

const profileId = 'test-profile';

/** Options of the simulator, and how Paydesk updates recipients. */
interface CompanyOptions {
  readonly simulator?: SimulatorOptions;
  /** Whether an update lists all known documents or only new documents; section 4.5 of the specification leaves this open. */
  readonly recipientUpdate?: 'send-known' | 'send-new';
  /** The JSON object from which new beneficiaries are started; by default clerks enter the JSON themselves. */
  readonly recipientTemplate?: string;
}

/** A practice company with a folder for the clerk's files. */
export interface Company {
  readonly simulator: Simulator;
  /** A folder for the clerk's files. */
  readonly files: string;
  /** File with the company's profile, for Paydesk's command line. */
  readonly profiles: string;
}

interface CompanyFixtures {
  companyOptions: CompanyOptions;
  company: Company;
}

/** The e2e `test` with a company for which Paydesk is started. Fails when a request violated the contract. */
export const test = base.extend<CompanyFixtures>({
  companyOptions: [{}, { option: true }],

  company: async ({ companyOptions }, use) => {
    const company = await openCompany(companyOptions);
    await use(company);
    await closeCompany(company);
    expect(company.simulator.violations()).toEqual([]);
  },

  paydeskOptions: async ({ company }, use) => {
    await use({ profiles: company.profiles, args: ['--allow-http-loopback'] });
  },
});

/** Starts a company; the caller closes it with {@link closeCompany}. */
export async function openCompany(options: CompanyOptions = {}): Promise<Company> {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-company-'));
  const files = join(folder, 'files');
  const profiles = join(folder, 'profiles.json');
  await mkdir(files);
  const simulator = await startSimulator(options.simulator ?? {});
  const { simulator: _, ...profileOptions } = options;
  const profile = profileOf(simulator, profileOptions);
  await writeFile(profiles, JSON.stringify({ version: 1, profiles: [profile] }));
  return { simulator, files, profiles };
}

/** Stops a company and deletes its files. */
export async function closeCompany(company: Company): Promise<void> {
  await company.simulator.close();
  await rm(join(company.files, '..'), { recursive: true, force: true, maxRetries: 5 });
}

/** Signs in to the company, and waits until the window, if there is one, shows the main navigation. */
export async function signIn(paydesk: Paydesk, { simulator }: Company): Promise<void> {
  const { apiKey } = simulator.credentials;
  await callCommand(paydesk, 'session.signIn', { profileId, apiKey, keep: 'session' });
  await untilSignedIn(paydesk);
}

/** Adds folders with the system's dialog, and waits until every file is checked. Returns the ID of the batch. */
export async function chooseFolders(paydesk: Paydesk, ...folders: readonly string[]): Promise<number> {
  await paydesk.answerDialogs({ open: folders });
  const { batchId } = await callCommand(paydesk, 'documents.choose', { what: 'folder' });
  if (batchId === null) throw new Error('The dialog was closed');
  await waitForCheck(paydesk, batchId);
  return batchId;
}

/** Waits until every file of a batch is checked. */
export async function waitForCheck(paydesk: Paydesk, batchId: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { checking } = await callCommand(paydesk, 'documents.review', { action: 'numbers', batchId });
        return [(await batchOf(paydesk, batchId)).state, checking];
      },
      { intervals: [20] },
    )
    .toEqual([expect.not.stringMatching('checking'), 0]);
}

/** Assigns every folder whose name is that of a beneficiary. */
export async function assignByFolder(paydesk: Paydesk, batchId: number): Promise<void> {
  const folders = (await callCommand(paydesk, 'documents.folders', { action: 'list', batchId })).flatMap(
    ({ folder, match }) => (match === null ? [] : [{ folder, beneficiaryId: match.id }]),
  );
  await callCommand(paydesk, 'documents.folders', { action: 'assign', batchId, folders });
}

/** Starts a batch with the numbers of its review. */
export async function startBatch(paydesk: Paydesk, batchId: number): Promise<void> {
  const { toAttach, beneficiaries } = await callCommand(paydesk, 'documents.review', {
    action: 'numbers',
    batchId,
  });
  await callCommand(paydesk, 'documents.batch', {
    action: 'start',
    batchId,
    documents: toAttach,
    beneficiaries,
  });
}

/** Returns a batch from the database. */
async function batchOf(paydesk: Paydesk, batchId: number): Promise<EarlierBatch> {
  const { rows } = await callCommand(paydesk, 'documents.earlier', { offset: 0, limit: 200 });
  const batch = rows.find(({ id }) => id === batchId);
  if (batch === undefined) throw new Error(`There is no batch ${batchId}`);
  return batch;
}

/** Waits until a batch is in a state. */
export async function untilState(
  paydesk: Paydesk,
  batchId: number,
  state: EarlierBatch['state'],
): Promise<void> {
  await expect
    .poll(async () => (await batchOf(paydesk, batchId)).state, { intervals: [20], timeout: 60_000 })
    .toBe(state);
}

/** All documents of a batch, sorted by name. */
export async function rowsOf(paydesk: Paydesk, batchId: number): Promise<DocumentRow[]> {
  const filter = { group: null, text: '' };
  const sort = { by: 'name', descending: false } as const;
  const page = { batchId, filter, sort, offset: 0, limit: 200 };
  return (await callCommand(paydesk, 'documents.list', page)).rows;
}

/** The number of documents of a batch in each state. */
export async function countStates(paydesk: Paydesk, batchId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { state } of await rowsOf(paydesk, batchId)) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

/** Returns the SHA-256 of bytes in lower-case hex. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** One document of a recipient: its name and the SHA-256 of its stored bytes. */
interface Received {
  readonly name: string;
  readonly sha256: string;
}

/** Returns the documents of a recipient, sorted by name; a document that is attached twice appears twice. */
export function receivedDocuments({ simulator }: Company, recipientId: string): Received[] {
  const { recipients, objects } = simulator.state;
  const documents = (recipients.get(recipientId)?.documents ?? []).map(({ key, name }) => ({
    name,
    sha256: objects.get(key)?.sha256 ?? 'not stored',
  }));
  return sortedByName(documents);
}

/** A copy of a list, sorted by name. */
export function sortedByName<Named extends { readonly name: string }>(list: readonly Named[]): Named[] {
  return list.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
