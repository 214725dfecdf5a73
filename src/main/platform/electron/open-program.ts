/**
 * @file The start after the window was created: opens the program that answers its page. The entry loads this module and
 * all that it imports while the page is loaded.
 */
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { autoUpdater, type BrowserWindow, Menu, powerMonitor } from 'electron';
import { replaceMessages, t } from '../../../shared/messages/index.ts';
import { startPhases } from '../../../shared/start-phases.ts';
import { type App, createApp } from '../../app/app.ts';
import type { AppOptions } from '../../app/app-options.ts';
import type { Lifecycle } from '../../app/lifecycle.ts';
import { createPageRequests } from '../../bridge/page-requests.ts';
import { systemClock } from '../../concurrency/clock.ts';
import { type Distribution, readDistribution } from '../distribution.ts';
import { readPolicyFile } from '../policy/managed-file.ts';
import { readSystemPolicy } from '../policy/managed-settings.ts';
import { isSignedBy } from '../updates/authenticode.ts';
import type { OwnAppearance } from './caption.ts';
import { createExternalPages } from './external-pages.ts';
import { fetchText } from './fetch-text.ts';
import { followAppearance } from './follow-appearance.ts';
import { installOrRelaunch } from './install-or-relaunch.ts';
import { createMenuTemplate } from './menu.ts';
import { createPlatform } from './platform.ts';
import { createProxyLogin } from './proxy-login.ts';
import { isReadOnlyCopy } from './read-only-copy.ts';
import { createSecretClipboard } from './secret-clipboard.ts';
import { createStartCheck } from './start-check.ts';
import type { Switches } from './switches.ts';
import type { MainWindow } from './window.ts';

// The entry has it loaded before it is needed: after an uncaught error, loading may fail.
export { exitFailed } from './exit-failed.ts';

interface ProgramDeps {
  readonly dataFolder: string;
  readonly switches: Switches;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isPackaged: boolean;
  /** Path of a module that replaces the keychain process. */
  readonly keychainModule: string | null;
  readonly isPseudoLocale: boolean;
  /** Returns the URL of a file beside the entry. */
  readonly bundleUrl: (name: string) => URL;
  readonly lifecycle: Lifecycle;
  /** Logs an unexpected error. */
  readonly report: (component: string, thrown: unknown) => void;
  readonly mainWindow: MainWindow;
  /** Returns the window while it is shown. */
  readonly findWindow: () => BrowserWindow | null;
  readonly onCreated: (app: App) => void;
  /** Shows the window in the appearance that the function returns. */
  readonly show: (appearance: () => OwnAppearance) => void;
}

/** Opens the data and all features, and shows the window. Rejects when the program cannot start. */
export async function openProgram(deps: ProgramDeps) {
  performance.mark(startPhases.programLoaded);
  const { dataFolder, switches, environment, isPackaged, keychainModule, bundleUrl, lifecycle, mainWindow } =
    deps;
  if (deps.isPseudoLocale)
    replaceMessages((await import('../../../shared/messages/compiled/en-XA.ts')).messages);
  const platform = createPlatform({
    dataFolder,
    isPackaged,
    secretClipboard: createSecretClipboard(systemClock, process.platform),
    findWindow: deps.findWindow,
    showWindow: () => lifecycle.showWindow(),
    dimWindowButtons: (dimmed) => mainWindow.dimButtons(dimmed),
    reloadWindow: () => mainWindow.reload(),
    quit: () => lifecycle.quit(),
    report: deps.report,
  });
  const distribution = await readDistribution(bundleUrl('distribution.json'));
  const createdApp: App = await createApp(platform, {
    dataFolder,
    ...(isPackaged ? { updates: updatesFor(distribution, deps, () => createdApp.whenReported()) } : {}),
    readPolicySources: () =>
      switches.profiles === null
        ? readSystemPolicy(process.platform, environment)
        : readPolicyFile(switches.profiles),
    samplesFolder: isPackaged
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
      statementEngine: bundleUrl('statement-engine.js'),
      certificates: bundleUrl('certificates.js'),
    },
  });
  deps.onCreated(createdApp);
  deps.show(followAppearance(createdApp.topics, () => mainWindow.refreshAppearance()));
  const startCheck = switches.checkStart ? createStartCheck(dataFolder, createdApp.topics) : null;
  const topics = startCheck?.topics ?? createdApp.topics;
  // Windows ends the program as soon as the listener returns; the next start recovers, as after a crash.
  mainWindow.window.on('session-end', () => createdApp.cleanUpBlocking());
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
        isPackaged,
        choose: (event) => mainWindow.choose(event),
        openHelp: helpPage === null ? null : () => void pages.open(helpPage),
      }),
    ),
  );
  lifecycle.markReady();
  return {
    /** What answers the page. */
    requests: createPageRequests(createdApp.call, topics),
    /** Asks the clerk when the page crashes repeatedly; `true` reloads the page. */
    async confirmReload(): Promise<boolean> {
      const detail = t('windowCrash.detail');
      const answers = [t('windowCrash.open'), t('windowCrash.close')];
      return (await platform.dialogs.choose({ title: t('windowCrash.title'), detail, answers })) === 0;
    },
    /** Must be called when the page was loaded. */
    async afterLoad() {
      createdApp.readCertificates();
      if (startCheck === null) return;
      await startCheck.run(mainWindow.window.webContents);
      lifecycle.quit();
    },
  };
}

/** Returns the update functions of the packaged program. MSI installations are updated by the administrator. */
function updatesFor(
  distribution: Distribution,
  { dataFolder, environment, lifecycle, report }: ProgramDeps,
  whenReported: () => Promise<void>,
): NonNullable<AppOptions['updates']> {
  const { installer, publishers } = distribution;
  return {
    distribution,
    async createEngine(feedUrl, proxy, proxyCredentials) {
      // electron-updater is a quarter of all scripts of main.
      const { createSystemUpdater, createUpdateEngine } = await import('./update-engine.ts');
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
          report('updates', thrown);
          await whenReported();
        });
      }),
  };
}
