/** @file The recovery file of the library's key. The passphrase goes one way only and is kept nowhere. */
import { z } from 'zod';
import { isLongEnough, maxPassphraseLength } from '../model/passphrase.ts';
import { savedFileSchema } from '../model/saved-file.ts';
import { command } from './define.ts';

export const recoveryCommands = {
  /** Asks where, and writes the key of the library there, wrapped with the passphrase. `null` when nothing was chosen. */
  'recovery.save': command(
    z.strictObject({ passphrase: z.string().max(maxPassphraseLength).refine(isLongEnough) }),
    z.object({ savedAs: savedFileSchema.nullable() }),
  ),
  /** Asks for a recovery file, which `recovery.restore` then uses; `null` when none was chosen. */
  'recovery.choose': command(z.strictObject({}), z.object({ name: z.string().nullable() })),
  /** Puts the key in the chosen file back into the keychain and opens the library. The choice stands when it fails. */
  'recovery.restore': command(
    z.strictObject({ passphrase: z.string().min(1).max(maxPassphraseLength) }),
    z.null(),
  ),
} as const;
