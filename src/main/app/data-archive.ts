/**
 * @file The archive of data that is not used any more: the clerk requests it, and the next start moves the data before
 * anything of it is open.
 */
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../platform/platform.ts';
import { flushFolder, isMissingFileError, moveIntoPlace, toWriteError } from '../storage/library/files.ts';

const requestName = 'archive-at-start';
const archivedNames = ['paydesk.db', 'paydesk.db-wal', 'paydesk.db-shm', 'library'];

/** Requests that the next start archives all data. Rejects with `disk-full` or `file-not-written`. */
export async function requestArchive(dataFolder: string): Promise<void> {
  await writeFile(join(dataFolder, requestName), '').catch((thrown: unknown) => {
    throw toWriteError(thrown);
  });
}

/**
 * Moves the data to a new folder if that was requested; what an interrupted start has moved already stays in its folder.
 * Rejects with `file-not-written`.
 */
export async function archiveRequestedData(dataFolder: string, clock: Clock): Promise<void> {
  const request = join(dataFolder, requestName);
  if ((await stat(request).catch(() => null)) === null) return;
  const archive = join(
    dataFolder,
    `archive-${new Date(clock.now()).toISOString().replace(/\D/g, '').slice(0, 14)}`,
  );
  try {
    await mkdir(archive, { recursive: true, mode: 0o700 });
    for (const name of archivedNames)
      await moveIntoPlace(join(dataFolder, name), join(archive, name), clock).catch((thrown: unknown) => {
        if (!isMissingFileError(thrown)) throw thrown;
      });
    await rm(request);
    await flushFolder(dataFolder);
  } catch (thrown) {
    throw toWriteError(thrown);
  }
}
