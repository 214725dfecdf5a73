/** @file The end of a Paydesk that installs an update: at rest already and without a window, so it must not stay. */
import { app, dialog } from 'electron';
import { updateWords } from '../../shared/words/updates.ts';

/** Installs; when that fails, says so and starts Paydesk again. `report` writes down why. Never rejects. */
export async function installOrStartAgain(
  install: () => Promise<void>,
  report: (thrown: unknown) => Promise<void>,
): Promise<void> {
  try {
    await install();
  } catch (thrown) {
    const written = report(thrown).catch(() => undefined);
    // The updater may be about to quit: nothing is awaited before the next start is arranged.
    dialog.showErrorBox(updateWords.notInstalled.title, updateWords.notInstalled.detail);
    app.relaunch();
    await written;
    app.exit(0);
  }
}
