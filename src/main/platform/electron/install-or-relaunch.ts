/** @file The exit that installs an update. Work is drained and the window closed, so the process must always end. */
import { app, dialog } from 'electron';
import { t } from '../../../shared/messages/index.ts';

/**
 * Installs the update. When the installation fails, shows an error and restarts Paydesk; `report` logs the cause. Never
 * rejects.
 */
export async function installOrRelaunch(
  install: () => Promise<void>,
  report: (thrown: unknown) => Promise<void>,
): Promise<void> {
  // Squirrel closes the window and installs afterwards. Without this listener, Electron would quit when the window is
  // closed, and timing would decide whether Paydesk restarts.
  app.on('window-all-closed', () => undefined);
  try {
    await install();
  } catch (thrown) {
    const reported = report(thrown).catch(() => undefined);
    // The updater may be about to quit, so the restart is scheduled before anything is awaited.
    dialog.showErrorBox(t('updates.notInstalled.title'), t('updates.notInstalled.detail'));
    app.relaunch();
    await reported;
    app.exit(0);
  }
}
