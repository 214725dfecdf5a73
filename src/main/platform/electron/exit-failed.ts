/** @file The exit after an uncaught error. Work is drained and the window closed, so the process must always end. */
import { app, dialog } from 'electron';
import { t } from '../../../shared/messages/index.ts';

/** Reports that Paydesk stopped; exits or restarts, as the clerk decides. Never rejects. */
export async function exitFailed(): Promise<void> {
  const title = t('leaving.failed.title');
  const detail = t('leaving.failed.detail');
  if (!app.isReady()) dialog.showErrorBox(title, detail);
  else {
    const buttons = [t('leaving.failed.openAgain'), t('leaving.failed.quit')];
    const choice = await dialog
      .showMessageBox({ type: 'error', title, message: title, detail, buttons, cancelId: 1, noLink: true })
      .catch(() => null);
    if (choice?.response === 0) app.relaunch();
  }
  app.exit(1);
}
