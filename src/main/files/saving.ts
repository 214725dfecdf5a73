/** @file Writes files through the process of their drive (ADR 0013). */

import type { DriveProcess, RequestOptions } from './drive-process.ts';
import type { DriveProcesses } from './drive-processes.ts';
import { processFor, requestFromProcess } from './drive-requests.ts';
import { type SavingRequest, savingReplySchema } from './saving-messages.ts';

/** A file that is written sequentially. */
export interface WritableFile {
  writeFile(data: string | Uint8Array): Promise<void>;
}

/**
 * Writes a file under a temporary name, then renames it. Rejects with the error of `fill` or of the system, and then
 * leaves no file. Rejects with `drive-not-responding` when the drive hangs; a `.part` file may then remain.
 */
export type WriteFileAtomically = (
  path: string,
  fill: (file: WritableFile) => Promise<void>,
) => Promise<void>;

/** Access to the files and folders in which exports are saved. */
export interface Saving {
  readonly writeFileAtomically: WriteFileAtomically;
  /** Lists the names in a folder. Rejects like {@link WriteFileAtomically}. */
  listNames(folder: string): Promise<string[]>;
  /** Returns the kind of entry at a path. Rejects with `drive-not-responding`. */
  kindOf(path: string): Promise<'file' | 'folder' | 'other' | 'nothing'>;
}

/** Bytes per message. */
const maxBytesPerMessage = 1024 * 1024;

/** Creates the access over the processes of the drives. */
export function createSaving(drives: DriveProcesses): Saving {
  const sendRequest = (process: DriveProcess, request: SavingRequest, options?: RequestOptions) =>
    requestFromProcess(process, request, savingReplySchema, options);

  return {
    async writeFileAtomically(path, fill) {
      const process = await processFor(drives, path);
      const session = process.openSession();
      try {
        await sendRequest(process, { ask: 'create', path }, { session });
        await fill({
          async writeFile(data) {
            const content = typeof data === 'string' ? Buffer.from(data) : data;
            for (let start = 0; start < content.length; start += maxBytesPerMessage) {
              // A copy, because a message includes all the memory behind a view.
              const bytes = new Uint8Array(content.subarray(start, start + maxBytesPerMessage));
              await sendRequest(process, { ask: 'append', bytes }, { session });
            }
          },
        });
      } catch (thrown) {
        // Errors of discarding are ignored, so that the original error is reported.
        await sendRequest(process, { ask: 'discard' }, { session, endsSession: true }).catch(() => undefined);
        throw thrown;
      }
      await sendRequest(process, { ask: 'finish' }, { session, endsSession: true });
    },
    async listNames(folder) {
      const reply = await sendRequest(await processFor(drives, folder), { ask: 'names', path: folder });
      return reply.answer === 'names' ? reply.names : [];
    },
    async kindOf(path) {
      const reply = await sendRequest(await processFor(drives, path), { ask: 'kind', path });
      return reply.answer === 'kind' ? reply.kind : 'nothing';
    },
  };
}
