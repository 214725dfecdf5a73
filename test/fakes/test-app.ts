/** @file A complete Paydesk without a window, with a practice company in the same process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type App, createApp } from '../../src/main/app/app.ts';
import type { Clock } from '../../src/main/platform/platform.ts';
import { DroppedFile } from '../../src/shared/contract/dropped-files.ts';
import {
  type CallCommand,
  parseAnswer,
  type TopicName,
  type TopicValue,
  topics,
} from '../../src/shared/contract/index.ts';
import type { ManagedFile } from '../../src/shared/model/session/managed.ts';
import type { ProfileOptions } from '../../src/shared/model/session/profile.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../practice/simulator.ts';
import { entries } from './entries.ts';
import { createFakePlatform, type FakePlatform } from './platform/platform.ts';

/** Folder of the sample documents in the sources. */
const samplesFolder = fileURLToPath(new URL('../../assets/samples', import.meta.url));

/** A running Paydesk. */
export interface TestApp {
  readonly app: App;
  readonly platform: FakePlatform;
  readonly dataFolder: string;
  /** Calls a command; throws its error. */
  readonly call: CallCommand;
  /** Returns the current value of a topic. */
  topic<Name extends TopicName>(name: Name): TopicValue<Name>;
  /** Waits until the value of a topic satisfies `fits`. */
  until<Name extends TopicName>(
    name: Name,
    fits: (value: TopicValue<Name>) => boolean,
  ): Promise<TopicValue<Name>>;
  /** Drops files and folders on the window. Returns the ID of their batch. */
  drop(paths: readonly string[], profileId?: string): Promise<number>;
  close(): Promise<void>;
}

/** Returns dropped files, as the bridge passes them to a command. */
export function toDroppedFiles(paths: readonly string[]): DroppedFile[] {
  return paths.map((path) => new DroppedFile(path));
}

/** Starts Paydesk on a data folder. */
export async function startTestApp(options: {
  dataFolder: string;
  managed?: Partial<ManagedFile>;
  clock?: Clock;
  platform?: FakePlatform;
  /** Replaces the entry module of the store's worker. */
  storeWorkerUrl?: URL;
  /** Replaces the entry of the keychain process. */
  keychainEntry?: URL;
  /** Replaces the entry of the proof reader's thread. */
  proofReaderEntry?: URL;
}): Promise<TestApp> {
  const platform = options.platform ?? createFakePlatform(options.clock);
  const app = await createApp(platform, {
    dataFolder: options.dataFolder,
    readPolicySources: async () => [{ location: 'test', values: { version: 1, ...options.managed } }],
    allowHttpLoopback: true,
    samplesFolder,
    entries: {
      ...entries,
      store: options.storeWorkerUrl ?? entries.store,
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
    call: async (name, args) => parseAnswer(name, args, await app.call(name, args)),
    until(name, fits) {
      return new Promise((resolve) => {
        const resolveIfFitting = () => {
          const value = topic(name);
          if (!fits(value)) return false;
          app.topics.drop(watcher);
          resolve(value);
          return true;
        };
        const watcher = { send: () => void resolveIfFitting() };
        app.topics.subscribe(watcher, name);
        resolveIfFitting();
      });
    },
    async drop(paths, profileId) {
      const args = { files: toDroppedFiles(paths), ...(profileId === undefined ? {} : { profileId }) };
      const { batchId } = parseAnswer('documents.add', args, await app.call('documents.add', args));
      if (batchId === null) throw new Error('None of the files is on disk');
      return batchId;
    },
    close: () => app.drain(),
  };
}

/** Creates a temporary folder; the caller removes it. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'paydesk-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Returns the managed profile of a practice company. */
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
      recipientTemplate: null,
      ...options,
    },
  };
}

/** Starts Paydesk signed in to its own practice company. */
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
