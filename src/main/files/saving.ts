/** @file Main's side of writing files where the clerk said: each drive's in a process of its own, see ADR 0013. */

import type { DriveProcess, RequestOptions } from './drive-process.ts';
import type { DriveProcesses } from './drive-processes.ts';
import { processFor, requestFromProcess } from './drive-requests.ts';
import { type SavingRequest, savingReplySchema } from './saving-messages.ts';

/** A file that is being filled, from its start to its end. */
export interface WritableFile {
  writeFile(data: string | Uint8Array): Promise<void>;
}

/**
 * Writes a file under another name, then puts it in its place. Rejects as `fill` or the system does, and leaves nothing
 * behind then; with `drive-not-responding` when its drive hangs, which may leave an unfinished `.part` file there.
 */
export type WriteFileAtomically = (
  path: string,
  fill: (file: WritableFile) => Promise<void>,
) => Promise<void>;

/** Files and folders of the clerk's, as those see them who save there. */
export interface Saving {
  readonly writeFileAtomically: WriteFileAtomically;
  /** The names in a folder. Rejects like {@link WriteFileAtomically}. */
  listNames(folder: string): Promise<string[]>;
  /** What stands at a path. Rejects with `drive-not-responding`. */
  kindOf(path: string): Promise<'file' | 'folder' | 'other' | 'nothing'>;
}

/** Bytes that go in one message. */
const bytesPerMessage = 1024 * 1024;

/** Creates it over the processes of the drives. */
export function createSaving(drives: DriveProcesses): Saving {
  const ask = (process: DriveProcess, request: SavingRequest, options?: RequestOptions) =>
    requestFromProcess(process, request, savingReplySchema, options);

  return {
    async writeFileAtomically(path, fill) {
      const process = await processFor(drives, path);
      const session = process.openSession();
      try {
        await ask(process, { ask: 'create', path }, { session });
        await fill({
          async writeFile(data) {
            const content = typeof data === 'string' ? Buffer.from(data) : data;
            for (let start = 0; start < content.length; start += bytesPerMessage) {
              // A copy: a message takes along all the memory behind a view.
              const bytes = new Uint8Array(content.subarray(start, start + bytesPerMessage));
              await ask(process, { ask: 'append', bytes }, { session });
            }
          },
        });
      } catch (thrown) {
        // The first error counts.
        await ask(process, { ask: 'discard' }, { session, endsSession: true }).catch(() => undefined);
        throw thrown;
      }
      await ask(process, { ask: 'finish' }, { session, endsSession: true });
    },
    async listNames(folder) {
      const reply = await ask(await processFor(drives, folder), { ask: 'names', path: folder });
      return reply.answer === 'names' ? reply.names : [];
    },
    async kindOf(path) {
      const reply = await ask(await processFor(drives, path), { ask: 'kind', path });
      return reply.answer === 'kind' ? reply.kind : 'nothing';
    },
  };
}
