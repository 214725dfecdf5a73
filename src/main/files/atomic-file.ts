/** @file Writes a file atomically: completely or not at all, without changing any other file. */
import { constants } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { moveIntoPlace } from '../storage/library/files.ts';

const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Creates a temporary file beside `path` under an unused name. */
async function createTemporaryFile(
  path: string,
): Promise<{ readonly temporary: string; readonly file: FileHandle }> {
  for (let number = 1; ; number += 1) {
    const temporary = number === 1 ? `${path}.part` : `${path}.${number}.part`;
    try {
      return { temporary, file: await open(temporary, flags, 0o666) };
    } catch (thrown) {
      if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown;
    }
  }
}

/**
 * Writes a file under a temporary name, then renames it. Rejects with the error of `fill` or of the system; the
 * temporary file is then removed.
 */
export async function writeFileAtomically(
  path: string,
  fill: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const { temporary, file } = await createTemporaryFile(path);
  try {
    try {
      await fill(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await moveIntoPlace(temporary, path);
  } catch (thrown) {
    await unlink(temporary).catch(() => undefined);
    throw thrown;
  }
}
