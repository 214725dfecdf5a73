/** @file The library of a process that is killed while it stores something about a statement. */
import process from 'node:process';
import { z } from 'zod';
import { systemClock, systemRandom } from '../../src/main/clock.ts';
import { createLibrary, type Library } from '../../src/main/library/library.ts';
import { createFakeVault } from '../fakes/vault.ts';

/** The statement. */
export const file = { profileId: 'test-profile', sha256: 'a'.repeat(64) };

const argumentsSchema = z.object({
  dataFolder: z.string(),
  secrets: z.array(z.tuple([z.string(), z.string()])),
});

/** Opens the library with the secrets of a vault. */
export function openVictimLibrary({ dataFolder, secrets }: z.infer<typeof argumentsSchema>): Library {
  const vault = createFakeVault();
  for (const [account, secret] of secrets) vault.secrets.set(account, secret);
  return createLibrary({ dataFolder, vault, clock: systemClock, random: systemRandom });
}

/** Opens the library that the arguments of this process name. */
export function openNamedLibrary(): Library {
  return openVictimLibrary(argumentsSchema.parse(JSON.parse(process.argv[2] ?? '')));
}
