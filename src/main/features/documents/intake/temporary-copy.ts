/** @file Tells the copies on Windows that a program makes of an attachment for the length of a drag, or while a mail is open. */

/** Outlook keeps what is opened or copied out of a mail here until the mail is closed. */
const outlookCache = /\\(content\.outlook|olk\\attachments)\\/i;
/** Chromium writes what is dragged out of a mail here under a name of its own, and removes it with the window. */
const draggedFile = /\\te?mp\\[^\\]+\.tmp$/i;

/** True for a path on Windows of a file that will soon be gone by itself. */
export function isTemporaryCopy(path: string): boolean {
  return outlookCache.test(path) || draggedFile.test(path);
}
