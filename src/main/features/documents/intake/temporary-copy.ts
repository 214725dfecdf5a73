/** @file Detects temporary copies of attachments on Windows, made during a drag or while a mail is open. */

/** Outlook's folder for attachments that are opened or copied, until the mail is closed. */
const outlookCache = /\\(content\.outlook|olk\\attachments)\\/i;
/** Chromium's temporary file for a dragged attachment, removed when the window closes. */
const draggedFile = /\\te?mp\\[^\\]+\.tmp$/i;

/** True for the Windows path of a temporary file that another program deletes soon. */
export function isTemporaryCopy(path: string): boolean {
  return outlookCache.test(path) || draggedFile.test(path);
}
