/** @file The composition root: builds all components and connects them. */
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer } from '../../shared/contract/answers.ts';
import { noNeeds } from '../../shared/contract/needs-you.ts';
import type { UpdateProblem } from '../../shared/contract/updates.ts';
import { toPaydeskError, toWire } from '../../shared/errors.ts';
import { t } from '../../shared/messages/index.ts';
import type { ManagedFile } from '../../shared/model/session/managed.ts';
import type { WorkInFlight } from '../../shared/model/session/work-in-flight.ts';
import { type About, defaultSettings } from '../../shared/model/settings.ts';
import { type Contents, createContents } from '../bridge/contents.ts';
import { firstProfileValues } from '../bridge/profile-topics.ts';
import { createRegistrar, type Registrar } from '../bridge/registrar.ts';
import { createTopics, type Topics } from '../bridge/topics.ts';
import { createDraggedCopies } from '../files/dragged-copies.ts';
import { createDriveProcesses } from '../files/drive-processes.ts';
import { createSavedFiles } from '../files/saved-files.ts';
import { createSaving } from '../files/saving.ts';
import { createLog } from '../log/log.ts';
import type { Clock, Platform } from '../platform/platform.ts';
import { joinPolicy } from '../platform/policy/managed-file.ts';
import { createSystemCertificates } from '../platform/system-certificates.ts';
import { createUpdates, type UpdateEngine, type Updates } from '../platform/updates/updates.ts';
import { flushFolder, isMissingFileError, moveIntoPlace, toWriteError } from '../storage/library/files.ts';
import type { AppOptions } from './app-options.ts';
import { saveDiagnostics } from './diagnostics.ts';
import { createExportTracker } from './exports-in-flight.ts';
import { type Features, openFeatures } from './features.ts';

const archiveRequestName = 'archive-at-start';
const archivedNames = ['paydesk.db', 'paydesk.db-wal', 'paydesk.db-shm', 'library'];

/** Requests that the next start archives all data. Rejects with `disk-full` or `file-not-written`. */
async function requestArchive(dataFolder: string): Promise<void> {
  await writeFile(join(dataFolder, archiveRequestName), '').catch((thrown: unknown) => {
    throw toWriteError(thrown);
  });
}

/**
 * Moves the data to a new folder if that was requested; what an interrupted start has moved already stays in its folder.
 * Rejects with `file-not-written`.
 */
async function archiveRequestedData(dataFolder: string, clock: Clock): Promise<void> {
  const request = join(dataFolder, archiveRequestName);
  if ((await stat(request).catch(() => null)) === null) return;
  const archive = join(
    dataFolder,
    `archive-${new Date(clock.now()).toISOString().replace(/\D/g, '').slice(0, 14)}`,
  );
  try {
    await mkdir(archive, { recursive: true, mode: 0o700 });
    for (const name of archivedNames)
      await moveIntoPlace(join(dataFolder, name), join(archive, name), clock).catch((thrown: unknown) => {
        if (!isMissingFileError(thrown)) throw thrown;
      });
    await rm(request);
    await flushFolder(dataFolder);
  } catch (thrown) {
    throw toWriteError(thrown);
  }
}

/** Paydesk without a window. */
export interface App {
  /** Executes a command. Never rejects: the answer contains the error. */
  call(name: string, args: unknown, droppedPaths?: readonly string[]): Promise<Answer>;
  readonly topics: Topics;
  /** Starts to read the system's certificates, which may take a minute. Must be called after the window was opened. */
  readCertificates(): void;
  /** The administrator's policy. */
  readonly managed: ManagedFile;
  /** Logs an unexpected error of another component. */
  reportError(component: string, thrown: unknown): void;
  /** Resolves when all errors reported so far are written to the log. */
  whenReported(): Promise<void>;
  /** True while transfers or exports run. */
  isBusy(): boolean;
  /** Contents that the window loads by URL. */
  readonly contents: Contents;
  /** Asks the clerk when work is in flight. Resolves with `false` when the clerk cancels quitting. */
  confirmQuit(): Promise<boolean>;
  /** Pauses all work so that the next start can resume it, and closes everything. */
  drain(): Promise<void>;
  /**
   * Synchronously removes unencrypted copies and writes the log, because the system ends the program right afterwards.
   */
  cleanUpBlocking(): void;
}

/**
 * Builds Paydesk. When its data cannot be opened, the app is created nevertheless: the topic `startup` has the error,
 * no data is changed, and only commands about this installation are accepted.
 */
export async function createApp(system: Platform, options: AppOptions): Promise<App> {
  let features: Features | null = null;
  const isLocked = () => features?.isLocked() ?? false;
  const exportTracker = createExportTracker(system.dialogs, isLocked);
  const platform: Platform = { ...system, dialogs: exportTracker.dialogs };
  const log = createLog(options.dataFolder, platform.clock);
  const registrar = createRegistrar((command, thrown) => log.unexpected(command, thrown), isLocked);
  const certificates = createSystemCertificates({
    processes: platform.processes,
    clock: platform.clock,
    entry: options.entries.certificates ?? null,
    onProblem: (thrown) => log.unexpected('certificates', thrown),
  });
  const draggedCopies = createDraggedCopies(options.dataFolder, platform);
  // A run that crashed may have left copies.
  await draggedCopies.clear();
  // Copies dropped on Paydesk itself are refused: they would be deleted before they are sent.
  const contents = createContents(platform.random);
  const driveProcesses = createDriveProcesses({
    processes: platform.processes,
    clock: platform.clock,
    os: platform.info.os,
    entry: options.entries.files,
  });
  const savedFiles = createSavedFiles(platform.random, platform.shell, createSaving(driveProcesses));
  const topics = createTopics(platform.clock, {
    startup: { state: 'ready' },
    session: { state: 'signed-out', locked: false },
    profiles: { entries: [], practiceOffered: false, managedProblems: [], lastUsed: null },
    keychain: { state: 'available', name: '' },
    ...firstProfileValues,
    pages: null,
    library: { state: 'unused' },
    activity: { entries: 0 },
    evidence: {},
    settings: defaultSettings,
    proxyQuestion: null,
    update: { state: 'off' },
    needsYou: noNeeds,
    diskFull: null,
    clockOffset: 0,
  });
  const managed = joinPolicy(await options.readPolicySources());
  registerInstallationCommands(registrar, platform, {
    dataFolder: options.dataFolder,
    retention: managed.file.retention,
  });
  registrar.register({
    'settings.saveDiagnostics': async () => {
      const path = await saveDiagnostics({
        platform,
        dataFolder: options.dataFolder,
        writeFileAtomically: savedFiles.writeFileAtomically,
        managed: managed.file,
        managedProblems: managed.problems,
        certificates: certificates.status(),
        whenLogFlushed: () => log.whenFlushed(),
      });
      return { savedAs: path === null ? null : savedFiles.add(path) };
    },
  });
  registrar.register(savedFiles.handlers);
  await platform.setProxy(managed.file.proxy);

  try {
    await archiveRequestedData(options.dataFolder, platform.clock);
    features = await openFeatures({
      platform,
      exportTracker,
      options,
      topics,
      contents,
      draggedCopies,
      saved: savedFiles,
      drives: driveProcesses,
      log,
      managed,
      whenCertificatesReady: () => certificates.whenReady(),
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

  async function openUpdates(
    updateSettings: ManagedFile['updates'],
    hasWork: () => boolean,
  ): Promise<Updates> {
    const updater = options.updates;
    const updateKey = updater?.distribution.updateKey ?? null;
    const canUpdate = updater !== undefined && updateKey !== null && updateSettings.mode === 'offer';
    let engine: UpdateEngine | null = null;
    let engineProblem: UpdateProblem | null = null;
    try {
      if (canUpdate && (await updater.isReadOnlyCopy())) engineProblem = 'read-only-copy';
      else if (canUpdate)
        engine = await updater.createEngine(updateSettings.feed, managed.file.proxy, proxyCredentials);
    } catch (thrown) {
      // A full disk or a locked file disables updates, not the program.
      log.unexpected('updates', thrown);
      engineProblem = 'not-prepared';
    }
    return createUpdates({
      engine,
      engineProblem,
      updateKey: updateKey ?? '',
      version: platform.info.version,
      isSignedByPublisher: (file) => updater?.isSignedByPublisher(file) ?? Promise.resolve(false),
      isBusy: hasWork,
      quitAndInstall: (install) => updater?.quitAndInstall(install),
      clock: platform.clock,
      publisher: topics,
      onProblem: (thrown) => log.unexpected('updates', thrown),
    });
  }

  return {
    call: (name, args, droppedPaths) =>
      exportTracker.track(name, () =>
        registrar.call(
          name,
          args,
          droppedPaths?.map((path) => (draggedCopies.contains(path) ? '' : path)),
        ),
      ),
    topics,
    readCertificates: () => certificates.read(),
    managed: managed.file,
    reportError: (component, thrown) => log.unexpected(component, thrown),
    whenReported: () => log.whenFlushed(),
    isBusy,
    contents,
    async confirmQuit() {
      const lines = features === null ? [] : createQuitLines(features.countInFlight());
      if (lines.length === 0) return true;
      const answers = [t('leaving.quit.confirm'), t('leaving.quit.stay')];
      const detail = lines.join('\n');
      return (await platform.dialogs.choose({ title: t('leaving.quit.title'), detail, answers })) === 0;
    },
    async drain() {
      updates.stop();
      // The clipboard is cleared first, because the system may end the program at any time.
      await platform.shell.clearSecret().catch((thrown: unknown) => log.unexpected('clipboard', thrown));
      certificates.close();
      await features?.stop();
      driveProcesses.close();
      await draggedCopies.clear();
      await log.whenFlushed();
    },
    cleanUpBlocking() {
      draggedCopies.clearBlocking();
      log.flushBlocking();
    },
  };
}

/** Registers the commands about this installation, which work even when its data cannot be opened. */
function registerInstallationCommands(
  registrar: Registrar,
  platform: Platform,
  installation: Pick<About, 'dataFolder' | 'retention'>,
): void {
  registrar.register({
    'settings.about': () => ({
      version: platform.info.version,
      ...installation,
    }),
    'settings.showDataFolder': async () => {
      await platform.shell.showFolder(installation.dataFolder);
      return null;
    },
    'settings.window': {
      dimButtons({ dimmed }) {
        platform.dimWindowButtons(dimmed);
        return null;
      },
      reload() {
        platform.reloadWindow();
        return null;
      },
    },
    'settings.quit': async ({ archive }) => {
      if (archive === true) await requestArchive(installation.dataFolder);
      platform.quit();
      return null;
    },
  });
}

/** One sentence for each kind of work that quitting would interrupt. */
function createQuitLines(work: WorkInFlight): readonly string[] {
  return [
    ...(work.documents > 0 ? [t('leaving.quit.documents', { count: work.documents })] : []),
    ...(work.attaches > 0 ? [t('leaving.attaches', { count: work.attaches })] : []),
    ...(work.proofs > 0 ? [t('leaving.quit.proofs', { count: work.proofs })] : []),
    ...(work.statements > 0 ? [t('leaving.quit.statements', { count: work.statements })] : []),
    ...(work.exports > 0 ? [t('leaving.exports', { count: work.exports })] : []),
  ];
}
