/** @file The end of a Paydesk that met an uncaught error: at rest already and without a window, so it must not stay. */
import { app, dialog } from 'electron';
import { failedWords } from '../../shared/words/leaving.ts';

/** Says that Paydesk stopped, and ends it or starts it again, as the clerk decides. Never rejects. */
export async function exitFailed(): Promise<void> {
  const { title, detail, openAgain, quit } = failedWords;
  if (!app.isReady()) dialog.showErrorBox(title, detail);
  else {
    const buttons = [openAgain, quit];
    const answer = await dialog
      .showMessageBox({ type: 'error', title, message: title, detail, buttons, cancelId: 1, noLink: true })
      .catch(() => null);
    if (answer?.response === 0) app.relaunch();
  }
  app.exit(1);
}
