/** @file Whether this Paydesk runs where macOS lets nothing be changed, so that it cannot be updated. */
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * True for a copy on a disk image, and for one that macOS runs from a random place, read-only, because it was opened where
 * it was downloaded to (App Translocation). `executable` is the path of the program that runs.
 */
export async function isReadOnlyCopy(executable: string, writable = access): Promise<boolean> {
  if (executable.includes('/AppTranslocation/')) return true;
  try {
    await writable(dirname(executable), constants.W_OK);
    return false;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EROFS';
  }
}
