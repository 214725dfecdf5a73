/** @file `autoUpdater` of the host: Squirrel of macOS, as Electron drives it. A test says what became of the staging. */
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { BrowserWindow } from './window.ts';

class HostAutoUpdater extends EventEmitter {
  /** How often Squirrel was asked to take over an update, and to install one. */
  checks = 0;
  installs = 0;

  checkForUpdates(): void {
    this.checks += 1;
  }

  /** Closes every window, and installs some time after the last one is gone. */
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
