/**
 * @file Synchronous file operations for the end of the Windows session: the program ends as soon as the event listener
 * returns, so asynchronous work would not complete. The functions never throw.
 */
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** Removes a folder and its contents. Files that are in use remain. */
export function removeFolderBlocking(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The next start removes the folder.
  }
}

/** Appends to a file; creates its folder if necessary. */
export function appendToFileBlocking(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, text, 'utf8');
  } catch {
    // The log is optional.
  }
}
