/** @file The platform interface on Electron. */
import { userInfo } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
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
  utilityProcess,
} from 'electron';
import { PaydeskError } from '../../../shared/errors.ts';
import { systemClock, systemRandom } from '../../concurrency/clock.ts';
import type { Platform, PlatformInfo, Processes, Shell } from '../platform.ts';
import { createDialogs } from './dialogs.ts';
import { openWebAddress } from './external-pages.ts';
import { openLastFolders } from './last-folders.ts';
import { createPages } from './pages.ts';
import { toProxyConfig } from './proxy-settings.ts';
import type { SecretClipboard } from './secret-clipboard.ts';

/** Logs an error of a component. */
type Report = (component: string, thrown: Error) => void;

/**
 * Starts modules of Paydesk as utility processes, which communicate through `process.parentPort`. `report` is called
 * for each process that ends unexpectedly.
 */
function createProcesses(report: Report): Processes {
  return {
    start(entry, name) {
      const child = utilityProcess.fork(fileURLToPath(entry), [], { serviceName: name });
      const listeners: (() => void)[] = [];
      let hasEnded = false;
      let isKilled = false;
      function handleEnd(failure: string | null): void {
        if (hasEnded) return;
        hasEnded = true;
        if (failure !== null) report(name.replace(/\W+/g, '-'), new Error(`The process ended: ${failure}`));
        for (const listener of listeners) listener();
      }
      child.once('exit', (code) => handleEnd(code === 0 || isKilled ? null : `code ${code}`));
      // Without a listener, Electron throws in main. The process is killed immediately, because main would otherwise wait
      // until the process has written a crash report. The report is ignored, because it may contain the process's memory.
      child.on('error', (type) => {
        child.kill();
        handleEnd(type);
      });
      return {
        send(message) {
          if (!hasEnded) child.postMessage(message);
        },
        onMessage(listener) {
          child.on('message', (message: unknown) => listener(message));
        },
        onExit(listener) {
          listeners.push(listener);
        },
        kill() {
          isKilled = true;
          // A process cannot be killed before it has spawned.
          if (!child.kill()) child.once('spawn', () => child.kill());
        },
      };
    },
  };
}

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
