/** @file The entry of the program: its phases, in the order in which they happen. */
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { app, autoUpdater, dialog, Menu, powerMonitor, protocol } from 'electron';
import { replaceMessages, t } from '../shared/messages/index.ts';
import { startWords } from '../shared/words/start.ts';
import { type App, type AppOptions, createApp } from './app.ts';
import { systemClock } from './clock.ts';
import { type Distribution, readDistribution } from './distribution.ts';
import { createProtocolHandler, schemePrivileges } from './electron/app-protocol.ts';
import { connectBridge } from './electron/bridge-adapter.ts';
import { followAppearance } from './electron/caption.ts';
import { defaultDataFolder } from './electron/data-folder.ts';
import { dataFolderRefusal, removeIfJustMade, restrictToOwner } from './electron/data-folder-check.ts';
import { exitFailed } from './electron/exit-failed.ts';
import { createExternalPages } from './electron/external-pages.ts';
import { fetchText } from './electron/fetch-text.ts';
import { installOrStartAgain } from './electron/install-or-start-again.ts';
import { menuTemplate } from './electron/menu.ts';
import { appScheme } from './electron/origin.ts';
import { createPlatform } from './electron/platform.ts';
import { createProxyLogin } from './electron/proxy-login.ts';
import { isReadOnlyCopy } from './electron/read-only-copy.ts';
import { createSecretClipboard } from './electron/secret-clipboard.ts';
import { createStartCheck } from './electron/start-check.ts';
import { dangerousSwitches, otherKeychain, readSwitches, usesPseudoLocale } from './electron/switches.ts';
import { createUpdateEngine, systemUpdater } from './electron/update-engine.ts';
import { createMainWindow, type MainWindow } from './electron/window.ts';
import { createLifecycle } from './lifecycle.ts';
import { createManagedMachine, readManagedSettings } from './managed-settings.ts';
import { policyFile } from './policy-file.ts';
import { limitHeaps } from './small-heap.ts';
import { onUncaught } from './uncaught.ts';
import { isSignedBy } from './updates/authenticode.ts';
import { securityDescriptorOf } from './windows-access.ts';

/** Identifies Paydesk to Windows; the installer gives its shortcut the same. */
const applicationId = 'com.paydesk.desktop';

const besides = (name: string) => new URL(name, import.meta.url);
// biome-ignore lint/style/noProcessEnv: the entry hands on what it reads here
const environment = process.env;

let paydesk: App | null = null;
/** What was reported before there was a log. */
const early: (readonly [where: string, thrown: unknown])[] = [];
let main: MainWindow | null = null;

limitHeaps();

// It would let anybody on the network read and change what is sent; children would inherit it.
delete environment['NODE_TLS_REJECT_UNAUTHORIZED'];

// Before Electron is ready: switches, the data folder, the sandbox, the scheme.
const switches = readSwitches(process.argv, app.isPackaged);
const keychain = otherKeychain(environment, app.isPackaged);
const pseudoLocale = usesPseudoLocale(environment, app.isPackaged);
const dataFolder = resolve(
  switches.userDataDir ?? defaultDataFolder({ os: process.platform, home: homedir(), environment }),
);
const refusal = claimDataFolder();
app.setAppUserModelId(applicationId);
app.setAboutPanelOptions({ applicationName: 'Paydesk', applicationVersion: app.getVersion() });
app.enableSandbox();
if (app.isPackaged) for (const name of dangerousSwitches) app.commandLine.removeSwitch(name);
protocol.registerSchemesAsPrivileged([schemePrivileges]);

// The only way out: ask, drain, exit.
const lifecycle = createLifecycle({
  confirmQuit: async () => (await paydesk?.prepareToQuit()) ?? true,
  drain: async () => {
    main?.hide();
    await paydesk?.drain();
  },
  show: () => main?.show(),
  startAgain: () => app.relaunch(),
  exitFailed: () => void exitFailed(),
  // Not within the event that asked for it: that one was refused.
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
if (refusal !== null) {
  const made = switches.userDataDir === null ? Promise.resolve() : removeIfJustMade(dataFolder);
  void made.then(() => end(refusal));
} else if (app.requestSingleInstanceLock()) {
  app.on('second-instance', () => lifecycle.show());
  app.on('activate', () => lifecycle.show());
  start().catch((error: unknown) => {
    // A window that was closed while it loaded is no failure.
    if (['draining', 'exiting'].includes(lifecycle.phase())) return;
    end(error instanceof Error ? error.message : String(error));
  });
} else {
  app.exit(0);
}

/** Makes the data folder Electron's. In words why that is not possible; then nothing was written. */
function claimDataFolder(): string | null {
  const refused = dataFolderRefusal(dataFolder, { os: process.platform, environment });
  if (refused !== null) return refused;
  const browserFolder = join(dataFolder, 'browser');
  try {
    mkdirSync(browserFolder, { recursive: true, mode: 0o700 });
  } catch (thrown) {
    return startWords.notMade(
      dataFolder,
      thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '',
    );
  }
  app.setPath('userData', dataFolder);
  app.setPath('sessionData', browserFolder);
  return null;
}

/** Writes down what nobody expects, as soon as there is a log. */
function report(where: string, thrown: unknown): void {
  if (paydesk === null) early.push([where, thrown]);
  else paydesk.report(where, thrown);
}

/** Says why Paydesk cannot start. The system shows this even before Electron is ready. */
function end(why: string): void {
  dialog.showErrorBox(startWords.notStarted, why);
  app.exit(1);
}

async function start(): Promise<void> {
  if (pseudoLocale) replaceMessages((await import('../shared/messages/compiled/en-XA.ts')).messages);
  await app.whenReady();
  await restrictToOwner(dataFolder, process.platform, process.getuid?.() ?? null);

  const platform = createPlatform({
    dataFolder,
    secrets: createSecretClipboard(systemClock),
    windowOf: () => (main === null || main.window.isDestroyed() ? null : main.window),
    showWindow: () => lifecycle.show(),
    dimWindowButtons: (dimmed) => main?.dimButtons(dimmed),
    quit: () => lifecycle.quit(),
    report,
  });
  const distribution = await readDistribution(besides('distribution.json'));
  const running = await createApp(platform, {
    dataFolder,
    ...(app.isPackaged ? { updates: updatesFor(distribution) } : {}),
    ...(switches.profiles === null
      ? {
          managedFile: policyFile(process.platform, environment),
          readCentral: () => readManagedSettings(createManagedMachine(process.platform, environment)),
          managedProtection: {
            os: process.platform,
            readSecurityDescriptor: (path) => securityDescriptorOf(path, environment),
          },
        }
      : { managedFile: switches.profiles }),
    samplesFolder: app.isPackaged
      ? join(process.resourcesPath, 'samples')
      : fileURLToPath(besides('../../assets/samples')),
    allowHttpLoopback: switches.allowHttpLoopback,
    entries: {
      store: besides('store.js'),
      files: besides('files.js'),
      keychain: keychain === null ? besides('keychain.js') : pathToFileURL(keychain),
      practice: besides('practice.js'),
      proofReader: besides('proof-reader.js'),
      jsonParser: besides('json-parser.js'),
      listReader: besides('list-reader.js'),
      review: besides('review.js'),
      certificates: besides('certificates.js'),
    },
  });
  paydesk = running;
  for (const [where, thrown] of early.splice(0)) running.report(where, thrown);

  protocol.handle(
    appScheme,
    await createProtocolHandler(fileURLToPath(besides('../renderer')), running.contents),
  );
  const opened = createMainWindow({
    preload: fileURLToPath(besides('../preload/index.cjs')),
    packaged: app.isPackaged,
    pseudoLocale,
    os: process.platform,
    appearance: followAppearance(running.topics, () => main?.refreshAppearance()),
    monotonic: () => platform.clock.monotonic(),
    clock: platform.clock,
    onCrash: (reason) => running.report('window', new Error(`The page ended: ${reason}`)),
    confirmReload: async () => {
      const detail = t('windowCrash.detail');
      const answers = [t('windowCrash.open'), t('windowCrash.close')];
      return (await platform.dialogs.choose({ title: t('windowCrash.title'), detail, answers })) === 0;
    },
  });
  main = opened;
  const check = switches.checkStart ? createStartCheck(dataFolder, running.topics) : null;
  const topics = check?.topics ?? running.topics;
  connectBridge({ ...running, topics }).admit(opened.window.webContents);
  opened.window.on('close', (event) => {
    if (lifecycle.phase() === 'exiting') return;
    event.preventDefault();
    lifecycle.quit();
  });
  // Windows ends the program as soon as this returns; the next start repairs the rest, as after any kill.
  opened.window.on('session-end', () => running.endAtOnce());
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    // Asks the system to wait for the program's own, quick end.
    event?.preventDefault();
    lifecycle.endSession();
  });
  const { helpPage } = running.managed;
  const pages = createExternalPages(helpPage === null ? [] : [helpPage]);
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        os: process.platform,
        packaged: app.isPackaged,
        choose: (event) => opened.choose(event),
        help: helpPage === null ? null : () => void pages.open(helpPage),
      }),
    ),
  );
  lifecycle.ready();
  await opened.load();
  running.readCertificates();
  if (check === null) return;
  await check.run(opened.window.webContents);
  lifecycle.quit();
}

/** How the packaged program updates itself. The MSI's is left to whoever rolls it out. */
function updatesFor(distribution: Distribution): NonNullable<AppOptions['updates']> {
  const { installer, publishers } = distribution;
  return {
    distribution,
    async engineFor(feed, proxy, keys) {
      const updater = installer === 'nsis' || installer === 'mac' ? systemUpdater(process.platform) : null;
      if (updater === null) return null;
      const login = createProxyLogin(keys);
      const session = updater.netSession;
      return createUpdateEngine({
        updater,
        native: process.platform === 'darwin' ? autoUpdater : null,
        clock: systemClock,
        session,
        proxy,
        login,
        feed,
        folder: join(dataFolder, 'updates'),
        fetchText: (address) => fetchText(address, session, login, systemClock),
      });
    },
    // macOS itself refuses an update that another team has signed.
    isSignedByPublisher: (file) =>
      process.platform === 'win32'
        ? isSignedBy(publishers, file, environment)
        : Promise.resolve(process.platform === 'darwin'),
    isReadOnlyCopy: async () => process.platform === 'darwin' && isReadOnlyCopy(process.execPath),
    quitAndThen: (install) =>
      lifecycle.quit(() => {
        void installOrStartAgain(install, async (thrown) => {
          paydesk?.report('updates', thrown);
          await paydesk?.reported();
        });
      }),
  };
}
