/** @file The port to the machine, over Electron. */
import { userInfo } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import {
  app,
  type BrowserWindow,
  clipboard,
  Notification,
  nativeTheme,
  powerMonitor,
  session,
  shell,
} from 'electron';
import { PaydeskError } from '../../shared/errors.ts';
import { systemClock, systemRandom } from '../clock.ts';
import type { Platform, PlatformInfo, Shell } from '../platform.ts';
import { createDialogs } from './dialogs.ts';
import { dragIcon } from './drag-icon.ts';
import { openWebAddress } from './external-pages.ts';
import { openLastFolders } from './last-folders.ts';
import { createProcesses, type Report } from './processes.ts';
import { proxySettings } from './proxy-settings.ts';
import type { SecretClipboard } from './secret-clipboard.ts';

/** What the platform cannot know by itself. */
export interface PlatformDeps {
  readonly dataFolder: string;
  /** The window, while there is one. */
  readonly windowOf: () => BrowserWindow | null;
  /** Brings the window to the front. */
  readonly showWindow: () => void;
  /** Darkens the buttons of the window, or takes that back. */
  readonly dimWindowButtons: (dimmed: boolean) => void;
  /** Starts quitting. */
  readonly quit: () => void;
  readonly secrets: SecretClipboard;
  readonly report: Report;
}

/** Creates the platform. Electron must be ready. */
export function createPlatform(deps: PlatformDeps): Platform {
  return {
    info: platformInfo(),
    clock: systemClock,
    random: systemRandom,
    dialogs: createDialogs(deps.windowOf, openLastFolders(join(deps.dataFolder, 'folders.json'))),
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
    setProxy: (proxy) => session.defaultSession.setProxy(proxySettings(proxy)),
    processes: createProcesses(deps.report),
    setTheme(theme) {
      nativeTheme.themeSource = theme;
    },
    dimWindowButtons: deps.dimWindowButtons,
    quit: deps.quit,
  };
}

function platformInfo(): PlatformInfo {
  const os = process.platform;
  return {
    version: app.getVersion(),
    os: os === 'win32' || os === 'darwin' ? os : 'linux',
    osUser: userInfo().username,
    packaged: app.isPackaged,
  };
}

function createShell({ windowOf, showWindow, secrets }: PlatformDeps): Shell {
  // A notification that nobody holds is collected, and its click with it.
  const shown = new Set<Notification>();
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
    copySecret: (secret) => secrets.copy(secret),
    clearSecret: () => secrets.clear(),
    openWeb: openWebAddress,
    dragFile: (file) => windowOf()?.webContents.startDrag({ file, icon: dragIcon() }),
    notify(title, body) {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title, body });
      shown.add(notification);
      notification.once('click', showWindow);
      const letGo = () => shown.delete(notification);
      notification.once('close', letGo);
      // Without the event `show` there is no `close` either: not signed, not allowed, or no notification service.
      notification.once('failed', letGo);
      notification.show();
    },
    showProgress(fraction) {
      windowOf()?.setProgressBar(fraction ?? -1);
    },
  };
}
