/** @file Files that Paydesk wrote in this run, outside the window. Both commands take references, never paths. */
import { z } from 'zod';
import { command } from './define.ts';

const saved = z.strictObject({ reference: z.string().min(1).max(100) });

/** What the page can ask. */
export const shellCommands = {
  /**
   * Opens a saved file in the program that the system has for its kind. Throws `saved-file-missing` when it is not there
   * any more, `file-not-opened` for a kind that is never opened or has no program, `arguments-invalid` for an unknown
   * reference.
   */
  'shell.openSaved': command(saved, z.null()),
  /** Shows a saved file in its folder, or a saved folder itself. Throws like `shell.openSaved`. */
  'shell.showSaved': command(saved, z.null()),
} as const;
