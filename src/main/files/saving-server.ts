/** @file Writes files in the process of their drive. */
import { type FileHandle, lstat, readdir } from 'node:fs/promises';
import { writeFileAtomically } from '../atomic-file.ts';
import { toFailed } from './failure.ts';
import { type SavingReply, type SavingRequest, savingRequestSchema } from './saving-messages.ts';
import type { FileServer } from './serve.ts';

/** Bytes between two flushes, so that the last one is short. */
const syncIntervalBytes = 8 * 1024 * 1024;

/** A file that is being written. */
interface Unfinished {
  append(bytes: Uint8Array): Promise<void>;
  /** Moves the file into place, or deletes it. */
  finish(): Promise<void>;
  discard(): Promise<void>;
}

async function begin(path: string): Promise<Unfinished> {
  const opened = Promise.withResolvers<FileHandle>();
  const content = Promise.withResolvers<void>();
  const written = writeFileAtomically(path, (file) => {
    opened.resolve(file);
    return content.promise;
  });
  written.catch(opened.reject);
  const file = await opened.promise;
  let unsynced = 0;
  return {
    async append(bytes) {
      await file.writeFile(bytes);
      unsynced += bytes.length;
      if (unsynced < syncIntervalBytes) return;
      await file.datasync();
      unsynced = 0;
    },
    finish() {
      content.resolve();
      return written;
    },
    discard() {
      content.reject(new Error('It is not wanted any more'));
      return written.catch(() => undefined);
    },
  };
}

/** Creates the server of the requests. */
export function createSavingServer(): FileServer {
  const unfinished = new Map<number, Unfinished>();
  const done: SavingReply = { answer: 'done' };

  function remove(session: number): Unfinished | undefined {
    const found = unfinished.get(session);
    unfinished.delete(session);
    return found;
  }

  async function answer(request: SavingRequest, session: number): Promise<SavingReply> {
    switch (request.ask) {
      case 'create':
        unfinished.set(session, await begin(request.path));
        return done;
      case 'append':
        await unfinished.get(session)?.append(request.bytes);
        return done;
      case 'finish':
        await remove(session)?.finish();
        return done;
      case 'discard':
        await remove(session)?.discard();
        return done;
      case 'names':
        return { answer: 'names', names: await readdir(request.path) };
      case 'kind': {
        const found = await lstat(request.path).catch(() => null);
        const kind = found?.isFile() ? 'file' : found?.isDirectory() ? 'folder' : 'other';
        return { answer: 'kind', kind: found === null ? 'nothing' : kind };
      }
    }
  }

  return {
    answer(body, { session }) {
      const request = savingRequestSchema.safeParse(body);
      if (!request.success) return null;
      return answer(request.data, session).then(
        (reply) => ({ reply }),
        (thrown: unknown) => ({ reply: toFailed(thrown) }),
      );
    },
  };
}
