/** @file The composition root: builds every part, and connects features by small interfaces. */

import type { Answer } from '../shared/contract/index.ts';
import { noNeeds } from '../shared/contract/needs-you.ts';
import { settingsCommands } from '../shared/contract/settings.ts';
import type { UpdateProblem } from '../shared/contract/updates.ts';
import { toPaydeskError, toWire } from '../shared/errors.ts';
import type { ManagedFile } from '../shared/model/managed.ts';
import type { About } from '../shared/model/settings.ts';
import { defaultSettings } from '../shared/model/settings.ts';
import { quitWords } from '../shared/words/leaving.ts';
import { type Contents, createContents } from './bridge/contents.ts';
import { firstProfileValues } from './bridge/profile-topics.ts';
import { createReferences, type References } from './bridge/references.ts';
import { createRegistrar, handle, type Registrar } from './bridge/registrar.ts';
import { createTopics, type Topics } from './bridge/topics.ts';
import { saveDiagnostics } from './diagnostics.ts';
import type { Distribution } from './distribution.ts';
import { createDraggedCopies } from './dragged-copies.ts';
import { createExportTracker } from './exports-in-flight.ts';
import { type Features, openFeatures } from './features.ts';
import { createDriveProcesses } from './files/drive-processes.ts';
import { createSaving } from './files/saving.ts';
import { createLog } from './log.ts';
import { nothingManaged, type PolicyProtection, type ReadCentral, readPolicy } from './managed-file.ts';
import type { Platform } from './platform.ts';
import { createSavedFiles } from './saved-files.ts';
import type { ProxyCredentialsProvider } from './service/proxy.ts';
import { createSystemCertificates } from './system-certificates.ts';
import { createUpdates, type UpdateEngine, type Updates } from './updates/updates.ts';

/** Where things are, and what is allowed. */
export interface AppOptions {
  /** Folder for everything that Paydesk keeps; it exists. */
  readonly dataFolder: string;
  /** File with what the administrator has decided, or `null`. */
  readonly managedFile: string | null;
  /** The system on which the file counts only when ordinary users cannot write it; else it counts anyway. */
  readonly managedProtection?: PolicyProtection;
  /** Reads what the company sets centrally, in the registry or in managed preferences; without it nothing is. */
  readonly readCentral?: ReadCentral;
  /** Folder of the sample documents with the CSV of their beneficiaries; without it there are none to begin with. */
  readonly samplesFolder?: string;
  /** Lets profiles name service hosts on 127.0.0.1 without TLS. */
  readonly allowHttpLoopback: boolean;
  /** How this Paydesk updates itself; without it somebody else does. */
  readonly updates?: {
    readonly distribution: Pick<Distribution, 'updateKey'>;
    engineFor(
      feed: string,
      way: ManagedFile['proxy'],
      keys: ProxyCredentialsProvider,
    ): Promise<UpdateEngine | null>;
    isSignedByPublisher(file: string): Promise<boolean>;
    /** True where this Paydesk lies in a place that cannot be changed. */
    isReadOnlyCopy(): Promise<boolean>;
    quitAndThen(install: () => Promise<void>): void;
  };
  /** File URLs of the modules that run in threads and processes of their own. */
  readonly entries: {
    readonly store: URL;
    readonly files: URL;
    readonly keychain: URL;
    readonly practice: URL;
    readonly proofReader: URL;
    readonly jsonParser: URL;
    readonly listReader: URL;
    readonly review: URL;
    /** Without it connections trust the certificates that Node brings, and no others. */
    readonly certificates?: URL;
  };
}

/** Paydesk without a window. */
export interface App {
  /** Answers a command. Never rejects. */
  call(name: string, args: unknown): Promise<Answer>;
  readonly topics: Topics;
  readonly references: References;
  /** Starts to read the system's certificates, which may take a minute. To be called once the window is up. */
  readCertificates(): void;
  /** What the administrator has decided. */
  readonly managed: ManagedFile;
  /** Writes down what nobody expects, of a part of the program that this one does not know. */
  report(where: string, thrown: unknown): void;
  /** Resolves when everything reported so far is written. */
  reported(): Promise<void>;
  /** True while anything goes to the service or comes from it. */
  isBusy(): boolean;
  /** What the window loads by address. */
  readonly contents: Contents;
  /** Asks the clerk when work is in flight. `false` means that the clerk stays. */
  prepareToQuit(): Promise<boolean>;
  /** Brings work to rest so that the next start goes on with it, and closes everything. */
  drain(): Promise<void>;
  /** Does before it returns what must not be left when the system ends the program right afterwards. */
  endAtOnce(): void;
}

/**
 * Builds Paydesk. When its data cannot be opened it still comes up: the topic `startup` says why, nothing is changed,
 * and every command but those about this installation is refused.
 */
export async function createApp(system: Platform, options: AppOptions): Promise<App> {
  const exports = createExportTracker(system.dialogs);
  const platform: Platform = { ...system, dialogs: exports.dialogs };
  const log = createLog(options.dataFolder, platform.clock);
  const registrar = createRegistrar((command, thrown) => log.unexpected(command, thrown));
  const certificates = createSystemCertificates({
    processes: platform.processes,
    clock: platform.clock,
    entry: options.entries.certificates ?? null,
    onProblem: (thrown) => log.unexpected('certificates', thrown),
  });
  const copies = createDraggedCopies(options.dataFolder, platform);
  // Those of a run that was cut off.
  await copies.clear();
  // A copy that is dropped on Paydesk itself would be gone when it is sent.
  const references = createReferences(platform.random, copies.holds);
  const contents = createContents(platform.random);
  const drives = createDriveProcesses({
    processes: platform.processes,
    clock: platform.clock,
    os: platform.info.os,
    entry: options.entries.files,
  });
  const saved = createSavedFiles(platform.random, platform.shell, createSaving(drives));
  const topics = createTopics(platform.clock, {
    startup: { state: 'ready' },
    session: { state: 'signed-out', locked: false },
    profiles: { entries: [], practiceOffered: false, managedProblems: [], lastUsed: null },
    keychain: { state: 'available', name: '' },
    ...firstProfileValues,
    library: { state: 'unused' },
    activity: { entries: 0 },
    settings: defaultSettings,
    proxyQuestion: null,
    update: { state: 'off' },
    needsYou: noNeeds,
  });
  const managed =
    options.managedFile === null
      ? { file: nothingManaged, problems: [] }
      : await readPolicy(
          { path: options.managedFile, protection: options.managedProtection ?? null },
          options.readCentral,
        );
  registerInstallation(registrar, platform, {
    dataFolder: options.dataFolder,
    usedEventFiles: managed.file.inbox.usedFiles,
  });
  registrar.register({
    'settings.saveDiagnostics': handle(settingsCommands['settings.saveDiagnostics'], async () => {
      const path = await saveDiagnostics({
        platform,
        dataFolder: options.dataFolder,
        writeWhole: saved.writeFileAtomically,
        managed: managed.file,
        managedProblems: managed.problems,
        certificates: certificates.status(),
        flushed: () => log.flushed(),
      });
      return { savedAs: path === null ? null : saved.add(path) };
    }),
  });
  registrar.register(saved.handlers);
  await platform.setProxy(managed.file.proxy);

  let features: Features | null = null;
  try {
    features = await openFeatures({
      platform,
      exports,
      options,
      topics,
      references,
      contents,
      copies,
      saved,
      drives,
      log,
      managed,
      certificatesReady: () => certificates.ready(),
    });
    registrar.register(features.handlers);
    await features.start();
  } catch (thrown) {
    const error = toPaydeskError(thrown);
    if (error.code === 'unexpected') log.unexpected('start', thrown);
    topics.publish('startup', { state: 'failed', error: toWire(error) });
  }

  const proxyCredentials = features?.proxyCredentials ?? {
    saved: async () => null,
    request: async () => null,
  };
  const isBusy = () => features?.isBusy() ?? false;
  const updates = await openUpdates(managed.file.updates, isBusy);
  registrar.register(updates.handlers);
  updates.start();

  async function openUpdates(decided: ManagedFile['updates'], busy: () => boolean): Promise<Updates> {
    const given = options.updates;
    const updateKey = given?.distribution.updateKey ?? null;
    const allowed = given !== undefined && updateKey !== null && decided.mode === 'offer';
    let engine: UpdateEngine | null = null;
    let engineProblem: UpdateProblem | null = null;
    try {
      if (allowed && (await given.isReadOnlyCopy())) engineProblem = 'read-only-copy';
      else if (allowed) engine = await given.engineFor(decided.feed, managed.file.proxy, proxyCredentials);
    } catch (thrown) {
      // A full disk or a file that is held keeps nobody from working.
      log.unexpected('updates', thrown);
      engineProblem = 'not-prepared';
    }
    return createUpdates({
      engine,
      engineProblem,
      updateKey: updateKey ?? '',
      version: platform.info.version,
      isSignedByPublisher: (file) => given?.isSignedByPublisher(file) ?? Promise.resolve(false),
      isBusy: busy,
      quitAndThen: (install) => given?.quitAndThen(install),
      clock: platform.clock,
      publisher: topics,
      onProblem: (thrown) => log.unexpected('updates', thrown),
    });
  }

  return {
    call: (name, args) => exports.follow(name, () => registrar.call(name, args)),
    topics,
    references,
    readCertificates: () => certificates.read(),
    managed: managed.file,
    report: (where, thrown) => log.unexpected(where, thrown),
    reported: () => log.flushed(),
    isBusy,
    contents,
    async prepareToQuit() {
      const lines = features === null ? [] : quitWords.lines(features.inFlight());
      if (lines.length === 0) return true;
      const answers = [quitWords.quit, quitWords.stay];
      const detail = lines.join('\n');
      return (await platform.dialogs.choose({ title: quitWords.title, detail, answers })) === 0;
    },
    async drain() {
      updates.stop();
      // First of all: the system may give a program that ends little time.
      await platform.shell.clearSecret().catch((thrown: unknown) => log.unexpected('clipboard', thrown));
      certificates.close();
      await features?.stop();
      drives.close();
      await copies.clear();
      await log.flushed();
    },
    endAtOnce() {
      copies.clearAtOnce();
      log.flushAtOnce();
    },
  };
}

/** Commands about this installation: they work even when its data cannot be opened. */
function registerInstallation(
  registrar: Registrar,
  platform: Platform,
  facts: Pick<About, 'dataFolder' | 'usedEventFiles'>,
): void {
  registrar.register({
    'settings.about': handle(settingsCommands['settings.about'], () => ({
      version: platform.info.version,
      platform: platform.info.os,
      osUser: platform.info.osUser,
      ...facts,
    })),
    'settings.showDataFolder': handle(settingsCommands['settings.showDataFolder'], async () => {
      await platform.shell.showFolder(facts.dataFolder);
      return null;
    }),
    'settings.dimWindowButtons': handle(settingsCommands['settings.dimWindowButtons'], ({ dimmed }) => {
      platform.dimWindowButtons(dimmed);
      return null;
    }),
    'settings.quit': handle(settingsCommands['settings.quit'], () => {
      platform.quit();
      return null;
    }),
  });
}
