/** @file The entry of the program: the phases of its start, in order. */
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { app, autoUpdater, dialog, Menu, powerMonitor, protocol } from 'electron';
import { replaceMessages, t } from '../shared/messages/index.ts';
import { startPhases } from '../shared/start-phases.ts';
import { type App, createApp } from './app.ts';
import type { AppOptions } from './app-options.ts';
import { systemClock } from './clock.ts';
import { type Distribution, readDistribution } from './distribution.ts';
import { createProtocolHandler, schemePrivileges } from './electron/app-protocol.ts';
import { connectBridge } from './electron/bridge-adapter.ts';
import { followAppearance } from './electron/caption.ts';
import { locateDefaultDataFolder } from './electron/data-folder.ts';
import { explainUnsuitableFolder, removeIfNew, restrictToOwner } from './electron/data-folder-check.ts';
import { exitFailed } from './electron/exit-failed.ts';
import { createExternalPages } from './electron/external-pages.ts';
import { fetchText } from './electron/fetch-text.ts';
import { installOrRelaunch } from './electron/install-or-relaunch.ts';
import { createMenuTemplate } from './electron/menu.ts';
import { appScheme } from './electron/origin.ts';
import { createPlatform } from './electron/platform.ts';
import { createProxyLogin } from './electron/proxy-login.ts';
import { isReadOnlyCopy } from './electron/read-only-copy.ts';
import { createSecretClipboard } from './electron/secret-clipboard.ts';
import { createStartCheck } from './electron/start-check.ts';
import {
  dangerousSwitches,
  findKeychainOverride,
  readSwitches,
  usesPseudoLocale,
} from './electron/switches.ts';
import { createMainWindow, type MainWindow } from './electron/window.ts';
import { createLifecycle } from './lifecycle.ts';
import { createManagedMachine, readManagedSettings } from './managed-settings.ts';
import { locatePolicyFile } from './policy-file.ts';
import { limitHeaps } from './small-heap.ts';
import { onUncaught } from './uncaught.ts';
import { isSignedBy } from './updates/authenticode.ts';
import { readSecurityDescriptor } from './windows-access.ts';

/** Identifies Paydesk to Windows; the installer's shortcut has the same ID. */
const applicationId = 'com.paydesk.desktop';

const bundleUrl = (name: string) => new URL(name, import.meta.url);
// biome-ignore lint/style/noProcessEnv: the entry passes the environment to all other modules
const environment = process.env;

let paydesk: App | null = null;
/** Errors reported before the log existed. */
const earlyErrors: (readonly [component: string, thrown: unknown])[] = [];
let mainWindow: MainWindow | null = null;

limitHeaps();

// The variable would disable the verification of certificates, also in child processes.
delete environment['NODE_TLS_REJECT_UNAUTHORIZED'];

// Before Electron is ready: switches, the data folder, the sandbox, the scheme.
const switches = readSwitches(process.argv, app.isPackaged);
const keychainModule = findKeychainOverride(environment, app.isPackaged);
const isPseudoLocale = usesPseudoLocale(environment, app.isPackaged);
const dataFolder = resolve(
  switches.userDataDir ?? locateDefaultDataFolder({ os: process.platform, home: homedir(), environment }),
);
const dataFolderProblem = claimDataFolder();
app.setAppUserModelId(applicationId);
app.setAboutPanelOptions({ applicationName: 'Paydesk', applicationVersion: app.getVersion() });
app.enableSandbox();
if (app.isPackaged) for (const name of dangerousSwitches) app.commandLine.removeSwitch(name);
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
  exitFailed: () => void exitFailed(),
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
  void removal.then(() => failStart(dataFolderProblem));
} else if (app.requestSingleInstanceLock()) {
  app.on('second-instance', () => lifecycle.showWindow());
  app.on('activate', () => lifecycle.showWindow());
  start().catch((error: unknown) => {
    // Closing the window while it loads is not a failure.
    if (['draining', 'exiting'].includes(lifecycle.phase())) return;
    failStart(error instanceof Error ? error.message : String(error));
  });
} else {
  app.exit(0);
}
performance.mark(startPhases.mainEvaluated);

/** Sets the data folder of Electron. Returns a message when this is impossible; nothing was written then. */
function claimDataFolder(): string | null {
  const problem = explainUnsuitableFolder(dataFolder, { os: process.platform, environment });
  if (problem !== null) return problem;
  const browserFolder = join(dataFolder, 'browser');
  try {
    mkdirSync(browserFolder, { recursive: true, mode: 0o700 });
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown
      ? t('start.notWritableCode', { folder: dataFolder, code: String(thrown.code) })
      : t('start.notWritable', { folder: dataFolder });
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

/** Shows why Paydesk cannot start, and exits. The dialog also works before Electron is ready. */
function failStart(reason: string): void {
  dialog.showErrorBox(t('start.failed'), reason);
  app.exit(1);
}

async function start(): Promise<void> {
  if (isPseudoLocale) replaceMessages((await import('../shared/messages/compiled/en-XA.ts')).messages);
  await app.whenReady();
  await restrictToOwner(dataFolder, process.platform, process.getuid?.() ?? null);

  const platform = createPlatform({
    dataFolder,
    secretClipboard: createSecretClipboard(systemClock),
    findWindow: () => (mainWindow === null || mainWindow.window.isDestroyed() ? null : mainWindow.window),
    showWindow: () => lifecycle.showWindow(),
    dimWindowButtons: (dimmed) => mainWindow?.dimButtons(dimmed),
    quit: () => lifecycle.quit(),
    report,
  });
  const distribution = await readDistribution(bundleUrl('distribution.json'));
  const createdApp = await createApp(platform, {
    dataFolder,
    ...(app.isPackaged ? { updates: updatesFor(distribution) } : {}),
    ...(switches.profiles === null
      ? {
          managedFile: locatePolicyFile(process.platform, environment),
          readCentralSettings: () => readManagedSettings(createManagedMachine(process.platform, environment)),
          managedProtection: {
            os: process.platform,
            readSecurityDescriptor: (path) => readSecurityDescriptor(path, environment),
          },
        }
      : { managedFile: switches.profiles }),
    samplesFolder: app.isPackaged
      ? join(process.resourcesPath, 'samples')
      : fileURLToPath(bundleUrl('../../assets/samples')),
    allowHttpLoopback: switches.allowHttpLoopback,
    entries: {
      store: bundleUrl('store.js'),
      files: bundleUrl('files.js'),
      keychain: keychainModule === null ? bundleUrl('keychain.js') : pathToFileURL(keychainModule),
      practice: bundleUrl('practice.js'),
      proofReader: bundleUrl('proof-reader.js'),
      jsonParser: bundleUrl('json-parser.js'),
      listReader: bundleUrl('list-reader.js'),
      review: bundleUrl('review.js'),
      certificates: bundleUrl('certificates.js'),
    },
  });
  paydesk = createdApp;
  for (const [component, thrown] of earlyErrors.splice(0)) createdApp.reportError(component, thrown);

  protocol.handle(
    appScheme,
    await createProtocolHandler(fileURLToPath(bundleUrl('../renderer')), createdApp.contents),
  );
  const createdWindow = createMainWindow({
    preload: fileURLToPath(bundleUrl('../preload/index.cjs')),
    isPackaged: app.isPackaged,
    isPseudoLocale,
    os: process.platform,
    appearance: followAppearance(createdApp.topics, () => mainWindow?.refreshAppearance()),
    monotonic: () => platform.clock.monotonic(),
    clock: platform.clock,
    onCrash: (reason) => createdApp.reportError('window', new Error(`The page ended: ${reason}`)),
    confirmReload: async () => {
      const detail = t('windowCrash.detail');
      const answers = [t('windowCrash.open'), t('windowCrash.close')];
      return (await platform.dialogs.choose({ title: t('windowCrash.title'), detail, answers })) === 0;
    },
  });
  mainWindow = createdWindow;
  performance.mark(startPhases.windowCreated);
  const startCheck = switches.checkStart ? createStartCheck(dataFolder, createdApp.topics) : null;
  const topics = startCheck?.topics ?? createdApp.topics;
  connectBridge({ ...createdApp, topics }).admit(createdWindow.window.webContents);
  createdWindow.window.on('close', (event) => {
    if (lifecycle.phase() === 'exiting') return;
    event.preventDefault();
    lifecycle.quit();
  });
  // Windows ends the program as soon as the listener returns; the next start recovers, as after a crash.
  createdWindow.window.on('session-end', () => createdApp.cleanUpBlocking());
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    // Asks the system to wait until the program has ended by itself.
    event?.preventDefault();
    lifecycle.endSession();
  });
  const { helpPage } = createdApp.managed;
  const pages = createExternalPages(helpPage === null ? [] : [helpPage]);
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      createMenuTemplate({
        os: process.platform,
        isPackaged: app.isPackaged,
        choose: (event) => createdWindow.choose(event),
        openHelp: helpPage === null ? null : () => void pages.open(helpPage),
      }),
    ),
  );
  lifecycle.markReady();
  await createdWindow.load();
  createdApp.readCertificates();
  if (startCheck === null) return;
  await startCheck.run(createdWindow.window.webContents);
  lifecycle.quit();
}

/** Returns the update functions of the packaged program. MSI installations are updated by the administrator. */
function updatesFor(distribution: Distribution): NonNullable<AppOptions['updates']> {
  const { installer, publishers } = distribution;
  return {
    distribution,
    async createEngine(feedUrl, proxy, proxyCredentials) {
      // electron-updater is a quarter of all scripts of main.
      const { createSystemUpdater, createUpdateEngine } = await import('./electron/update-engine.ts');
      const updater =
        installer === 'nsis' || installer === 'mac' ? createSystemUpdater(process.platform) : null;
      if (updater === null) return null;
      const login = createProxyLogin(proxyCredentials);
      const session = updater.netSession;
      return createUpdateEngine({
        updater,
        native: process.platform === 'darwin' ? autoUpdater : null,
        clock: systemClock,
        session,
        proxy,
        login,
        feedUrl,
        folder: join(dataFolder, 'updates'),
        fetchText: (address) => fetchText(address, session, login, systemClock),
      });
    },
    // macOS itself rejects updates signed by another team.
    isSignedByPublisher: (file) =>
      process.platform === 'win32'
        ? isSignedBy(publishers, file, environment)
        : Promise.resolve(process.platform === 'darwin'),
    isReadOnlyCopy: async () => process.platform === 'darwin' && isReadOnlyCopy(process.execPath),
    quitAndInstall: (install) =>
      lifecycle.quit(() => {
        void installOrRelaunch(install, async (thrown) => {
          paydesk?.reportError('updates', thrown);
          await paydesk?.whenReported();
        });
      }),
  };
}
