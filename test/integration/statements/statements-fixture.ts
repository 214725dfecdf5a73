/** @file A signed-in Paydesk for statements: requests them, pastes their events and waits for their states. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, onTestFinished, vi } from 'vitest';
import type { Clock } from '../../../src/main/platform.ts';
import type { StatementEvent } from '../../../src/main/simulator/worker-messages.ts';
import type { CallCommand, CommandArgs, CommandResult } from '../../../src/shared/contract/index.ts';
import type { ManagedFile } from '../../../src/shared/model/managed.ts';
import type { ProfileOptions } from '../../../src/shared/model/profile.ts';
import type { Statement, StatementState } from '../../../src/shared/model/statements.ts';
import { eventually } from '../../fakes/eventually.ts';
import { createFakePlatform, type FakePlatform } from '../../fakes/platform.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../fakes/test-app.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../simulator/simulator.ts';

/** January of the practice company's year, a month that has ended. */
export const january = { since: '2026-01-01', till: '2026-01-31' };

/** A signed-in Paydesk with its practice company and a folder for the clerk's files. */
export interface StatementsFixture {
  readonly simulator: Simulator;
  readonly platform: FakePlatform;
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
  /** Closes Paydesk and starts it again; `whileClosed` runs in between. */
  restart(whileClosed?: () => Promise<void>): Promise<void>;
  /** Returns the practice company's events about a wallet. */
  eventsOf(walletId: number): StatementEvent[];
  /** Requests a statement of January; returns its ID and its newest event. */
  requestStatement(walletId?: number): Promise<{ event: StatementEvent; id: number }>;
  /** Requests and stores the statement of January; returns its ID. */
  storeStatement(walletId?: number): Promise<number>;
  /** Returns the events in quarantine. */
  quarantinedEvents(): Promise<CommandResult<'statements.quarantine'>['rows']>;
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
  /** Entry of the keychain's process; by default keys are not stored beyond the session. */
  keychainEntry?: URL;
}

/** Starts the practice company and Paydesk with options; they are closed when the test ends. */
export async function startStatementsFixture(
  options: StatementsFixtureOptions = {},
): Promise<StatementsFixture> {
  const temporaryRoot = await temporaryFolder();
  const dataFolder = options.dataFolder ?? temporaryRoot.path;
  const folder = join(temporaryRoot.path, 'clerk');
  await mkdir(folder);
  const simulator = await startSimulator(options.simulator ?? {});
  const platform = createFakePlatform(options.clock);
  const storageHosts = options.trustStorage === false ? [] : [new URL(simulator.storage).host];
  const profiles = [profileOf(simulator, { storageHosts, ...options.profile })];
  const managed: Partial<ManagedFile> = { profiles, ...options.managed };
  const openTestApp = async () => {
    const newTestApp = await startTestApp({
      dataFolder,
      managed,
      platform,
      ...(options.keychainEntry === undefined ? {} : { keychainEntry: options.keychainEntry }),
    });
    const { apiKey } = simulator.credentials;
    await newTestApp.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' });
    return newTestApp;
  };
  let testApp = await openTestApp();
  onTestFinished(async () => {
    simulator.faults.clear();
    await testApp.close();
    await simulator.close();
    await temporaryRoot.remove();
  });
  const fixture: StatementsFixture = {
    simulator,
    platform,
    folder,
    managed,
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
    async restart(whileClosed) {
      await testApp.close();
      await whileClosed?.();
      testApp = await openTestApp();
    },
    eventsOf: (walletId) => simulator.events().filter(({ event }) => event.walletId === walletId),
    async requestStatement(walletId = 1001) {
      await fixture.request([walletId]);
      const event = fixture.eventsOf(walletId).at(-1);
      const id = (await fixture.list()).find(({ wallet }) => wallet.id === walletId)?.id;
      if (event === undefined || id === undefined) throw new Error('The statement was not requested');
      return { event, id };
    },
    async storeStatement(walletId) {
      const { event, id } = await fixture.requestStatement(walletId);
      await fixture.pasteEvent(event);
      await fixture.until(id, 'stored');
      return id;
    },
    quarantinedEvents: async () =>
      (await testApp.call('statements.quarantine', { offset: 0, limit: 200 })).rows,
  };
  return fixture;
}

/** Tests with a signed-in Paydesk of their own. */
export const test = base.extend('fixture', () => startStatementsFixture());

/** Starts Paydesk with a keychain that keeps the key of the library after a restart. */
export async function startWithKeychain(
  options: Parameters<typeof startStatementsFixture>[0] = {},
): Promise<StatementsFixture> {
  const keychain = await temporaryFolder();
  onTestFinished(() => keychain.remove());
  vi.stubEnv('PAYDESK_FILE_KEYCHAIN', join(keychain.path, 'keychain.json'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  return startStatementsFixture({
    ...options,
    keychainEntry: new URL('../../fakes/file-keychain.ts', import.meta.url),
  });
}

/** Returns the names of the files below a folder that contain a text. */
export async function filesContaining(folder: string, text: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    if ((await readFile(join(entry.parentPath, entry.name))).includes(text)) names.push(entry.name);
  }
  return names;
}
