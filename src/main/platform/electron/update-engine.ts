/** @file The update engine, based on electron-updater with all of its automatic actions disabled. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from 'electron';
import { type AppUpdater, MacUpdater, NsisUpdater } from 'electron-updater';
import { PaydeskError } from '../../../shared/errors.ts';
import type { ManagedProxy } from '../../../shared/model/session/managed.ts';
import type { Clock } from '../platform.ts';
import type { UpdateEngine } from '../updates/updates.ts';
import type { ProxyLogin } from './proxy-login.ts';
import { toProxyConfig } from './proxy-settings.ts';

/** Name of the signed manifest in the folder of the feed. */
export const manifestName = 'update.json';

/** Timeout for staging or installing an update, in milliseconds. */
export const installTimeoutMs = 180_000;

/** The native updater of macOS (Squirrel), which stages an update before it is installed. */
export interface NativeUpdater extends NodeJS.EventEmitter {
  checkForUpdates(): void;
}

interface EngineDeps {
  /** The native updater; `null` on systems where an installer is run. */
  readonly native: NativeUpdater | null;
  readonly clock: Pick<Clock, 'after'>;
  readonly updater: AppUpdater;
  /** The updater's session, separate from the window's. */
  readonly session: Pick<Session, 'setProxy'>;
  /** The administrator's proxy settings. */
  readonly proxy: ManagedProxy;
  /** Authenticates at the proxy. */
  readonly login: ProxyLogin;
  /** URL of the folder with the feed. */
  readonly feedUrl: string;
  /** Folder for the updater's own settings. */
  readonly folder: string;
  /** Fetches a small text. */
  readonly fetchText: (address: string) => Promise<string>;
}

/** Returns the updater for the operating system; `null` where Paydesk does not update itself. */
export function createSystemUpdater(os: NodeJS.Platform): AppUpdater | null {
  if (os === 'win32') return new NsisUpdater();
  return os === 'darwin' ? new MacUpdater() : null;
}

/**
 * Stages the update: Squirrel fetches the update from the updater, checks its signature and prepares the installation at
 * the end of the program. By default, the updater stages only after all windows were closed, and reports no failure.
 * Rejects after {@link installTimeoutMs}.
 */
function stageUpdate(native: NativeUpdater, clock: Pick<Clock, 'after'>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onStagingIgnored = () =>
    reject(new PaydeskError('unexpected', 'The system did not take over the update'));
  const cancel = clock.after(installTimeoutMs, onStagingIgnored);
  native.once('update-downloaded', resolve);
  native.once('update-not-available', onStagingIgnored);
  native.once('error', reject);
  native.checkForUpdates();
  return promise.finally(() => {
    cancel();
    native.off('update-downloaded', resolve);
    native.off('update-not-available', onStagingIgnored);
    native.off('error', reject);
  });
}

/** Creates the engine. */
export async function createUpdateEngine(deps: EngineDeps): Promise<UpdateEngine> {
  const { updater, feedUrl, folder } = deps;
  const settingsFile = join(folder, 'app-update.yml');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(settingsFile, 'provider: generic\nupdaterCacheDirName: paydesk-updater\n');
  await deps.session.setProxy(toProxyConfig(deps.proxy));
  updater.on('login', (authInfo, sendCredentials) => {
    void deps.login(authInfo, (...credentials) => {
      Reflect.apply(sendCredentials, undefined, credentials);
    });
  });
  updater.updateConfigPath = settingsFile;
  updater.logger = null;
  // Suppresses an ID of this machine, which is meant for staged rollouts.
  updater.requestHeaders = { 'x-user-staging-id': '' };
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.disableWebInstaller = true;
  updater.setFeedURL({ provider: 'generic', url: feedUrl, channel: 'latest' });
  // Set last, because setting a feed or a channel may allow older versions.
  updater.allowPrerelease = false;
  updater.allowDowngrade = false;
  let isStaged = false;
  return {
    fetchManifest: () =>
      deps.fetchText(new URL(manifestName, feedUrl.endsWith('/') ? feedUrl : `${feedUrl}/`).href),
    async fetchOffer() {
      const checkResult = await updater.checkForUpdates();
      if (checkResult === null) throw new PaydeskError('unexpected', 'The updater is not active');
      const { version, files } = checkResult.updateInfo;
      return {
        version,
        files: files.map(({ url, sha512 }) => ({
          name: decodeURIComponent(url.split('/').at(-1) ?? ''),
          sha512,
        })),
      };
    },
    async download() {
      const [file] = await updater.downloadUpdate();
      if (file === undefined) throw new PaydeskError('unexpected', 'Nothing was downloaded');
      return file;
    },
    async stage() {
      if (deps.native === null || isStaged) return;
      await stageUpdate(deps.native, deps.clock);
      isStaged = true;
    },
    install: () =>
      new Promise((_resolve, reject) => {
        // Failures are reported only as an event, or not at all.
        updater.once('error', reject);
        deps.clock.after(installTimeoutMs, () =>
          reject(new PaydeskError('unexpected', 'The installation did not begin')),
        );
        // Installs silently and restarts the program.
        updater.quitAndInstall(true, true);
      }),
  };
}
