/**
 * @file What is done at the last moment: Windows ends the program as soon as the event that tells of the end of the
 * session is handled, so whatever is asynchronous would not be done. Nothing here throws.
 */
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** Removes a folder with everything in it. What somebody holds stays for the next start. */
export function removeAtOnce(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The next start removes it.
  }
}

/** Adds to the end of a file. */
export function appendAtOnce(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, text, 'utf8');
  } catch {
    // A log that cannot be written ends nothing.
  }
}
