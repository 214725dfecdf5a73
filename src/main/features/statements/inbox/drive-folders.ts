/** @file Opens watched folders from main, in the process of their drive (ADR 0013). */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { DriveProcesses } from '../../../files/drive-processes.ts';
import { processFor, requestFromProcess } from '../../../files/drive-requests.ts';
import type { EventFolder } from './folder-access.ts';
import { type FolderReply, type FolderRequest, folderReplySchema } from './folder-messages.ts';

/** Opens watched folders. */
export type EventFolders = ReturnType<typeof createEventFolders>;

function throwUnexpectedReply(reply: FolderReply): never {
  throw new PaydeskError('unexpected', `The process of the drive answered ${reply.answer}`);
}

/** Creates the access to folders over the processes of the drives. */
export function createEventFolders(drives: DriveProcesses) {
  async function sendRequest(request: FolderRequest, signal?: AbortSignal) {
    return requestFromProcess(await processFor(drives, request.path), request, folderReplySchema, { signal });
  }

  return {
    /** Opens a folder. All pending calls reject with `cancelled` when the signal is aborted. */
    open(path: string, signal: AbortSignal): EventFolder {
      return {
        async listNames() {
          const reply = await sendRequest({ ask: 'event-names', path }, signal);
          return reply.answer === 'names' ? reply.names : throwUnexpectedReply(reply);
        },
        async readFiles(files) {
          const reply = await sendRequest({ ask: 'event-files', path, files: [...files] }, signal);
          return reply.answer === 'files' ? reply.files : throwUnexpectedReply(reply);
        },
        async settle(file, disposition, usedFiles) {
          await sendRequest({ ask: 'event-settled', path, file, disposition, usedFiles }, signal);
        },
        async sweep(usedFiles) {
          await sendRequest({ ask: 'event-sweep', path, usedFiles }, signal);
        },
        async findLink() {
          const reply = await sendRequest({ ask: 'event-link', path }, signal);
          return reply.answer === 'path' ? reply.path : throwUnexpectedReply(reply);
        },
      };
    },
    /** Resolves the links in the path of a folder that the clerk chose. Rejects with `drive-not-responding`. */
    async resolveLinks(path: string): Promise<string> {
      const reply = await sendRequest({ ask: 'event-folder', path });
      return reply.answer === 'path' && reply.path !== null ? reply.path : throwUnexpectedReply(reply);
    },
  };
}
