/** @file Writes files in the process of their drive. */
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemClock } from '../concurrency/clock.ts';
import type { Clock } from '../platform/platform.ts';
import { moveIntoPlace } from '../storage/library/files.ts';
import { toFailed } from './failure.ts';
import type { FileServer } from './file-worker.ts';
import { removeIfSame, requireSame } from './guarded-folder.ts';
import { type SavingReply, type SavingRequest, savingRequestSchema } from './saving-messages.ts';
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

/** Bytes between two flushes while a file is written, so that the last flush takes little time. */
const syncIntervalBytes = 8 * 1024 * 1024;

/** A file that is being written. */
interface UnfinishedFile {
  append(bytes: Uint8Array): Promise<void>;
  /** Moves the file to its final name. */
  finish(): Promise<void>;
  discard(): Promise<void>;
}

async function beginFile(path: string): Promise<UnfinishedFile> {
  const opened = Promise.withResolvers<FileHandle>();
  const content = Promise.withResolvers<void>();
  const writing = writeFileAtomically(path, (file) => {
    opened.resolve(file);
    return content.promise;
  });
  writing.catch(opened.reject);
  const file = await opened.promise;
  let unsyncedBytes = 0;
  return {
    async append(bytes) {
      await file.writeFile(bytes);
      unsyncedBytes += bytes.length;
      if (unsyncedBytes < syncIntervalBytes) return;
      await file.datasync();
      unsyncedBytes = 0;
    },
    finish() {
      content.resolve();
      return writing;
    },
    discard() {
      content.reject(new Error('The file was discarded'));
      return writing.catch(() => undefined);
    },
  };
}

/** Creates the server of requests to save files. */
export function createSavingServer(): FileServer {
  const unfinishedFiles = new Map<number, UnfinishedFile>();
  const done: SavingReply = { answer: 'done' };

  function takeFile(session: number): UnfinishedFile | undefined {
    const file = unfinishedFiles.get(session);
    unfinishedFiles.delete(session);
    return file;
  }

  async function answer(request: SavingRequest, session: number): Promise<SavingReply> {
    switch (request.ask) {
      case 'create':
        unfinishedFiles.set(session, await beginFile(request.path));
        return done;
      case 'append':
        await unfinishedFiles.get(session)?.append(request.bytes);
        return done;
      case 'finish':
        await takeFile(session)?.finish();
        return done;
      case 'discard':
        await takeFile(session)?.discard();
        return done;
      case 'folder':
        await mkdir(request.path);
        return done;
      case 'names':
        return { answer: 'names', names: await readdir(request.path) };
      case 'kind': {
        const status = await lstat(request.path).catch(() => null);
        const kind = status?.isFile() ? 'file' : status?.isDirectory() ? 'folder' : 'other';
        return { answer: 'kind', kind: status === null ? 'nothing' : kind };
      }
    }
  }

  return {
    answer(body, { session }) {
      const request = savingRequestSchema.safeParse(body);
      if (!request.success) return null;
      return answer(request.data, session).catch(toFailed);
    },
  };
}
