/** @file A signed-in Paydesk for statements: requests them, pastes their events and waits for their states. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, onTestFinished } from 'vitest';
import type { Clock } from '../../../../src/main/platform/platform.ts';
import type { StatementEvent } from '../../../../src/main/practice/worker-messages.ts';
import type { CallCommand, CommandArgs, CommandResult } from '../../../../src/shared/contract/index.ts';
import type { ChosenRows } from '../../../../src/shared/contract/viewer.ts';
import type { ManagedFile } from '../../../../src/shared/model/session/managed.ts';
import type { ProfileOptions } from '../../../../src/shared/model/session/profile.ts';
import type { Statement, StatementState } from '../../../../src/shared/model/statements/statements.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { createFakeKeychain } from '../../../fakes/platform/keychain-processes.ts';
import { createFakePlatform, type FakePlatform } from '../../../fakes/platform/platform.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../../fakes/test-app.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../../practice/simulator.ts';

/** January of the practice company's year, a month that has ended. */
export const january = { since: '2026-01-01', till: '2026-01-31' };

type Period = typeof january;

/** A signed-in Paydesk with its practice company and a folder for the clerk's files. */
export interface StatementsFixture {
  readonly simulator: Simulator;
  readonly platform: FakePlatform;
  /** Folder for the clerk's files; each test that shares a Paydesk has another one. */
  readonly folder: string;
  readonly testApp: TestApp;
  /** The policy file of the administrator; a change takes effect at the next start. */
  readonly managed: Partial<ManagedFile>;
  readonly call: CallCommand;
  request(
    walletIds: number[],
    overrides?: Partial<CommandArgs<'statements.request'>>,
  ): Promise<CommandResult<'statements.request'>>;
  /** Pastes an event as a clerk does. */
  pasteEvent(
    event: StatementEvent | string | object,
  ): Promise<CommandResult<'statements.addEvents', 'paste'>>;
  list(): Promise<Statement[]>;
  /** Waits until a statement is in one of the states. */
  until(id: number, ...states: StatementState[]): Promise<Statement>;
  /** Returns the lines that Paydesk logged about unexpected errors. */
  unexpectedLogLines(): string[];
  /** Signs in as the clerk of the company, after a sign-out. */
  signIn(): Promise<void>;
  /** Signs out of the company's profile and opens the practice company of the program. */
  switchToPractice(): Promise<void>;
  /** Closes Paydesk, starts it again and signs in, unless told otherwise; `whileClosed` runs in between. */
  restart(whileClosed?: () => Promise<void>, options?: { signIn: boolean }): Promise<void>;
  /** Returns the practice company's events about a wallet. */
  eventsOf(walletId: number): StatementEvent[];
  /** Requests a statement, of January by default; returns its ID and its newest event. */
  requestStatement(
    walletId?: number,
    overrides?: Partial<CommandArgs<'statements.request'>>,
  ): Promise<{ event: StatementEvent; id: number }>;
  /** Requests and stores a statement, of January by default; returns its ID. */
  storeStatement(walletId?: number, overrides?: { period?: Period; format?: 'csv' | 'pdf' }): Promise<number>;
  /** Returns the ID of a wallet's statement of January, which the first call stores. */
  januaryStatement(walletId?: number): Promise<number>;
  /** Opens a stored statement with automatic options, by default January of wallet 1001. */
  openStatement(statementId?: number): Promise<CommandResult<'viewer.open'>>;
  /** Returns the events in quarantine. */
  quarantinedEvents(): Promise<CommandResult<'statements.quarantine'>['rows']>;
}

/** A Paydesk that its caller closes. */
export interface OpenStatementsFixture extends StatementsFixture {
  /** Removes faults, answers and recorded calls, and makes a folder for the next test. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

interface StatementsFixtureOptions {
  simulator?: SimulatorOptions;
  profile?: Partial<ProfileOptions>;
  trustStorage?: boolean;
  clock?: Clock;
  /** The administrator's settings besides the profile. */
  managed?: Partial<ManagedFile>;
  /** Data folder, which the test removes; by default a temporary one. */
  dataFolder?: string;
  /** True when a keychain keeps the key of the library after a restart; by default no key is stored. */
  hasKeychain?: boolean;
}

/** Creates a platform with a keychain in memory. */
function createPlatformWithKeychain(clock: Clock | undefined): FakePlatform {
  const platform = createFakePlatform(clock);
  const { start } = platform.processes;
  const keychain = createFakeKeychain();
  platform.processes.start = (entry, name) =>
    name === 'keychain' ? keychain.start(entry, name) : start(entry, name);
  return platform;
}

/** Starts the practice company and Paydesk with options. */
export async function openStatementsFixture(options: StatementsFixtureOptions = {}) {
  const temporaryRoot = await temporaryFolder();
  const dataFolder = options.dataFolder ?? join(temporaryRoot.path, 'data');
  let folder = join(temporaryRoot.path, 'clerk');
  await mkdir(folder);
  await mkdir(dataFolder, { recursive: true });
  const simulator = await startSimulator(options.simulator ?? {});
  const platform =
    options.hasKeychain === true
      ? createPlatformWithKeychain(options.clock)
      : createFakePlatform(options.clock);
  const companyHosts = options.trustStorage === false ? [] : [new URL(simulator.storage).host];
  const storageHosts = [...companyHosts, ...(options.profile?.storageHosts ?? [])];
  const profiles = [profileOf(simulator, { ...options.profile, storageHosts })];
  const managed: Partial<ManagedFile> = { profiles, ...options.managed };
  const { apiKey } = simulator.credentials;
  const signIn = ({ call }: TestApp) =>
    call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' });
  const openTestApp = async (options = { signIn: true }) => {
    const newTestApp = await startTestApp({ dataFolder, managed, platform });
    if (options.signIn) await signIn(newTestApp);
    return newTestApp;
  };
  let testApp = await openTestApp();
  const januaryStatements = new Map<number, Promise<number>>();
  const fixture: OpenStatementsFixture = {
    simulator,
    platform,
    managed,
    get folder() {
      return folder;
    },
    get testApp() {
      return testApp;
    },
    get call() {
      return testApp.call;
    },
    request(walletIds, overrides = {}) {
      const request = { profileId: 'test-profile', walletIds, periods: [january], format: 'csv' as const };
      return testApp.call('statements.request', { ...request, email: '', ...overrides });
    },
    pasteEvent: (event) =>
      testApp.call('statements.addEvents', {
        action: 'paste',
        text: typeof event === 'string' ? event : JSON.stringify(event),
      }),
    async list() {
      return (await testApp.call('statements.list', { state: null, offset: 0, limit: 200 })).rows;
    },
    async until(id, ...states) {
      let statement: Statement | null = null;
      await eventually(async () => {
        statement = await testApp.call('statements.get', { id });
        if (!states.includes(statement.state)) throw new Error(`Statement ${id} is ${statement.state}`);
      });
      if (statement === null) throw new Error('No statement was found');
      return statement;
    },
    unexpectedLogLines() {
      const logFile = join(dataFolder, 'logs', 'paydesk.log');
      return existsSync(logFile)
        ? readFileSync(logFile, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
        : [];
    },
    async signIn() {
      await signIn(testApp);
    },
    async switchToPractice() {
      await testApp.call('session.signOut', { forgetKey: false });
      await testApp.call('session.activate', { action: 'practiceCompany' });
    },
    async restart(whileClosed, options) {
      await testApp.close();
      await whileClosed?.();
      testApp = await openTestApp(options);
    },
    eventsOf: (walletId) => simulator.events().filter(({ event }) => event.walletId === walletId),
    async requestStatement(walletId = 1001, overrides = {}) {
      await fixture.request([walletId], overrides);
      const event = fixture.eventsOf(walletId).at(-1);
      const ids = (await fixture.list()).filter(({ wallet }) => wallet.id === walletId).map(({ id }) => id);
      if (event === undefined || ids.length === 0) throw new Error('The statement was not requested');
      return { event, id: Math.max(...ids) };
    },
    async storeStatement(walletId, { period = january, format = 'csv' } = {}) {
      const { event, id } = await fixture.requestStatement(walletId, { periods: [period], format });
      await fixture.pasteEvent(event);
      await fixture.until(id, 'stored');
      // Until the check in the background has ended, the statement engine is not only the test's.
      if (format === 'csv')
        await eventually(async () => {
          const { failedChecks, unreadable } = await testApp.call('statements.get', { id });
          if (failedChecks === null && !unreadable) throw new Error(`Statement ${id} is not checked`);
        });
      return id;
    },
    januaryStatement(walletId = 1001) {
      const statement = januaryStatements.get(walletId) ?? fixture.storeStatement(walletId);
      januaryStatements.set(walletId, statement);
      return statement;
    },
    async openStatement(statementId) {
      const args = { statementId: statementId ?? (await fixture.januaryStatement()), options: {} };
      return testApp.call('viewer.open', args);
    },
    quarantinedEvents: async () =>
      (await testApp.call('statements.quarantine', { offset: 0, limit: 200 })).rows,
    async reset() {
      simulator.faults.clear();
      Object.assign(platform.answers, { files: [], folder: [], fileToOpen: null, savePath: null, ask: 0 });
      platform.seen.copied.length = 0;
      platform.seen.secrets.length = 0;
      folder = await mkdtemp(join(temporaryRoot.path, 'clerk '));
    },
    async close() {
      simulator.faults.clear();
      await testApp.close();
      await simulator.close();
      await temporaryRoot.remove();
    },
  };
  return fixture;
}

/** Starts the practice company and Paydesk with options; they are closed when the test ends. */
export async function startStatementsFixture(options: StatementsFixtureOptions = {}) {
  const fixture = await openStatementsFixture(options);
  onTestFinished(fixture.close);
  return fixture;
}

/** Tests with a signed-in Paydesk of their own. */
export const test = base.extend('fixture', () => startStatementsFixture());

/** Tests that share one Paydesk in their file, which `open` starts before the first; each has a folder without files. */
export const createSharedTest = <Fixture extends OpenStatementsFixture>(open: () => Promise<Fixture>) =>
  base
    .extend(
      'fileFixture',
      { scope: 'file' },
      /* oxlint-disable-next-line no-empty-pattern */ // biome-ignore lint/correctness/noEmptyPattern: Vitest finds the needed fixtures by the names that are destructured
      async ({}, { onCleanup }) => {
        const fixture = await open();
        onCleanup(fixture.close);
        return fixture;
      },
    )
    .extend('fixture', async ({ fileFixture }) => {
      await fileFixture.reset();
      return fileFixture;
    });

/** Tests that share one Paydesk with a keychain. */
export const sharedTest = createSharedTest(() => openStatementsFixture({ hasKeychain: true }));

/** Saves something under a name; returns the bytes of the file. */
export async function saveAs(
  { folder, platform }: StatementsFixture,
  name: string,
  save: () => Promise<unknown>,
) {
  const path = join(folder, name);
  platform.answers.savePath = path;
  await save();
  return readFile(path);
}

/** Returns the references of rows of an open statement. */
export const referencesOf = async ({ call }: StatementsFixture, handle: number, rows: ChosenRows) =>
  (await call('viewer.query', { action: 'references', handle, rows })).references;

/** Ticks rows of an open statement. */
export const tickRows = ({ call }: StatementsFixture, handle: number, ...rows: number[]) =>
  call('viewer.annotations', {
    action: 'annotate',
    handle,
    rows: { kind: 'some', rows },
    annotation: { kind: 'tick', isTicked: true },
  });

/** Returns the names of the files below a folder that contain a text. */
export async function filesContaining(folder: string, text: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    if ((await readFile(join(entry.parentPath, entry.name))).includes(text)) names.push(entry.name);
  }
  return names;
}
