/** @file Words of the toasts and of the tray's recent acts: what was done, and what can be done about it. */
import { formatNumber } from './count.ts';

/** Last part of a path of any system. */
function nameOf(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}

/** See the file's header. */
export const toastWords = {
  region: 'Notifications',
  open: 'Open',
  showFile: 'Show in folder',
  showFolder: 'Show folder',
  undo: 'Undo',
  dismiss: 'Dismiss',
  /** Behind a sentence that was true several times. */
  times: (count: number) => `${formatNumber(count)} times`,
  recent: 'Recent',
  saved: (path: string) => `Saved ${nameOf(path)}`,
  savedMany: (what: string, path: string) => `Saved ${what} in ${nameOf(path)}`,
  copied: 'Copied to the clipboard',
  /** An inverse act found that something else has changed since. */
  nothingUndone: 'Nothing was undone: it has changed since',
} as const;
