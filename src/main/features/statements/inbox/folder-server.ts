/** @file Opens watched folders of events in the process of their drive. */
import { toFailed } from '../../../files/failure.ts';
import type { FileServer } from '../../../files/file-worker.ts';
import { withoutLinks } from '../../../files/guarded-folder.ts';
import { openLocalFolder } from './folder-access.ts';
import { type FolderReply, type FolderRequest, folderRequestSchema } from './folder-messages.ts';

async function answer(request: FolderRequest, onProgress: () => void): Promise<FolderReply> {
  const folder = openLocalFolder(request.path, onProgress);
  switch (request.ask) {
    case 'event-names':
      return { answer: 'names', names: await folder.listNames() };
    case 'event-files':
      return { answer: 'files', files: await folder.readFiles(request.files) };
    case 'event-settled':
      await folder.settle(request.file, request.disposition, request.usedFiles);
      return { answer: 'done' };
    case 'event-sweep':
      await folder.sweep(request.usedFiles);
      return { answer: 'done' };
    case 'event-link':
      return { answer: 'path', path: await folder.findLink() };
    case 'event-folder':
      return { answer: 'path', path: await withoutLinks(request.path) };
  }
}

/** Creates the server for requests about watched folders. */
export function createFolderServer(): FileServer {
  return {
    answer(body, { onProgress }) {
      const request = folderRequestSchema.safeParse(body);
      if (!request.success) return null;
      return answer(request.data, () => onProgress()).catch(toFailed);
    },
  };
}
