/** @file `autoUpdater` of the host, as on macOS with Squirrel. A test emits the events of the staging. */
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { BrowserWindow } from './window.ts';

class HostAutoUpdater extends EventEmitter {
  /** Number of requests to stage an update. */
  checks = 0;
  /** Number of requests to install the staged update. */
  installs = 0;

  checkForUpdates(): void {
    this.checks += 1;
  }

  /** Closes every window; installs asynchronously afterwards. */
  quitAndInstall(): void {
    this.emit('before-quit-for-update');
    for (const window of BrowserWindow.getAllWindows()) window.close();
    setImmediate(() => {
      this.installs += 1;
    });
  }
}

/** See `Electron.AutoUpdater`. */
export const autoUpdater = new HostAutoUpdater() satisfies Pick<
  Electron.AutoUpdater,
  'checkForUpdates' | 'quitAndInstall'
>;
