/** @file The library of a process that is killed while it stores something about a statement. */
import { z } from 'zod';
import type { Library } from '../../../src/main/storage/library/library.ts';
import { openLibrary } from '../../fakes/library-store.ts';
import { createFakeVault } from '../../fakes/platform/vault.ts';

/** The statement. */
export const file = { profileId: 'test-profile', sha256: 'a'.repeat(64) };

const librarySchema = z.object({
  dataFolder: z.string(),
  secrets: z.array(z.tuple([z.string(), z.string()])),
});

/** The argument of the process: its library, and what the clerk does. */
export const victimSchema = librarySchema.extend({ work: z.enum(['annotate', 'match', 'signOff']) });

/** Opens the library with the secrets of a vault. */
export function openVictimLibrary({ dataFolder, secrets }: z.infer<typeof librarySchema>): Library {
  const vault = createFakeVault();
  for (const [account, secret] of secrets) vault.secrets.set(account, secret);
  return openLibrary({ dataFolder, vault });
}
