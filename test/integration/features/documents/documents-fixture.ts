/** @file A signed-in Paydesk with its practice company and a folder of documents, and the steps that tests repeat. */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect, onTestFinished } from 'vitest';
import { systemRandom } from '../../../../src/main/concurrency/clock.ts';
import type { RouteName } from '../../../../src/main/practice/http/route-names.ts';
import type { DocumentRow, EarlierBatch, Selection } from '../../../../src/shared/contract/documents.ts';
import type { CallCommand, CommandResult } from '../../../../src/shared/contract/index.ts';
import type { BatchSummary } from '../../../../src/shared/model/documents/batch.ts';
import type { DocumentState } from '../../../../src/shared/model/documents/document.ts';
import type { Hosts } from '../../../../src/shared/model/session/environment.ts';
import type { ManagedFile } from '../../../../src/shared/model/session/managed.ts';
import type { ProfileOptions } from '../../../../src/shared/model/session/profile.ts';
import { defaultSettings } from '../../../../src/shared/model/settings.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../../fakes/files/files.ts';
import { createFakePlatform, type FakePlatform } from '../../../fakes/platform/platform.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../../fakes/test-app.ts';
import {
  type Simulator,
  type SimulatorCall,
  type SimulatorOptions,
  startSimulator,
} from '../../../practice/simulator.ts';
import { createMovingClock, type MovingClock } from './moving-clock.ts';

/** What tests control of a Paydesk. */
interface PaydeskControls {
  readonly clock: MovingClock;
  readonly platform: FakePlatform;
  /** The value of every random fraction, in [0, 1). At 0, only delays that the service requested apply. */
  readonly random: { fraction: number };
  /** Whether the network is down, and the proxy rule of the system. */
  readonly network: { offline: boolean; proxy: string };
  /** The data folder of Paydesk. */
  readonly dataFolder: string;
  /** The Paydesk that runs at present. */
  readonly testApp: TestApp;
  /** Starts Paydesk again after its store has crashed, and deletes the log of the crashed run. */
  startAfterCrash(): Promise<void>;
}

/** A signed-in Paydesk with its practice company and a folder for the clerk's files. */
interface DocumentsMachine extends PaydeskControls {
  readonly simulator: Simulator;
  readonly profileId: string;
  /** A folder for the clerk's files. */
  readonly folder: string;
  readonly call: CallCommand;
  signIn(): Promise<void>;
  /** Quits Paydesk as a clerk does, and starts it again. */
  restart(options?: { signIn: boolean; whileClosed?: () => Promise<void> }): Promise<void>;
}

/** The machine with the steps that tests repeat. */
export type DocumentsFixture = DocumentsMachine & ReturnType<typeof createSteps>;

/** Options of a practice company and its profile. */
interface CompanyOptions {
  readonly simulator?: SimulatorOptions;
  readonly profile?: Partial<ProfileOptions>;
  /** Returns the hosts that differ from those of the practice company. */
  readonly hosts?: (simulator: Simulator) => Promise<Partial<Hosts>>;
}

/** Options of {@link startDocumentsFixture}. */
interface DocumentsFixtureOptions extends CompanyOptions {
  /** Data folder, which the caller removes; by default a temporary one. */
  readonly dataFolder?: string;
  /** Entry of the store's worker; by default the program's own. */
  readonly storeWorkerUrl?: URL;
}

/** Starts the practice company and Paydesk with options; they are closed when the test ends. */
export async function startDocumentsFixture(options: DocumentsFixtureOptions = {}) {
  const paydesk = await createPaydesk(options);
  const { simulator, profile } = await startCompany(paydesk.clock, options);
  onTestFinished(async () => {
    simulator.faults.clear();
    await paydesk.end();
    await simulator.close();
    expect(simulator.violations()).toEqual([]);
  });
  await paydesk.start({ profiles: [profile] });
  return createFixture(paydesk, simulator, profile.id);
}

/** Starts Paydesk for several companies, which tests open one after the other. */
export async function startPaydesk() {
  const paydesk = await createPaydesk({});
  await paydesk.start({});
  return {
    end: paydesk.end,
    /** Opens a new company with a profile of its own until the test ends; what earlier tests changed is undone before. */
    async openCompany(options: CompanyOptions = {}): Promise<DocumentsFixture> {
      await paydesk.reset();
      const { simulator, profile } = await startCompany(paydesk.clock, options);
      const { id: _, ...fields } = profile;
      const { id } = await paydesk.testApp.call('session.saveProfile', { id: null, fields });
      onTestFinished(async () => {
        simulator.faults.clear();
        await paydesk.testApp.call('session.signOut', { profileId: id, forgetKey: true });
        await simulator.close();
        expect(simulator.violations()).toEqual([]);
        await paydesk.expectEmptyLog();
      });
      return createFixture(paydesk, simulator, id);
    },
  };
}

async function startCompany(clock: MovingClock, { simulator: options, profile, hosts }: CompanyOptions) {
  const simulator = await startSimulator({ time: clock.now, ...options });
  const changedHosts = { ...simulator.hosts, ...(await hosts?.(simulator)) };
  return { simulator, profile: { ...profileOf(simulator, profile), hosts: changedHosts } };
}

type Paydesk = Awaited<ReturnType<typeof createPaydesk>>;

/** Creates a Paydesk that is not started yet. */
async function createPaydesk({ dataFolder: ownFolder, storeWorkerUrl }: DocumentsFixtureOptions) {
  const temporary = await temporaryFolder();
  const clerkFolder = join(temporary.path, 'clerk');
  await mkdir(clerkFolder);
  const clock = createMovingClock();
  const random = { fraction: 0 };
  const network = { offline: false, proxy: 'DIRECT' };
  const platform = {
    ...createFakePlatform(clock),
    random: { ...systemRandom, fraction: () => random.fraction },
    // No process listens on port 1.
    network: { resolveProxy: async () => (network.offline ? 'PROXY 127.0.0.1:1' : network.proxy) },
  };
  const dataFolder = ownFolder ?? temporary.path;
  const logFile = join(dataFolder, 'logs', 'paydesk.log');
  let managed: Partial<ManagedFile> = {};
  let testApp: TestApp | null = null;
  const open = async () => {
    const worker = storeWorkerUrl === undefined ? {} : { storeWorkerUrl };
    testApp = await startTestApp({ dataFolder, managed, platform, ...worker });
  };
  const paydesk = {
    clock,
    platform,
    random,
    network,
    dataFolder,
    clerkFolder,
    get testApp(): TestApp {
      if (testApp === null) throw new Error('Paydesk was not started');
      return testApp;
    },
    async start(policy: Partial<ManagedFile>) {
      managed = policy;
      await open();
    },
    async restart(whileClosed?: () => Promise<void>) {
      await testApp?.close();
      await whileClosed?.();
      await open();
    },
    async startAfterCrash() {
      await testApp?.close().catch(() => undefined);
      await rm(logFile, { force: true });
      await open();
    },
    /** Undoes what an earlier test changed. */
    async reset() {
      clock.resetWallTime();
      random.fraction = 0;
      Object.assign(network, { offline: false, proxy: 'DIRECT' });
      const { answers, seen } = createFakePlatform();
      Object.assign(platform.answers, answers);
      Object.assign(platform.seen, seen);
      await paydesk.testApp.call('settings.change', defaultSettings);
    },
    async expectEmptyLog() {
      await testApp?.app.whenReported();
      expect(await readFile(logFile, 'utf8').catch(() => '')).toBe('');
    },
    async end() {
      await testApp?.close();
      try {
        await paydesk.expectEmptyLog();
      } finally {
        await temporary.remove();
      }
    },
  };
  return paydesk;
}

/** Signs in to a company. */
async function createFixture(paydesk: Paydesk, simulator: Simulator, profileId: string) {
  const { clock, platform, random, network, dataFolder, startAfterCrash } = paydesk;
  const controls = { clock, platform, random, network, dataFolder, startAfterCrash, simulator, profileId };
  const machine: DocumentsMachine = {
    ...controls,
    folder: await mkdtemp(join(paydesk.clerkFolder, 'test ')),
    get testApp() {
      return paydesk.testApp;
    },
    get call() {
      return paydesk.testApp.call;
    },
    async signIn() {
      const { apiKey } = simulator.credentials;
      await machine.call('session.signIn', { profileId, apiKey, keep: 'session' });
    },
    async restart({ signIn, whileClosed } = { signIn: true }) {
      await paydesk.restart(whileClosed);
      if (signIn) await machine.signIn();
    },
  };
  await machine.signIn();
  return Object.assign(machine, createSteps(machine));
}

/** Tests with a Paydesk of their own, which is closed at their end. */
export const test = base.extend('fixture', () => startDocumentsFixture());

/** Steps of a clerk, and waiting for their results. */
function createSteps(fixture: DocumentsMachine) {
  const steps = {
    /** Returns a batch from the database. */
    async batchOf(batchId: number): Promise<EarlierBatch> {
      const { rows } = await fixture.call('documents.earlier', { offset: 0, limit: 200 });
      const batch = rows.find(({ id }) => id === batchId);
      if (batch === undefined) throw new Error(`There is no batch ${batchId}`);
      return batch;
    },
    /** Returns the summary of a batch that the window shows; it may lag behind the database by milliseconds. */
    batchSummaryOf(batchId: number): BatchSummary | undefined {
      return fixture.testApp.topic('batches').find(({ id }) => id === batchId);
    },
    /** Waits until the window shows a matching summary of a batch. */
    untilBatchSummary(batchId: number, expected: Partial<BatchSummary>): Promise<BatchSummary> {
      return eventually(() => {
        const summary = steps.batchSummaryOf(batchId);
        expect(summary).toMatchObject(expected);
        if (summary === undefined) throw new Error('There is no such summary');
        return summary;
      });
    },
    /** Waits until all dropped files of a batch are listed and checked. */
    async untilChecked(batchId: number): Promise<void> {
      await eventually(async () => {
        expect((await steps.batchOf(batchId)).state).not.toBe('checking');
        expect((await steps.reviewOf(batchId)).checking).toBe(0);
      });
    },
    /** Drops files and folders, and waits until their documents are checked. Returns the ID of the batch. */
    async drop(...paths: readonly string[]): Promise<number> {
      const batchId = await fixture.testApp.drop(paths);
      await steps.untilChecked(batchId);
      return batchId;
    },
    /** Writes files into the clerk's folder, drops them and waits until they are checked. Returns the ID of the batch. */
    async dropFiles(files: Readonly<Record<string, Buffer>>): Promise<number> {
      return steps.drop(...(await writeFiles(fixture.folder, files)));
    },
    /** Returns all documents of a batch, in the order in which they were found. */
    async rowsOf(batchId: number): Promise<DocumentRow[]> {
      const filter = { group: null, text: '' };
      const sort = { by: 'name', descending: false } as const;
      const allRows: DocumentRow[] = [];
      for (let total = 1; allRows.length < total; ) {
        const page = await fixture.call('documents.list', {
          batchId,
          filter,
          sort,
          offset: allRows.length,
          limit: 200,
        });
        allRows.push(...page.rows);
        total = page.total;
      }
      return allRows.sort((a, b) => a.id - b.id);
    },
    /** Returns a document by its name. */
    async rowOf(batchId: number, name: string): Promise<DocumentRow> {
      const document = (await steps.rowsOf(batchId)).find((row) => row.name === name);
      if (document === undefined) throw new Error(`There is no document ${name}`);
      return document;
    },
    /** Returns the panel of a document: its facts and its history, newest first. */
    async detailOf(batchId: number, name: string): Promise<CommandResult<'documents.detail'>> {
      return fixture.call('documents.detail', { documentId: (await steps.rowOf(batchId, name)).id });
    },
    /** Returns the numbers of a batch's review. */
    reviewOf: (batchId: number) => fixture.call('documents.review', { action: 'numbers', batchId }),
    /** Returns the states of a batch's documents by name. */
    async statesOf(batchId: number): Promise<Record<string, DocumentState>> {
      return Object.fromEntries((await steps.rowsOf(batchId)).map(({ name, state }) => [name, state]));
    },
    /** Waits until the row of a document matches `expected`. */
    untilRow(batchId: number, name: string, expected: Partial<DocumentRow>): Promise<DocumentRow> {
      return eventually(async () => {
        const row = await steps.rowOf(batchId, name);
        expect(row).toMatchObject(expected);
        return row;
      });
    },
    /** Returns the selection of the named documents, or of all documents when no name is given. */
    async selectionOf(
      batchId: number,
      ...names: readonly string[]
    ): Promise<{ batchId: number; selection: Selection }> {
      const rows = await steps.rowsOf(batchId);
      const requestedNames = new Set(names);
      const selectedRows = names.length === 0 ? rows : rows.filter(({ name }) => requestedNames.has(name));
      if (new Set(selectedRows.map(({ name }) => name)).size < requestedNames.size)
        throw new Error(`Not all of these documents exist: ${names.join(', ')}`);
      return { batchId, selection: { kind: 'some', ids: selectedRows.map(({ id }) => id) } };
    },
    /** Changes documents of a batch by their names; without names, all documents. */
    async changeDocuments(
      action: 'unassign' | 'exclude' | 'include' | 'recheck' | 'retry' | 'cancel',
      batchId: number,
      ...names: readonly string[]
    ): Promise<{ readonly changed: number }> {
      return fixture.call('documents.change', { action, ...(await steps.selectionOf(batchId, ...names)) });
    },
    /** Adds a beneficiary; by default its recipient ID is derived from its label. */
    async addBeneficiary(label: string, recipientId = `rcp-${label}`): Promise<number> {
      return (await fixture.call('beneficiaries.add', { label, recipientId })).id;
    },
    /** Returns the beneficiary with a label; adds it when there is none. */
    async findOrAddBeneficiary(label: string): Promise<number> {
      const { rows } = await fixture.call('beneficiaries.list', { search: label, offset: 0, limit: 200 });
      return rows.find((row) => row.label === label)?.id ?? (await steps.addBeneficiary(label));
    },
    /** Assigns the named documents, or all documents when no name is given. */
    async assign(batchId: number, beneficiaryId: number, ...names: readonly string[]): Promise<void> {
      await fixture.call('documents.change', {
        action: 'assign',
        ...(await steps.selectionOf(batchId, ...names)),
        beneficiaryId,
      });
    },
    /** Starts a batch and confirms the numbers of documents and beneficiaries of its review. */
    async startBatch(batchId: number): Promise<void> {
      const { toAttach, beneficiaries } = await steps.reviewOf(batchId);
      await fixture.call('documents.batch', { action: 'start', batchId, documents: toAttach, beneficiaries });
    },
    /** Drops files, assigns them to one beneficiary and starts the batch. */
    async send(
      files: Readonly<Record<string, Buffer>>,
      label = 'Ahlström',
    ): Promise<{ batchId: number; beneficiaryId: number }> {
      const beneficiaryId = await steps.findOrAddBeneficiary(label);
      const batchId = await steps.dropFiles(files);
      await steps.assign(batchId, beneficiaryId);
      await steps.startBatch(batchId);
      return { batchId, beneficiaryId };
    },
    /** Waits until a batch has reached a final state. */
    async untilFinished(
      batchId: number,
      state: 'done' | 'done-with-problems' | 'cancelled' = 'done',
    ): Promise<void> {
      await eventually(async () => expect(await steps.batchOf(batchId)).toMatchObject({ state }));
    },
    /** Settles the oldest unknown outcome; a created beneficiary that is there has a new recipient ID. */
    async settle(decision: 'is-there' | 'send-again', recipientId: string | null = null): Promise<void> {
      const [outcome] = await fixture.call('beneficiaries.unknownOutcomes', {});
      const attachId = outcome?.attachId ?? 0;
      const decided = decision === 'is-there' ? { decision, attachId, recipientId } : { decision, attachId };
      await fixture.call('beneficiaries.settle', decided);
    },
    receivedDocuments: (recipientId: string) => receivedDocuments(fixture.simulator, recipientId),
    receivedNames: (recipientId: string) =>
      receivedDocuments(fixture.simulator, recipientId).map(({ name }) => name),
    /** Returns the calls of one operation. */
    callsOf(route: RouteName): SimulatorCall[] {
      return fixture.simulator.calls().filter((call) => call.route === route);
    },
  };
  return steps;
}

/** Returns small documents with different content: `1.pdf`, `2.pdf` and so on. */
export function sampleDocuments(count: number, prefix = ''): Record<string, Buffer> {
  const names = Array.from({ length: count }, (_, index) => `${prefix}${index + 1}.pdf`);
  return Object.fromEntries(names.map((name) => [name, pdf(`${name} of this test`)]));
}

/** Returns the documents of a recipient at the practice company by name, with the SHA-256 of the stored bytes. */
export function receivedDocuments({ state }: Simulator, recipientId: string) {
  return (state.recipients.get(recipientId)?.documents ?? [])
    .map(({ key, name }) => ({ name, sha256: state.objects.get(key)?.sha256 ?? 'not stored' }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
