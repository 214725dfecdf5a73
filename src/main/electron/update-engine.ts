/** @file The engine of updates, over electron-updater, with everything off that it would do by itself. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Session } from 'electron';
import { type AppUpdater, MacUpdater, NsisUpdater } from 'electron-updater';
import { PaydeskError } from '../../shared/errors.ts';
import type { ManagedProxy } from '../../shared/model/managed.ts';
import type { Clock } from '../platform.ts';
import type { UpdateEngine } from '../updates/updates.ts';
import type { ProxyLogin } from './proxy-login.ts';
import { proxySettings } from './proxy-settings.ts';

/** Name of the signed manifest beside the feed's own files. */
export const manifestName = 'update.json';

/** The longest time that the system gets to take over an update and end Paydesk, in milliseconds. */
export const installLimit = 180_000;

/** The system's own updater, on a system that takes over an update before it installs it: Squirrel, on macOS. */
export interface NativeUpdater extends NodeJS.EventEmitter {
  checkForUpdates(): void;
}

/** What the engine is made of. */
export interface EngineDeps {
  /** `null` on a system that starts an installer. */
  readonly native: NativeUpdater | null;
  readonly clock: Pick<Clock, 'after'>;
  readonly updater: AppUpdater;
  /** The updater's own session, which knows nothing of the window's. */
  readonly session: Pick<Session, 'setProxy'>;
  /** The administrator's way to the network. */
  readonly proxy: ManagedProxy;
  /** Tells a proxy on that way who we are. */
  readonly login: ProxyLogin;
  /** Address of the folder with the feed. */
  readonly feed: string;
  /** Folder for the updater's own settings. */
  readonly folder: string;
  /** Gets a small text. */
  readonly fetchText: (address: string) => Promise<string>;
}

/** The updater for a system that Paydesk updates itself on. */
export function systemUpdater(os: NodeJS.Platform): AppUpdater | null {
  if (os === 'win32') return new NsisUpdater();
  return os === 'darwin' ? new MacUpdater() : null;
}

/**
 * Has Squirrel fetch the update from the updater, check its signature and put it in place for the end of the program. The
 * updater would do it only when everything is closed, with nothing on the screen meanwhile. Rejects after
 * {@link installLimit}.
 */
function stageWith(native: NativeUpdater, clock: Pick<Clock, 'after'>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onStagingIgnored = () =>
    reject(new PaydeskError('unexpected', 'The system did not take over the update'));
  const cancel = clock.after(installLimit, onStagingIgnored);
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
  const { updater, feed, folder } = deps;
  const settings = join(folder, 'app-update.yml');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(settings, 'provider: generic\nupdaterCacheDirName: paydesk-updater\n');
  await deps.session.setProxy(proxySettings(deps.proxy));
  updater.on('login', (about, answer) => {
    void deps.login(about, (...key) => {
      Reflect.apply(answer, undefined, key);
    });
  });
  updater.updateConfigPath = settings;
  updater.logger = null;
  // It would tell the feed a number of this machine, which is for releases that reach machines one after the other.
  updater.requestHeaders = { 'x-user-staging-id': '' };
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.disableWebInstaller = true;
  updater.setFeedURL({ provider: 'generic', url: feed, channel: 'latest' });
  // Setting a feed or a channel may allow older versions; that is taken back, always last.
  updater.allowPrerelease = false;
  updater.allowDowngrade = false;
  let isStaged = false;
  return {
    manifest: () => deps.fetchText(new URL(manifestName, feed.endsWith('/') ? feed : `${feed}/`).href),
    async offer() {
      const found = await updater.checkForUpdates();
      if (found === null) throw new PaydeskError('unexpected', 'The updater is not active');
      const { version, files } = found.updateInfo;
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
      await stageWith(deps.native, deps.clock);
      isStaged = true;
    },
    install: () =>
      new Promise((_resolve, reject) => {
        // What fails is only told as an event, or not at all.
        updater.once('error', reject);
        deps.clock.after(installLimit, () =>
          reject(new PaydeskError('unexpected', 'The installation did not begin')),
        );
        // Silent, and started again afterwards.
        updater.quitAndInstall(true, true);
      }),
  };
}
