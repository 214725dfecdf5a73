/** @file Writes files through the process of their drive (ADR 0013). */
import { PaydeskError } from '../../shared/errors.ts';
import { toWriteError } from '../storage/library/files.ts';
import type { DriveProcess, RequestOptions } from './drive-process.ts';
import type { DriveProcesses } from './drive-processes.ts';
import { processFor, requestFromProcess } from './drive-requests.ts';
import { type SavingRequest, savingReplySchema } from './saving-messages.ts';

/** A file that is written sequentially. */
export interface WritableFile {
  writeFile(data: string | Uint8Array): Promise<void>;
}

/**
 * Writes a file under a temporary name, then renames it. Rejects like {@link withSaveErrors}, and then leaves no file.
 * Rejects with `drive-not-responding` when the drive hangs; a `.part` file may then remain.
 */
export type WriteFileAtomically = (
  path: string,
  fill: (file: WritableFile) => Promise<void>,
) => Promise<void>;

/** Access to the files and folders in which exports are saved. */
export interface Saving {
  readonly writeFileAtomically: WriteFileAtomically;
  /** Creates a folder in an existing one. Rejects like {@link withSaveErrors}, also when its name is taken. */
  createFolder(path: string): Promise<void>;
  /** Lists the names in a folder. Rejects like {@link withSaveErrors}. */
  listNames(folder: string): Promise<string[]>;
  /** Returns the kind of entry at a path. Rejects with `drive-not-responding`. */
  kindOf(path: string): Promise<'file' | 'folder' | 'other' | 'nothing'>;
}

/** Rejects with `disk-full` or `file-not-written` for an error of the system; a {@link PaydeskError} is unchanged. */
export async function withSaveErrors<Result>(saving: Promise<Result>): Promise<Result> {
  try {
    return await saving;
  } catch (thrown) {
    const error = toWriteError(thrown);
    throw error instanceof PaydeskError
      ? error
      : new PaydeskError('file-not-written', 'The file could not be written');
  }
}

/** Bytes per message. */
const maxBytesPerMessage = 1024 * 1024;

/** Creates the access over the processes of the drives. */
export function createSaving(drives: DriveProcesses): Saving {
  const sendRequest = (process: DriveProcess, request: SavingRequest, options?: RequestOptions) =>
    requestFromProcess(process, request, savingReplySchema, options);

  async function write(path: string, fill: (file: WritableFile) => Promise<void>): Promise<void> {
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
  }

  async function makeFolder(path: string): Promise<void> {
    await sendRequest(await processFor(drives, path), { ask: 'folder', path });
  }

  async function readNames(folder: string): Promise<string[]> {
    const reply = await sendRequest(await processFor(drives, folder), { ask: 'names', path: folder });
    return reply.answer === 'names' ? reply.names : [];
  }

  return {
    writeFileAtomically: (path, fill) => withSaveErrors(write(path, fill)),
    createFolder: (path) => withSaveErrors(makeFolder(path)),
    listNames: (folder) => withSaveErrors(readNames(folder)),
    async kindOf(path) {
      const reply = await sendRequest(await processFor(drives, path), { ask: 'kind', path });
      return reply.answer === 'kind' ? reply.kind : 'nothing';
    },
  };
}
