/** @file A whole Paydesk without a window, in this process, against a practice company in this process. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type App, createApp } from '../../src/main/app.ts';
import type { Clock } from '../../src/main/platform.ts';
import type { SimulatorOptions } from '../../src/main/simulator/options.ts';
import { type Simulator, startSimulator } from '../../src/main/simulator/simulator.ts';
import type {
  CommandArgs,
  CommandName,
  CommandResult,
  TopicName,
  TopicValue,
} from '../../src/shared/contract/index.ts';
import { commands, topics } from '../../src/shared/contract/index.ts';
import { fromWire } from '../../src/shared/errors.ts';
import type { ManagedFile } from '../../src/shared/model/managed.ts';
import type { ProfileOptions } from '../../src/shared/model/profile.ts';
import { createFakePlatform, type FakePlatform } from './platform.ts';

const entry = (path: string) => new URL(`../../src/main/${path}`, import.meta.url);

/** Modules that run in threads and processes of their own, as sources. */
export const entries = {
  store: entry('entries/store.ts'),
  files: entry('entries/files.ts'),
  keychain: entry('entries/keychain.ts'),
  practice: entry('simulator/worker.ts'),
  proofReader: entry('entries/proof-reader.ts'),
  jsonParser: entry('entries/json-parser.ts'),
  listReader: entry('entries/list-reader.ts'),
  review: entry('entries/review.ts'),
};

/** The sample documents, where they are in the sources. */
export const samplesFolder = fileURLToPath(new URL('../../assets/samples', import.meta.url));

/** A running Paydesk. */
export interface TestApp {
  readonly app: App;
  readonly platform: FakePlatform;
  readonly dataFolder: string;
  /** Calls a command; throws its error. */
  call<Name extends CommandName>(name: Name, args: CommandArgs<Name>): Promise<CommandResult<Name>>;
  /** The present value of a topic. */
  topic<Name extends TopicName>(name: Name): TopicValue<Name>;
  /** Waits until a topic has a value that fits. */
  until<Name extends TopicName>(
    name: Name,
    fits: (value: TopicValue<Name>) => boolean,
  ): Promise<TopicValue<Name>>;
  /** References for paths, as the preload would get them. */
  references(paths: string[]): string[];
  close(): Promise<void>;
}

/** Starts Paydesk on a data folder. */
export async function startTestApp(options: {
  dataFolder: string;
  managed?: Partial<ManagedFile>;
  clock?: Clock;
  platform?: FakePlatform;
  /** Another entry of the store's worker than the program's own. */
  storeEntry?: URL;
  /** Another entry of the keychain's process than the program's own. */
  keychainEntry?: URL;
  /** Another entry of the proof reader's thread than the program's own. */
  proofReaderEntry?: URL;
}): Promise<TestApp> {
  const platform = options.platform ?? createFakePlatform(options.clock);
  let managedFile: string | null = null;
  if (options.managed !== undefined) {
    managedFile = join(options.dataFolder, 'managed.json');
    await writeFile(managedFile, JSON.stringify({ version: 1, ...options.managed }));
  }
  const app = await createApp(platform, {
    dataFolder: options.dataFolder,
    managedFile,
    allowHttpLoopback: true,
    samplesFolder,
    entries: {
      ...entries,
      store: options.storeEntry ?? entries.store,
      keychain: options.keychainEntry ?? entries.keychain,
      proofReader: options.proofReaderEntry ?? entries.proofReader,
    },
  });
  const subscriber = { send: () => undefined };
  const topic = <Name extends TopicName>(name: Name): TopicValue<Name> =>
    topics[name].value.parse(app.topics.subscribe(subscriber, name).value) as TopicValue<Name>;
  return {
    app,
    platform,
    dataFolder: options.dataFolder,
    topic,
    async call(name, args) {
      const answer = await app.call(name, args);
      if (!answer.ok) throw fromWire(answer.error);
      return commands[name].result.parse(answer.value) as CommandResult<typeof name>;
    },
    until(name, fits) {
      return new Promise((resolve) => {
        const look = () => {
          const value = topic(name);
          if (!fits(value)) return false;
          app.topics.drop(watcher);
          resolve(value);
          return true;
        };
        const watcher = { send: () => void look() };
        app.topics.subscribe(watcher, name);
        look();
      });
    },
    references: (paths) => app.references.issue(paths),
    close: () => app.drain(),
  };
}

/** A temporary folder that is removed at the end. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'paydesk-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** The profile of a practice company, as a managed one. */
export function profileOf(
  simulator: Simulator,
  options: Partial<ProfileOptions> = {},
): ManagedFile['profiles'][number] {
  return {
    id: 'test-profile',
    name: 'Nordlicht Maschinenbau GmbH',
    environment: simulator.environment,
    clientId: simulator.credentials.clientId,
    hosts: simulator.hosts,
    options: {
      tokenField: null,
      recipientUpdate: 'send-known',
      storageHosts: [],
      sendCompanyId: false,
      ...options,
    },
  };
}

/** Paydesk signed in to a practice company of its own. */
export async function startSignedIn(
  options: { simulator?: SimulatorOptions; profile?: Partial<ProfileOptions>; clock?: Clock } = {},
): Promise<TestApp & { simulator: Simulator; end(): Promise<void> }> {
  const folder = await temporaryFolder();
  const simulator = await startSimulator(options.simulator ?? {});
  const testApp = await startTestApp({
    dataFolder: folder.path,
    managed: { profiles: [profileOf(simulator, options.profile)] },
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
  await testApp.call('session.signIn', {
    profileId: 'test-profile',
    apiKey: simulator.credentials.apiKey,
    keep: 'session',
  });
  return {
    ...testApp,
    simulator,
    async end() {
      await testApp.close();
      await simulator.close();
      await folder.remove();
    },
  };
}
