/** @file Writes a file atomically: completely or not at all, without changing any other file. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemClock } from '../concurrency/clock.ts';
import type { Clock } from '../platform/platform.ts';
import { moveIntoPlace } from '../storage/library/files.ts';
import { removeIfSame, requireSame } from './guarded-folder.ts';
import { createTemporaryName } from './unique-names.ts';

const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/**
 * Writes a file under a temporary name, then renames it. Rejects with the error of `fill` or of the system; the temporary
 * file is then removed. Another file that has taken its place is neither removed nor renamed.
 */
export async function writeFileAtomically(
  path: string,
  fill: (file: FileHandle) => Promise<void>,
  clock: Clock = systemClock,
): Promise<void> {
  const temporary = join(dirname(path), createTemporaryName(basename(path)));
  const file = await open(temporary, flags, 0o666);
  const identity = await file.stat({ bigint: true });
  try {
    try {
      await fill(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await requireSame(temporary, identity);
    await moveIntoPlace(temporary, path, clock);
  } catch (thrown) {
    await removeIfSame(temporary, identity).catch(() => undefined);
    throw thrown;
  }
}
