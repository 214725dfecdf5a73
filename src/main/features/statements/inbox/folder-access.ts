/**
 * @file Access to a watched folder. A share may hang; therefore main calls the process of the drive, which uses
 * {@link openLocalFolder}. Each call opens the folder anew, and follows no link.
 */
import type { UsedEventFiles } from '../../../../shared/model/session/managed.ts';
import {
  enterFolder,
  type GuardedFolder,
  type LinkGuards,
  systemGuards,
  UnexpectedEntryError,
} from '../../../files/guarded-folder.ts';
import type { EventFileVersion, FileToRead, FoundEventFile, SettledDisposition } from './folder-messages.ts';
import {
  archiveFolders,
  archiveUsedFile,
  readEventFile,
  rejectFile,
  removeLinksFromArchive,
} from './used-files.ts';

/** Maximum number of file names that are listed. */
const maxNames = 20_000;

/**
 * A watched folder. Every method rejects with `UnexpectedEntryError` when the path of the folder is a link, or with the
 * error of the system.
 */
export type EventFolder = ReturnType<typeof openLocalFolder>;

async function listEventFiles(folder: GuardedFolder, onProgress: () => void): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of await folder.entries()) {
    onProgress();
    if (entry.isFile() && /\.json$/i.test(entry.name) && !entry.name.startsWith('.')) found.push(entry.name);
    if (found.length >= maxNames) break;
  }
  return found.sort();
}

async function readFile(
  folder: GuardedFolder,
  { name, mark, isDone }: FileToRead,
): Promise<FoundEventFile | null> {
  const content = await readEventFile(folder, name).catch(() => null);
  if (content === null) return null;
  // A message between processes would copy the whole buffer of which `content.bytes` is a part.
  const bytes = content.version === mark && !isDone ? new Uint8Array(content.bytes) : null;
  return { mark: content.version, bytes };
}

async function findArchiveLink(folder: GuardedFolder): Promise<string | null> {
  for (const name of Object.values(archiveFolders)) {
    try {
      await (await folder.subfolder(name)).close();
    } catch (thrown) {
      if (thrown instanceof UnexpectedEntryError) return thrown.path;
    }
  }
  return null;
}

/** Opens a folder in this process. `onProgress` is called for every result. */
export function openLocalFolder(
  path: string,
  onProgress: () => void = () => undefined,
  guards: LinkGuards = systemGuards,
) {
  async function withFolder<Result>(work: (folder: GuardedFolder) => Promise<Result>): Promise<Result> {
    const folder = await enterFolder(path, guards);
    try {
      return await work(folder);
    } finally {
      await folder.close();
    }
  }

  return {
    listNames: () => withFolder((folder) => listEventFiles(folder, onProgress)),
    /** Reads files, in order; `null` for one that cannot be read. */
    readFiles: (files: readonly FileToRead[]) =>
      withFolder(async (folder) => {
        const found: (FoundEventFile | null)[] = [];
        for (const file of files) {
          found.push(await readFile(folder, file));
          onProgress();
        }
        return found;
      }),
    /** Archives or deletes a file. A file that has changed stays. */
    settle: (file: EventFileVersion, disposition: SettledDisposition, usedFiles: UsedEventFiles) =>
      withFolder((folder) =>
        disposition.kind === 'processed'
          ? archiveUsedFile(folder, file, usedFiles)
          : rejectFile(folder, file, disposition.reason),
      ),
    /** Removes download links from files that were archived earlier. */
    sweep: (usedFiles: UsedEventFiles) =>
      withFolder((folder) =>
        removeLinksFromArchive(folder, usedFiles, () => {
          onProgress();
          return false;
        }),
      ),
    /** Returns the path of the first archive folder that is a link or not a folder; `null` when there is none. */
    findLink: () => withFolder(findArchiveLink),
  };
}
