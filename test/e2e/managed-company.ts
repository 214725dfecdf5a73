/** @file A company to work for: a practice company of the test's own, its profiles, its address book, its documents. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import type { SimulatorOptions } from '../../src/main/simulator/options.ts';
import { type Simulator, startSimulator } from '../../src/main/simulator/simulator.ts';
import {
  answerSchema,
  type CommandArgs,
  type CommandName,
  type CommandResult,
  commands,
} from '../../src/shared/contract/index.ts';
import { fromWire } from '../../src/shared/errors.ts';
import type { ManagedFile } from '../../src/shared/model/managed.ts';
import { pdf, writeFiles } from '../fakes/files.ts';
import { profileOf } from '../fakes/test-app.ts';
import { test as base, expect, type Paydesk } from './fixture.ts';
import { untilFramed } from './launch/until-framed.ts';

/** One profile of the file that IT gives. */
export type ManagedProfile = ManagedFile['profiles'][number];

interface CompanyFixtures {
  /** How the simulator is started; set with `test.use`. */
  company: SimulatorOptions;
  /** A running simulator, over real HTTP. */
  simulator: Simulator;
}

/** The usual `test` with a simulator of its own. */
export const test = base.extend<CompanyFixtures>({
  company: [{}, { option: true }],
  simulator: async ({ company }, use) => {
    const simulator = await startSimulator(company);
    await use(simulator);
    await simulator.close();
  },
});

/** What {@link managed} is known by. */
export const profileId = 'test-profile';

/** The profile of a simulator, with whatever is different in it. */
export function managed(simulator: Simulator, changes: Partial<ManagedProfile> = {}): ManagedProfile {
  return { ...profileOf(simulator), ...changes };
}

/** Writes the file of managed profiles, and of whatever else IT has decided, beside the data folder; gives the options that Paydesk starts with it by. */
export async function withProfiles(
  dataFolder: string,
  profiles: readonly ManagedProfile[],
  decided: Partial<ManagedFile> = {},
): Promise<{ profiles: string; args: string[] }> {
  const file = join(dirname(dataFolder), 'profiles.json');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ ...decided, version: 1, profiles }));
  return { profiles: file, args: ['--allow-http-loopback'] };
}

/** Runs a command and gives its result; throws its error. */
export async function ask<Name extends CommandName>(
  paydesk: Paydesk,
  name: Name,
  args: CommandArgs<Name>,
): Promise<CommandResult<Name>> {
  const answer = answerSchema.parse(await paydesk.call(name, args));
  if (!answer.ok) throw fromWire(answer.error);
  return commands[name].result.parse(answer.value) as CommandResult<Name>;
}

/** Signs in with the simulator's key, for this session only, without the screen. */
export async function signIn(paydesk: Paydesk, simulator: Simulator, of = profileId): Promise<void> {
  const { apiKey } = simulator.credentials;
  await ask(paydesk, 'session.signIn', { profileId: of, apiKey, keep: 'session' });
  await untilFramed(paydesk);
}

/** Pastes a text where the focus is, as the system does. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

/** Puts beneficiaries into the address book by a CSV file: labels and recipient IDs. */
export async function importBook(
  paydesk: Paydesk,
  dataFolder: string,
  people: Readonly<Record<string, string>>,
): Promise<void> {
  const file = join(dirname(dataFolder), 'address-book.csv');
  const lines = Object.entries(people).map(([label, recipientId]) => `${recipientId},"${label}"`);
  await writeFile(file, `recipientId,label\n${lines.join('\n')}\n`);
  await paydesk.answerDialogs({ open: [file] });
  await ask(paydesk, 'beneficiaries.import', {});
}

/** The beneficiary whose label begins so. */
export async function beneficiaryId(paydesk: Paydesk, label: string): Promise<number> {
  const { rows } = await ask(paydesk, 'beneficiaries.list', {
    search: label,
    state: null,
    offset: 0,
    limit: 10,
  });
  const found = rows.find((row) => row.label.startsWith(label));
  if (found === undefined) throw new Error(`Nobody is called ${label}`);
  return found.id;
}

const everyDocument = { group: null, text: '' };

/** Files of these names for one beneficiary: chosen, assigned, started, and over. Gives their batch. */
export async function attach(
  paydesk: Paydesk,
  dataFolder: string,
  label: string,
  names: readonly string[],
): Promise<number> {
  const files = Object.fromEntries(names.map((name) => [name, pdf(`${name} of ${label}`)]));
  const folder = join(dirname(dataFolder), 'scans', label);
  await paydesk.answerDialogs({ open: await writeFiles(folder, files) });
  const { batchId } = await ask(paydesk, 'documents.choose', { what: 'files' });
  if (batchId === null) throw new Error('Nothing was chosen');
  const review = () => ask(paydesk, 'documents.review', { batchId });
  await expect.poll(review).toMatchObject({ dropped: names.length, checking: 0 });
  await ask(paydesk, 'documents.assign', {
    batchId,
    beneficiaryId: await beneficiaryId(paydesk, label),
    selection: { kind: 'all', filter: everyDocument },
  });
  const { toAttach, beneficiaries } = await review();
  await ask(paydesk, 'documents.start', { batchId, documents: toAttach, beneficiaries });
  await untilOver(paydesk, batchId);
  return batchId;
}

/** Waits until nothing of a batch is on its way any more: every document is done, failed or unknown. */
export async function untilOver(paydesk: Paydesk, batchId: number): Promise<void> {
  const states = async () => {
    const { rows } = await ask(paydesk, 'documents.list', {
      batchId,
      filter: everyDocument,
      sort: { by: 'state', descending: false },
      offset: 0,
      limit: 200,
    });
    const over = new Set(['attached', 'attach-unknown', 'failed', 'duplicate', 'rejected', 'cancelled']);
    return rows.map(({ state }) => state).filter((state) => !over.has(state));
  };
  await expect.poll(states, { timeout: 60_000 }).toEqual([]);
}
