/** @file A signed-in desk with its practice company and a folder of documents, and the steps that clerks repeat. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';
import { systemRandom } from '../../../src/main/clock.ts';
import type { Call } from '../../../src/main/simulator/calls.ts';
import type { SimulatorOptions } from '../../../src/main/simulator/options.ts';
import type { RouteName } from '../../../src/main/simulator/route.ts';
import { type Simulator, startSimulator } from '../../../src/main/simulator/simulator.ts';
import type { DocumentRow, EarlierBatch, Selection } from '../../../src/shared/contract/documents.ts';
import type { CommandArgs, CommandName, CommandResult } from '../../../src/shared/contract/index.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import type { BatchSummary } from '../../../src/shared/model/batch.ts';
import type { DocumentState } from '../../../src/shared/model/document.ts';
import type { ProfileOptions } from '../../../src/shared/model/profile.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { createFakePlatform, type FakePlatform } from '../../fakes/platform.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../fakes/test-app.ts';
import { createMovingClock, type MovingClock } from './moving-clock.ts';

/** A desk at work. */
export interface Work {
  readonly simulator: Simulator;
  readonly clock: MovingClock;
  readonly platform: FakePlatform;
  /** What chance says, in [0, 1). At 0, nothing is waited for but what the service asked for. */
  readonly random: { fraction: number };
  /** Whether the network is there, and what the machine says of the way to it. */
  readonly network: { away: boolean; way: string };
  /** A folder for the clerk's files. */
  readonly folder: string;
  /** The folder for everything that Paydesk keeps. */
  readonly dataFolder: string;
  /** The desk that runs now. */
  readonly testApp: TestApp;
  call<Name extends CommandName>(name: Name, args: CommandArgs<Name>): Promise<CommandResult<Name>>;
  signIn(): Promise<void>;
  /** Quits Paydesk as a clerk does, and starts it again. */
  restart(options?: { signIn: boolean }): Promise<void>;
  /** Starts Paydesk again on what one left behind whose store has ended; what that one still complained of is forgotten. */
  startAfterDeath(): Promise<void>;
  /** Ends everything. What nobody expected, and what the practice company found wrong, fails the test. */
  end(): Promise<void>;
}

/** Options of a desk at work. */
export interface WorkOptions {
  readonly simulator?: SimulatorOptions;
  readonly profile?: Partial<ProfileOptions>;
  /** Another folder for everything that Paydesk keeps; whoever names it removes it. */
  readonly dataFolder?: string;
  /** Another entry of the store's worker than the program's own. */
  readonly storeEntry?: URL;
  /** Lives on after the test that started it; its owner ends it. */
  readonly shared?: boolean;
}

/** Starts everything; it ends with the test. */
export async function startWork(options: WorkOptions = {}): Promise<Work> {
  const data = await temporaryFolder();
  const folder = join(data.path, 'clerk');
  await mkdir(folder);
  const clock = createMovingClock();
  const simulator = await startSimulator({ time: clock.now, ...options.simulator });
  const random = { fraction: 0 };
  const network = { away: false, way: 'DIRECT' };
  const platform = {
    ...createFakePlatform(clock),
    random: { ...systemRandom, fraction: () => random.fraction },
    // Nobody listens on port 1.
    network: { resolveProxy: async () => (network.away ? 'PROXY 127.0.0.1:1' : network.way) },
  };
  const managed = { profiles: [profileOf(simulator, options.profile)] };
  const dataFolder = options.dataFolder ?? data.path;
  const { storeEntry } = options;
  const logFile = join(dataFolder, 'logs', 'paydesk.log');
  const open = () =>
    startTestApp({ dataFolder, managed, platform, ...(storeEntry === undefined ? {} : { storeEntry }) });
  let testApp = await open();
  const work: Work = {
    simulator,
    clock,
    platform,
    random,
    network,
    folder,
    dataFolder,
    get testApp() {
      return testApp;
    },
    call: (name, args) => testApp.call(name, args),
    async signIn() {
      const { apiKey } = simulator.credentials;
      await testApp.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' });
    },
    async restart({ signIn } = { signIn: true }) {
      await testApp.close();
      testApp = await open();
      if (signIn) await work.signIn();
    },
    async startAfterDeath() {
      await testApp.close().catch(() => undefined);
      await rm(logFile, { force: true });
      testApp = await open();
    },
    async end() {
      simulator.faults.clear();
      await testApp.close();
      await simulator.close();
      const unexpected = await readFile(logFile, 'utf8').catch(() => '');
      await data.remove();
      expect(simulator.violations()).toEqual([]);
      expect(unexpected).toBe('');
    },
  };
  if (options.shared !== true) onTestFinished(() => work.end());
  await work.signIn();
  return work;
}

/**
 * One desk for all tests of a file. Each test gets an empty folder, a service without faults and, because what another
 * test prepared is discarded, a batch of its own.
 */
export function shareWork(options: Omit<WorkOptions, 'shared'> = {}): () => Work {
  let work: Work;
  let tests = 0;
  let folder = '';
  beforeAll(async () => {
    work = await startWork({ ...options, shared: true });
  });
  beforeEach(async () => {
    tests += 1;
    folder = join(work.folder, `test ${tests}`);
    await mkdir(folder);
  });
  afterEach(async () => {
    work.simulator.faults.clear();
    const { rows } = await work.call('documents.earlier', { offset: 0, limit: 200 });
    const prepared = rows.filter(({ state }) => state === 'draft' || state === 'checking');
    for (const { id } of prepared) await work.call('documents.discard', { batchId: id });
  });
  afterAll(() => work.end());
  return () => ({ ...work, folder, testApp: work.testApp });
}

/** The error that a call ends with. */
export async function errorOf(call: Promise<unknown>): Promise<PaydeskError> {
  const outcome = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (outcome instanceof PaydeskError) return outcome;
  throw new Error('The call was expected to fail');
}

/** A batch as the database has it now. */
export async function batchOf(work: Work, batchId: number): Promise<EarlierBatch> {
  const { rows } = await work.call('documents.earlier', { offset: 0, limit: 200 });
  const found = rows.find(({ id }) => id === batchId);
  if (found === undefined) throw new Error(`There is no batch ${batchId}`);
  return found;
}

/** The head of a batch as the window shows it; it follows the database within moments. */
export function headOf(work: Work, batchId: number): BatchSummary | undefined {
  return work.testApp.topic('batches').find(({ id }) => id === batchId);
}

/** Waits until the window shows a head of a batch that fits. */
export function untilHead(work: Work, batchId: number, fits: Partial<BatchSummary>): Promise<BatchSummary> {
  return eventually(() => {
    const head = headOf(work, batchId);
    expect(head).toMatchObject(fits);
    if (head === undefined) throw new Error('There is no such head');
    return head;
  });
}

/** Waits until everything that was dropped into a batch is listed and checked. */
export async function checked(work: Work, batchId: number): Promise<void> {
  await eventually(async () => {
    expect((await batchOf(work, batchId)).state).not.toBe('checking');
    expect((await work.call('documents.review', { batchId })).checking).toBe(0);
  });
}

/** Drops paths and waits until they are checked. */
export async function drop(work: Work, ...paths: readonly string[]): Promise<number> {
  const { batchId } = await work.call('documents.add', { references: work.testApp.references([...paths]) });
  await checked(work, batchId);
  return batchId;
}

/** Writes files into the clerk's folder and drops each of them. */
export async function dropFiles(work: Work, files: Readonly<Record<string, Buffer>>): Promise<number> {
  return drop(work, ...(await writeFiles(work.folder, files)));
}

/** So many small documents, `1.pdf` and so on, each different. */
export function documents(count: number, prefix = ''): Record<string, Buffer> {
  const names = Array.from({ length: count }, (_, index) => `${prefix}${index + 1}.pdf`);
  return Object.fromEntries(names.map((name) => [name, pdf(`${name} of this test`)]));
}

/** All documents of a batch, in the order in which they were found. */
export async function rowsOf(work: Work, batchId: number): Promise<DocumentRow[]> {
  const filter = { group: null, text: '' };
  const sort = { by: 'name', descending: false } as const;
  const all: DocumentRow[] = [];
  for (let total = 1; all.length < total; ) {
    const page = await work.call('documents.list', { batchId, filter, sort, offset: all.length, limit: 200 });
    all.push(...page.rows);
    total = page.total;
  }
  return all.sort((a, b) => a.id - b.id);
}

/** One document by its name. */
export async function rowOf(work: Work, batchId: number, name: string): Promise<DocumentRow> {
  const found = (await rowsOf(work, batchId)).find((row) => row.name === name);
  if (found === undefined) throw new Error(`There is no document ${name}`);
  return found;
}

/** The states of a batch's documents by name. */
export async function statesOf(work: Work, batchId: number): Promise<Record<string, DocumentState>> {
  return Object.fromEntries((await rowsOf(work, batchId)).map(({ name, state }) => [name, state]));
}

/** Waits until a document fits. */
export function untilRow(
  work: Work,
  batchId: number,
  name: string,
  fits: Partial<DocumentRow>,
): Promise<DocumentRow> {
  return eventually(async () => {
    const row = await rowOf(work, batchId, name);
    expect(row).toMatchObject(fits);
    return row;
  });
}

/** A selection of documents by name; without names, of all. */
export async function select(
  work: Work,
  batchId: number,
  ...names: readonly string[]
): Promise<{ batchId: number; selection: Selection }> {
  const rows = await rowsOf(work, batchId);
  const wanted = new Set(names);
  const chosen = names.length === 0 ? rows : rows.filter(({ name }) => wanted.has(name));
  if (new Set(chosen.map(({ name }) => name)).size < wanted.size)
    throw new Error(`Not all of these documents exist: ${names.join(', ')}`);
  return { batchId, selection: { kind: 'some', ids: chosen.map(({ id }) => id) } };
}

/** Adds a beneficiary whose recipient ID is made from its label, unless it is given. */
export async function beneficiary(work: Work, label: string, recipientId = `rcp-${label}`): Promise<number> {
  return (await work.call('beneficiaries.add', { label, recipientId })).id;
}

/** The beneficiary with a label; it is added when there is none. */
export async function beneficiaryNamed(work: Work, label: string): Promise<number> {
  const { rows } = await work.call('beneficiaries.list', { search: label, offset: 0, limit: 200 });
  return rows.find((row) => row.label === label)?.id ?? (await beneficiary(work, label));
}

/** Assigns documents by name; without names, all. */
export async function assign(
  work: Work,
  batchId: number,
  beneficiaryId: number,
  ...names: readonly string[]
): Promise<void> {
  await work.call('documents.assign', { ...(await select(work, batchId, ...names)), beneficiaryId });
}

/** Confirms the review as it is. */
export async function start(work: Work, batchId: number): Promise<void> {
  const { toAttach, beneficiaries } = await work.call('documents.review', { batchId });
  await work.call('documents.start', { batchId, documents: toAttach, beneficiaries });
}

/** Files for one beneficiary, dropped, assigned and started. */
export async function send(
  work: Work,
  files: Readonly<Record<string, Buffer>>,
  label = 'Ahlström',
): Promise<{ batchId: number; beneficiaryId: number }> {
  const beneficiaryId = await beneficiaryNamed(work, label);
  const batchId = await dropFiles(work, files);
  await assign(work, batchId, beneficiaryId);
  await start(work, batchId);
  return { batchId, beneficiaryId };
}

/** Waits until a batch is over in a state. */
export async function over(
  work: Work,
  batchId: number,
  state: 'done' | 'done-with-problems' | 'cancelled' = 'done',
): Promise<void> {
  await eventually(async () => expect(await batchOf(work, batchId)).toMatchObject({ state }));
}

/** What a recipient of the practice company has: names and the SHA-256 of what was stored, in order of names. */
export function received(simulator: Simulator, recipientId: string): { name: string; sha256: string }[] {
  const { recipients, objects } = simulator.state;
  return (recipients.get(recipientId)?.documents ?? [])
    .map(({ key, name }) => ({ name, sha256: objects.get(key)?.sha256 ?? 'not stored' }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Calls of one operation. */
export function callsOf(simulator: Simulator, route: RouteName): Call[] {
  return simulator.calls().filter((call) => call.route === route);
}
