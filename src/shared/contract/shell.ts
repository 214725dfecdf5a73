/** @file Opening files that Paydesk saved in this run. Both commands take references, never paths. */
import { z } from 'zod';
import { actions, command } from './define.ts';

const saved = z.strictObject({ reference: z.string().min(1).max(100) });

export const shellCommands = {
  'shell.savedFile': actions({
    /**
     * Opens a saved file in the system's program for its type. Throws `saved-file-missing` when the file no longer
     * exists, `file-not-opened` for a type that is never opened or has no program, and `arguments-invalid` for an unknown
     * reference.
     */
    open: command(saved, z.null()),
    /** Shows a saved file in its folder, or a saved folder itself. Throws like `shell.openSaved`. */
    show: command(saved, z.null()),
  }),
} as const;
