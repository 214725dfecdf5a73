/** @file The entry of the program: the phases of its start, in order. It loads only what the window needs to open. */
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { app, dialog, protocol } from 'electron';
import { startPhases } from '../shared/start-phases.ts';
import type { App } from './app/app.ts';
import { createLifecycle } from './app/lifecycle.ts';
import { systemClock } from './concurrency/clock.ts';
import { onUncaught } from './log/uncaught.ts';
import { createProtocolHandler, schemePrivileges } from './platform/electron/app-protocol.ts';
import { connectBridge } from './platform/electron/bridge-adapter.ts';
import { firstAppearance } from './platform/electron/caption.ts';
import { locateDefaultDataFolder } from './platform/electron/data-folder.ts';
import {
  type FolderProblem,
  findFolderProblem,
  isLockHeld,
  removeIfNew,
  restrictToOwner,
} from './platform/electron/data-folder-check.ts';
import { appScheme } from './platform/electron/origin.ts';
import {
  findKeychainOverride,
  listRemovedSwitches,
  readSwitches,
  usesPseudoLocale,
} from './platform/electron/switches.ts';
import { createMainWindow, type MainWindow } from './platform/electron/window.ts';
import { limitHeaps } from './platform/small-heap.ts';

/** Identifies Paydesk to Windows; the installer's shortcut has the same ID. */
const applicationId = 'com.paydesk.desktop';

/** The larger part of main. Its modules are evaluated while the page is loaded. */
const importProgram = () => import('./platform/electron/open-program.ts');

const bundleUrl = (name: string) => new URL(name, import.meta.url);
// biome-ignore lint/style/noProcessEnv: the entry passes the environment to all other modules
const environment = process.env;

let paydesk: App | null = null;
/** Errors reported before the log existed. */
const earlyErrors: (readonly [component: string, thrown: unknown])[] = [];
/** The window, as soon as it is shown. */
let mainWindow: MainWindow | null = null;

limitHeaps();

// The variable would disable the verification of certificates, also in child processes.
delete environment['NODE_TLS_REJECT_UNAUTHORIZED'];

// Packaging writes this file into the archive. `app.isPackaged` is only the name of the executable, which anyone can change.
const isPackaged = existsSync(bundleUrl('distribution.json'));

// Before Electron is ready: switches, the data folder, the sandbox, the scheme.
const switches = readSwitches(process.argv, isPackaged);
const keychainModule = findKeychainOverride(environment, isPackaged);
const isPseudoLocale = usesPseudoLocale(environment, isPackaged);
const dataFolder = resolve(
  switches.userDataDir ?? locateDefaultDataFolder({ os: process.platform, home: homedir(), environment }),
);
const dataFolderProblem = claimDataFolder();
app.setAppUserModelId(applicationId);
app.setAboutPanelOptions({ applicationName: 'Paydesk', applicationVersion: app.getVersion() });
app.enableSandbox();
if (isPackaged)
  for (const name of listRemovedSwitches(process.argv, process.platform)) app.commandLine.removeSwitch(name);
protocol.registerSchemesAsPrivileged([schemePrivileges]);

// All exits go through the lifecycle: ask, drain, exit.
const lifecycle = createLifecycle({
  confirmQuit: async () => (await paydesk?.confirmQuit()) ?? true,
  drain: async () => {
    mainWindow?.hide();
    await paydesk?.drain();
  },
  showWindow: () => mainWindow?.show(),
  relaunch: () => app.relaunch(),
  exitFailed() {
    importProgram()
      .then(({ exitFailed }) => exitFailed())
      .catch(() => app.exit(1));
  },
  // Deferred, because the `before-quit` event being handled was prevented.
  exit: (install) => setImmediate(() => (install === null ? app.quit() : install())),
  clock: systemClock,
});
onUncaught((thrown) => {
  report('main', thrown);
  lifecycle.fail();
});
app.on('before-quit', (event) => {
  if (lifecycle.phase() === 'exiting') return;
  event.preventDefault();
  lifecycle.quit();
});

// One Paydesk per data folder: a second start brings the first one's window to the front.
if (dataFolderProblem !== null) {
  const removal = switches.userDataDir === null ? Promise.resolve() : removeIfNew(dataFolder);
  void removal.then(() => refuseDataFolder(dataFolderProblem));
} else if (app.requestSingleInstanceLock()) {
  app.on('second-instance', () => lifecycle.showWindow());
  app.on('activate', () => lifecycle.showWindow());
  start().catch((error: unknown) => {
    // Closing the window while it loads is not a failure.
    if (['draining', 'exiting'].includes(lifecycle.phase())) return;
    void failStart(error instanceof Error ? error.message : String(error));
  });
} else {
  void endSecondStart();
}
performance.mark(startPhases.mainEvaluated);

/** The problem of a data folder, and the system's code for a folder that cannot be written. */
interface DataFolderProblem {
  readonly key: FolderProblem | 'start.notLocked' | 'start.notWritable' | 'start.notWritableCode';
  readonly code: string;
}

/** Sets the data folder of Electron. Returns a problem when this is impossible; nothing was written then. */
function claimDataFolder(): DataFolderProblem | null {
  const problem = findFolderProblem(dataFolder, { os: process.platform, environment });
  if (problem !== null) return { key: problem, code: '' };
  const browserFolder = join(dataFolder, 'browser');
  try {
    mkdirSync(browserFolder, { recursive: true, mode: 0o700 });
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown
      ? { key: 'start.notWritableCode', code: String(thrown.code) }
      : { key: 'start.notWritable', code: '' };
  }
  app.setPath('userData', dataFolder);
  app.setPath('sessionData', browserFolder);
  return null;
}

/** Logs an unexpected error as soon as the log exists. */
function report(component: string, thrown: unknown): void {
  if (paydesk === null) earlyErrors.push([component, thrown]);
  else paydesk.reportError(component, thrown);
}

/** Exits beside a running Paydesk; explains why the lock is missing when there is none. */
async function endSecondStart(): Promise<void> {
  if (await isLockHeld(dataFolder, process.platform)) return app.exit(0);
  // On Linux, Electron shows dialogs only when it is ready.
  await app.whenReady();
  await refuseDataFolder({ key: 'start.notLocked', code: '' });
}

/** Explains that the data folder cannot be used, and exits. */
async function refuseDataFolder({ key, code }: DataFolderProblem): Promise<void> {
  const { t } = await import('../shared/messages/index.ts');
  await failStart(t(key, { folder: dataFolder, code }));
}

/** Shows why Paydesk cannot start, and exits. Before Electron is ready, Linux gets the text on stderr instead of a dialog. */
async function failStart(reason: string): Promise<void> {
  const { t } = await import('../shared/messages/index.ts');
  dialog.showErrorBox(t('start.failed'), reason);
  app.exit(1);
}

async function start(): Promise<void> {
  await app.whenReady();
  const problem = await restrictToOwner(dataFolder, process.platform, process.getuid?.() ?? null);
  if (problem !== null) return refuseDataFolder({ key: problem, code: '' });

  const contents = { load: (path: string) => paydesk?.contents.load(path) ?? null };
  protocol.handle(appScheme, await createProtocolHandler(fileURLToPath(bundleUrl('../renderer')), contents));
  let appearance = () => firstAppearance;
  const createdWindow = createMainWindow({
    preload: fileURLToPath(bundleUrl('../preload/index.cjs')),
    isPackaged,
    isPseudoLocale,
    os: process.platform,
    appearance: () => appearance(),
    monotonic: () => systemClock.monotonic(),
    clock: systemClock,
    onCrash: (reason) => report('window', new Error(`The page ended: ${reason}`)),
    confirmReload: async () => (await opening).confirmReload(),
  });
  createdWindow.window.on('close', (event) => {
    if (lifecycle.phase() === 'exiting') return;
    event.preventDefault();
    lifecycle.quit();
  });
  performance.mark(startPhases.windowCreated);
  const loading = createdWindow.load();
  const opening = importProgram().then(({ openProgram }) =>
    openProgram({
      dataFolder,
      switches,
      environment,
      isPackaged,
      keychainModule,
      isPseudoLocale,
      bundleUrl,
      lifecycle,
      report,
      mainWindow: createdWindow,
      findWindow: () => (mainWindow === null || mainWindow.window.isDestroyed() ? null : mainWindow.window),
      onCreated(createdApp) {
        paydesk = createdApp;
        for (const [component, thrown] of earlyErrors.splice(0)) createdApp.reportError(component, thrown);
      },
      /** Shows the window once its appearance is known, because another one would be visible for a moment. */
      show(getAppearance) {
        appearance = getAppearance;
        mainWindow = createdWindow;
        createdWindow.refreshAppearance();
        createdWindow.show();
      },
    }),
  );
  connectBridge(opening.then(({ requests }) => requests)).admit(createdWindow.window.webContents);
  const [program] = await Promise.all([opening, loading]);
  await program.afterLoad();
}
