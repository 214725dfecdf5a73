/** @file A practice company for a test with managed profiles, and steps with its address book and documents. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ManagedFile } from '../../src/shared/model/session/managed.ts';
import { pdf, writeFiles } from '../fakes/files/files.ts';
import { profileOf } from '../fakes/test-app.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../practice/simulator.ts';
import { rowsOf, startBatch, waitForCheck } from './company.ts';
import { test as base, expect, type Paydesk } from './fixture.ts';
import { callCommand } from './launch/calls.ts';
import { untilSignedIn } from './launch/until-signed-in.ts';

/** One profile of the file that IT provides. */
export type ManagedProfile = ManagedFile['profiles'][number];

interface CompanyFixtures {
  /** Options of the simulator; set with `test.use`. */
  company: SimulatorOptions;
  /** A running simulator, over real HTTP. */
  simulator: Simulator;
}

/** The e2e `test` with a simulator. */
export const test = base.extend<CompanyFixtures>({
  company: [{}, { option: true }],
  simulator: async ({ company }, use) => {
    const simulator = await startSimulator(company);
    await use(simulator);
    await simulator.close();
  },
});

/** ID of the profile that {@link managedProfile} returns. */
export const profileId = 'test-profile';

/** A managed profile of a simulator, with changes. */
export function managedProfile(simulator: Simulator, changes: Partial<ManagedProfile> = {}): ManagedProfile {
  return { ...profileOf(simulator), ...changes };
}

/**
 * Writes the managed file, with profiles and other settings, beside the data folder. Returns the launch options for this file.
 */
export async function writeManagedProfiles(
  dataFolder: string,
  profiles: readonly ManagedProfile[],
  settings: Partial<ManagedFile> = {},
): Promise<{ profiles: string; args: string[] }> {
  const file = join(dirname(dataFolder), 'profiles.json');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ ...settings, version: 1, profiles }));
  return { profiles: file, args: ['--allow-http-loopback'] };
}

/** Signs in with the simulator's key for this session only, by a command instead of the screen. */
export async function signIn(
  paydesk: Paydesk,
  simulator: Simulator,
  signedInProfileId = profileId,
): Promise<void> {
  const { apiKey } = simulator.credentials;
  await callCommand(paydesk, 'session.signIn', { profileId: signedInProfileId, apiKey, keep: 'session' });
  await untilSignedIn(paydesk);
}

/** Pastes a text into the focused element. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

/** Imports beneficiaries, given as recipient IDs by label, from a CSV file. */
export async function importBeneficiaries(
  paydesk: Paydesk,
  dataFolder: string,
  beneficiaries: Readonly<Record<string, string>>,
): Promise<void> {
  const file = join(dirname(dataFolder), 'address-book.csv');
  const lines = Object.entries(beneficiaries).map(([label, recipientId]) => `${recipientId},"${label}"`);
  await writeFile(file, `recipientId,label\n${lines.join('\n')}\n`);
  await paydesk.answerDialogs({ open: [file] });
  await callCommand(paydesk, 'beneficiaries.import', { action: 'run' });
}

/** ID of the beneficiary whose label starts with `label`. */
export async function beneficiaryId(paydesk: Paydesk, label: string): Promise<number> {
  const { rows } = await callCommand(paydesk, 'beneficiaries.list', {
    search: label,
    state: null,
    offset: 0,
    limit: 10,
  });
  const beneficiary = rows.find((row) => row.label.startsWith(label));
  if (beneficiary === undefined) throw new Error(`There is no beneficiary ${label}`);
  return beneficiary.id;
}

/** Attaches files with these names to one beneficiary and waits until they are finished. Returns the ID of their batch. */
export async function attach(
  paydesk: Paydesk,
  dataFolder: string,
  label: string,
  names: readonly string[],
): Promise<number> {
  const files = Object.fromEntries(names.map((name) => [name, pdf(`${name} of ${label}`)]));
  const folder = join(dirname(dataFolder), 'scans', label);
  await paydesk.answerDialogs({ open: await writeFiles(folder, files) });
  const { batchId } = await callCommand(paydesk, 'documents.choose', { what: 'files' });
  if (batchId === null) throw new Error('Nothing was chosen');
  await waitForCheck(paydesk, batchId);
  await callCommand(paydesk, 'documents.change', {
    action: 'assign',
    batchId,
    beneficiaryId: await beneficiaryId(paydesk, label),
    selection: { kind: 'all', filter: { group: null, text: '' } },
  });
  await startBatch(paydesk, batchId);
  await untilFinished(paydesk, batchId);
  return batchId;
}

/** Waits until every document of a batch is in a final state. */
async function untilFinished(paydesk: Paydesk, batchId: number): Promise<void> {
  const finished = new Set(['attached', 'attach-unknown', 'failed', 'duplicate', 'rejected', 'cancelled']);
  const listUnfinished = async () =>
    (await rowsOf(paydesk, batchId)).filter(({ state }) => !finished.has(state));
  await expect.poll(listUnfinished, { timeout: 60_000 }).toEqual([]);
}
