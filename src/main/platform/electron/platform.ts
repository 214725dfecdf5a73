/** @file The platform interface on Electron. */

import { userInfo } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import {
  app,
  type BrowserWindow,
  clipboard,
  type NativeImage,
  Notification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  session,
  shell,
} from 'electron';
import { PaydeskError } from '../../../shared/errors.ts';
import { systemClock, systemRandom } from '../../concurrency/clock.ts';
import type { Platform, PlatformInfo, Shell } from '../platform.ts';
import { createDialogs } from './dialogs.ts';
import { openWebAddress } from './external-pages.ts';
import { openLastFolders } from './last-folders.ts';
import { createPages } from './pages.ts';
import { createProcesses, type Report } from './processes.ts';
import { toProxyConfig } from './proxy-settings.ts';
import type { SecretClipboard } from './secret-clipboard.ts';

/** A PNG of 64 by 64 pixels. */
const sheetImageBase64 =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAArElEQVR42u3XsQnDMBCGUc+XPjtkoNRZISM6lcGtcHT3G70P' +
  'DlSKB4fsbZMkaajH87XPnOUB4hGOS87oFghVALEIFQDn87IAsQiVAJEI1QBxCB0AUQhdADEInQARCN0A7QgJAK0IlV+Ckf8O' +
  'iQClCDMBrqABAAAAAAAAAABEALw/378PACsAAAAAAAA8gwCsAAAAAAAA8AwCsAIAAAAAAAAAAABNAGkDQJI01g8JalxBQemG' +
  'egAAAABJRU5ErkJggg==';

/** Returns the image: 32 by 32 points, in double resolution. */
export function createDragIcon(): NativeImage {
  return nativeImage.createFromBuffer(Buffer.from(sheetImageBase64, 'base64'), { scaleFactor: 2 });
}

/** Notifications whose clicks are reported; a clerk who was away finds the newest. */
const maxShownNotifications = 20;

export interface PlatformDeps {
  readonly dataFolder: string;
  readonly isPackaged: boolean;
  /** Returns the window, while there is one. */
  readonly findWindow: () => BrowserWindow | null;
  /** Brings the window to the front. */
  readonly showWindow: () => void;
  /** Dims the native window buttons, or restores them. */
  readonly dimWindowButtons: (dimmed: boolean) => void;
  readonly reloadWindow: () => void;
  /** Starts quitting. */
  readonly quit: () => void;
  readonly secretClipboard: SecretClipboard;
  readonly report: Report;
}

/** Creates the platform. Electron must be ready. */
export function createPlatform(deps: PlatformDeps): Platform {
  return {
    info: createPlatformInfo(deps.isPackaged),
    clock: systemClock,
    random: systemRandom,
    dialogs: createDialogs(deps.findWindow, openLastFolders(join(deps.dataFolder, 'folders.json'))),
    shell: createShell(deps),
    power: {
      onSuspend(listener) {
        powerMonitor.on('suspend', listener);
      },
      onResume(listener) {
        powerMonitor.on('resume', listener);
      },
      onLock(listener) {
        powerMonitor.on('lock-screen', listener);
      },
      idleSeconds: () => powerMonitor.getSystemIdleTime(),
    },
    network: { resolveProxy: (url) => session.defaultSession.resolveProxy(url) },
    setProxy: (proxy) => session.defaultSession.setProxy(toProxyConfig(proxy)),
    processes: createProcesses(deps.report),
    pages: createPages(systemClock, deps.findWindow),
    setTheme(theme) {
      nativeTheme.themeSource = theme;
    },
    dimWindowButtons: deps.dimWindowButtons,
    reloadWindow: deps.reloadWindow,
    quit: deps.quit,
  };
}

function createPlatformInfo(isPackaged: boolean): PlatformInfo {
  const os = process.platform;
  return {
    version: app.getVersion(),
    os: os === 'win32' || os === 'darwin' ? os : 'linux',
    osUser: userInfo().username,
    isPackaged,
  };
}

function createShell({ findWindow, showWindow, secretClipboard }: PlatformDeps): Shell {
  // References to shown notifications, oldest first: a garbage-collected notification does not report clicks.
  const shownNotifications = new Set<Notification>();
  return {
    async showFolder(path) {
      const problem = await shell.openPath(path);
      if (problem !== '') throw new PaydeskError('file-missing', 'The folder could not be shown');
    },
    async openFile(path) {
      const problem = await shell.openPath(path);
      if (problem === '') return;
      throw new PaydeskError('file-not-opened', 'The file could not be opened', {
        details: { file: basename(path) },
      });
    },
    showFile: (path) => shell.showItemInFolder(path),
    copyText: (text) => clipboard.writeText(text),
    copySecret: (secret) => secretClipboard.copy(secret),
    clearSecret: () => secretClipboard.clear(),
    openWeb: openWebAddress,
    dragFile: (file) => findWindow()?.webContents.startDrag({ file, icon: createDragIcon() }),
    notify(title, body) {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title, body });
      shownNotifications.add(notification);
      // Some systems never report that a notification has left the screen.
      const [oldest] = shownNotifications;
      if (oldest !== undefined && shownNotifications.size > maxShownNotifications)
        shownNotifications.delete(oldest);
      notification.once('click', showWindow);
      const release = () => shownNotifications.delete(notification);
      notification.once('close', release);
      // When a notification cannot be shown (not signed, not allowed, no service), only `failed` is emitted.
      notification.once('failed', release);
      notification.show();
    },
    showProgress(fraction) {
      findWindow()?.setProgressBar(fraction ?? -1);
    },
  };
}
