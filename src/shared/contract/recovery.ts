/** @file The recovery file of the library's key. The passphrase is sent to main only and is never stored. */
import { z } from 'zod';
import { savedFileSchema } from '../model/saved-file.ts';
import { isLongEnough, maxPassphraseLength } from '../model/session/passphrase.ts';
import { actions, command } from './define.ts';

export const recoveryCommands = {
  'recovery.file': actions({
    /**
     * Saves the library's key, wrapped with the passphrase, where the clerk chooses. `null` when the clerk closed the
     * dialog.
     */
    save: command(
      z.strictObject({ passphrase: z.string().max(maxPassphraseLength).refine(isLongEnough) }),
      z.object({ savedAs: savedFileSchema.nullable() }),
    ),
    /** Lets the clerk choose the recovery file that `recovery.restore` uses; `null` when the clerk closed the dialog. */
    choose: command(z.strictObject({}), z.object({ name: z.string().nullable() })),
    /**
     * Restores the key of the chosen file to the keychain and opens the library. When this fails, the file stays chosen.
     */
    restore: command(z.strictObject({ passphrase: z.string().min(1).max(maxPassphraseLength) }), z.null()),
  }),
} as const;
