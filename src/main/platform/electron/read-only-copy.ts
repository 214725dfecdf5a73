/** @file Detects whether Paydesk runs from a read-only volume on macOS, where it cannot be updated. */
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Returns true for a copy of Paydesk on a disk image, and for a copy that macOS runs from a random read-only path
 * because it was opened in the downloads folder (App Translocation). `executable` is the path of the running program.
 */
export async function isReadOnlyCopy(executable: string, checkAccess = access): Promise<boolean> {
  if (executable.includes('/AppTranslocation/')) return true;
  try {
    await checkAccess(dirname(executable), constants.W_OK);
    return false;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EROFS';
  }
}
