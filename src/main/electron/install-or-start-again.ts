/** @file The end of a Paydesk that installs an update: at rest already and without a window, so it must not stay. */
import { app, dialog } from 'electron';
import { t } from '../../shared/messages/index.ts';

/** Installs; when that fails, says so and starts Paydesk again. `report` writes down why. Never rejects. */
export async function installOrStartAgain(
  install: () => Promise<void>,
  report: (thrown: unknown) => Promise<void>,
): Promise<void> {
  // Squirrel closes the window and installs when it is gone. Without a listener Electron would quit at the same moment, and
  // the faster one of the two would decide whether Paydesk comes back.
  app.on('window-all-closed', () => undefined);
  try {
    await install();
  } catch (thrown) {
    const written = report(thrown).catch(() => undefined);
    // The updater may be about to quit: nothing is awaited before the next start is arranged.
    dialog.showErrorBox(t('updates.notInstalled.title'), t('updates.notInstalled.detail'));
    app.relaunch();
    await written;
    app.exit(0);
  }
}
