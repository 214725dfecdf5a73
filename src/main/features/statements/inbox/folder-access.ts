/**
 * @file Access to a watched folder. The folder may be on a share that hangs, so main calls the process of its drive,
 * where {@link localFolder} does the work. Each call opens the folder anew, and follows no link.
 */
import type { UsedEventFiles } from '../../../../shared/model/settings.ts';
import { enterFolder, type GuardedFolder, UnexpectedEntryError } from '../../../guarded-folder.ts';
import {
  archiveFolders,
  archiveUsedFile,
  readEventFile,
  rejectFile,
  removeLinksFromArchive,
} from './used-files.ts';

/** Maximum number of file names that are listed. */
const maxNames = 20_000;

/** A file to read, with its last known version. */
export interface FileToRead {
  readonly name: string;
  /** Size and time at the last read. */
  readonly mark: string | null;
  readonly isDone: boolean;
}

/** The current version of a file. `bytes` is set only when the file is unchanged and not done yet. */
export interface FoundEventFile {
  readonly mark: string;
  readonly bytes: Uint8Array | null;
}

/** What happens to a file that is removed from the folder. */
export type SettledDisposition =
  | { readonly kind: 'processed' }
  | { readonly kind: 'rejected'; readonly reason: string };

/**
 * A watched folder. Every method rejects with `UnexpectedEntryError` when a link is in its place, or with the error of the
 * system.
 */
export interface EventFolder {
  names(): Promise<string[]>;
  /** Reads files, in order; `null` for one that cannot be read. */
  read(files: readonly FileToRead[]): Promise<(FoundEventFile | null)[]>;
  settle(name: string, disposition: SettledDisposition, usedFiles: UsedEventFiles): Promise<void>;
  /** Removes download links from files that were archived earlier. */
  sweep(usedFiles: UsedEventFiles): Promise<void>;
  /** Returns the path of the first archive folder that is a link or not a folder; `null` when there is none. */
  findLink(): Promise<string | null>;
}

async function namesIn(folder: GuardedFolder, onProgress: () => void): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of await folder.entries()) {
    onProgress();
    if (entry.isFile() && /\.json$/i.test(entry.name) && !entry.name.startsWith('.')) found.push(entry.name);
    if (found.length >= maxNames) break;
  }
  return found.sort();
}

async function readOne(
  folder: GuardedFolder,
  { name, mark, isDone }: FileToRead,
): Promise<FoundEventFile | null> {
  const read = await readEventFile(folder, name).catch(() => null);
  if (read === null) return null;
  // A message between processes copies the whole buffer behind its bytes.
  const bytes = read.version === mark && !isDone ? new Uint8Array(read.bytes) : null;
  return { mark: read.version, bytes };
}

async function linkIn(folder: GuardedFolder): Promise<string | null> {
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
export function localFolder(path: string, onProgress: () => void = () => undefined): EventFolder {
  async function within<Result>(work: (folder: GuardedFolder) => Promise<Result>): Promise<Result> {
    const folder = await enterFolder(path);
    try {
      return await work(folder);
    } finally {
      await folder.close();
    }
  }

  return {
    names: () => within((folder) => namesIn(folder, onProgress)),
    read: (files) =>
      within(async (folder) => {
        const found: (FoundEventFile | null)[] = [];
        for (const file of files) {
          found.push(await readOne(folder, file));
          onProgress();
        }
        return found;
      }),
    settle: (name, disposition, usedFiles) =>
      within((folder) =>
        disposition.kind === 'processed'
          ? archiveUsedFile(folder, name, usedFiles)
          : rejectFile(folder, name, disposition.reason),
      ),
    sweep: (usedFiles) =>
      within((folder) =>
        removeLinksFromArchive(
          folder,
          () => usedFiles,
          () => {
            onProgress();
            return false;
          },
        ),
      ),
    findLink: () => within(linkIn),
  };
}
