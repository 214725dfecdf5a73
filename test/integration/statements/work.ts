/** @file A signed-in desk for statements: asks, hands events in, waits for what they come to. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../src/main/platform.ts';
import type { SimulatorOptions } from '../../../src/main/simulator/options.ts';
import { type Simulator, startSimulator } from '../../../src/main/simulator/simulator.ts';
import type { StatementEvent } from '../../../src/main/simulator/statements.ts';
import type { CommandArgs, CommandName, CommandResult } from '../../../src/shared/contract/index.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import type { ManagedFile } from '../../../src/shared/model/managed.ts';
import type { ProfileOptions } from '../../../src/shared/model/profile.ts';
import type { Statement, StatementState } from '../../../src/shared/model/statements.ts';
import { eventually } from '../../fakes/eventually.ts';
import { createFakePlatform, type FakePlatform } from '../../fakes/platform.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../fakes/test-app.ts';

/** January of this year, which is over for the practice company. */
export const january = { since: '2026-01-01', till: '2026-01-31' };

/** A desk at work. */
export interface Work {
  readonly simulator: Simulator;
  readonly platform: FakePlatform;
  readonly folder: string;
  readonly testApp: TestApp;
  /** The administrator's file; a change counts from the next start on. */
  readonly managed: Partial<ManagedFile>;
  call<Name extends CommandName>(name: Name, args: CommandArgs<Name>): Promise<CommandResult<Name>>;
  ask(
    walletIds: number[],
    more?: Partial<CommandArgs<'statements.request'>>,
  ): Promise<CommandResult<'statements.request'>>;
  /** Hands in an event, as a clerk who pastes it. */
  paste(event: StatementEvent | string | object): Promise<CommandResult<'statements.pasteEvent'>>;
  list(): Promise<Statement[]>;
  /** Waits until a statement is in one of the states. */
  until(id: number, ...states: StatementState[]): Promise<Statement>;
  /** What Paydesk noted of things that must not happen, line by line. */
  unexpected(): string[];
  /** Ends Paydesk and starts it again; `meanwhile` happens in between. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
}

/** Starts everything; it ends with the test. */
export async function startWork(
  options: {
    simulator?: SimulatorOptions;
    profile?: Partial<ProfileOptions>;
    trustStorage?: boolean;
    clock?: Clock;
    /** What the administrator decides besides the profile. */
    managed?: Partial<ManagedFile>;
    /** A folder of the test's own for everything that Paydesk keeps. */
    dataFolder?: string;
    /** Another entry of the keychain's process: without one, what is kept is only kept for the session. */
    keychainEntry?: URL;
  } = {},
): Promise<Work> {
  const data = await temporaryFolder();
  const dataFolder = options.dataFolder ?? data.path;
  const folder = join(data.path, 'clerk');
  await mkdir(folder);
  const simulator = await startSimulator(options.simulator ?? {});
  const platform = createFakePlatform(options.clock);
  const storageHosts = options.trustStorage === false ? [] : [new URL(simulator.storage).host];
  const profiles = [profileOf(simulator, { storageHosts, ...options.profile })];
  const managed: Partial<ManagedFile> = { profiles, ...options.managed };
  const open = async () => {
    const opened = await startTestApp({
      dataFolder,
      managed,
      platform,
      ...(options.keychainEntry === undefined ? {} : { keychainEntry: options.keychainEntry }),
    });
    const { apiKey } = simulator.credentials;
    await opened.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' });
    return opened;
  };
  let testApp = await open();
  onTestFinished(async () => {
    simulator.faults.clear();
    await testApp.close();
    await simulator.close();
    await data.remove();
  });
  const work: Work = {
    simulator,
    platform,
    folder,
    managed,
    get testApp() {
      return testApp;
    },
    call: (name, args) => testApp.call(name, args),
    ask(walletIds, more = {}) {
      const asking = { profileId: 'test-profile', walletIds, periods: [january], format: 'csv' as const };
      return testApp.call('statements.request', { ...asking, email: '', ...more });
    },
    paste: (event) =>
      testApp.call('statements.pasteEvent', {
        text: typeof event === 'string' ? event : JSON.stringify(event),
      }),
    async list() {
      return (await testApp.call('statements.list', { state: null, offset: 0, limit: 200 })).rows;
    },
    async until(id, ...states) {
      let found: Statement | null = null;
      await eventually(async () => {
        found = await testApp.call('statements.get', { id });
        if (!states.includes(found.state)) throw new Error(`Statement ${id} is ${found.state}`);
      });
      if (found === null) throw new Error('No statement was found');
      return found;
    },
    unexpected() {
      const log = join(dataFolder, 'logs', 'paydesk.log');
      return existsSync(log)
        ? readFileSync(log, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
        : [];
    },
    async restart(meanwhile) {
      await testApp.close();
      await meanwhile?.();
      testApp = await open();
    },
  };
  return work;
}

/** The error of something that must be refused. */
export async function errorOf(promise: Promise<unknown>): Promise<PaydeskError> {
  try {
    await promise;
  } catch (thrown) {
    if (thrown instanceof PaydeskError) return thrown;
    throw thrown;
  }
  throw new Error('It was not refused');
}

/** The events of the practice company that are about a wallet. */
export function eventsOf(simulator: Simulator, walletId: number): StatementEvent[] {
  return simulator.events().filter(({ event }) => event.walletId === walletId);
}

/** A statement of January that is here: its number. */
export async function stored(work: Work, walletId = 1001): Promise<number> {
  await work.ask([walletId]);
  const id = (await work.list()).find(({ wallet }) => wallet.id === walletId)?.id ?? 0;
  const event = eventsOf(work.simulator, walletId).at(-1);
  if (event !== undefined) await work.paste(event);
  await work.until(id, 'stored');
  return id;
}
