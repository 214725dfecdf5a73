/**
 * @file What a watched folder of events is asked for. It may be on a share that hangs, so main asks the process of its
 * drive, where {@link localFolder} does the work. Each call enters the folder anew, and follows no link into it.
 */
import type { UsedEventFiles } from '../../../../shared/model/settings.ts';
import { enterFolder, type GuardedFolder, PlantedEntryError } from '../../../guarded-folder.ts';
import {
  archiveUsedFile,
  quarantineFile,
  readEventFile,
  removeLinksFromArchive,
  usedFolders,
} from './used-files.ts';

/** Files of which the names are known. */
const maxNames = 20_000;

/** A file to be read, and what is known of it. */
export interface FileToRead {
  readonly name: string;
  /** What it was like when it was read last. */
  readonly mark: string | null;
  readonly isDone: boolean;
}

/** A file as it is now. `bytes` are given only when it is as it was, and not done yet. */
export interface FoundEventFile {
  readonly mark: string;
  readonly bytes: Uint8Array | null;
}

/** What becomes of a file that does not stay. */
export type SettledDisposition =
  | { readonly kind: 'processed' }
  | { readonly kind: 'rejected'; readonly reason: string };

/** A folder. Every method rejects with `PlantedEntryError` for a link in its place, or as the system does. */
export interface EventFolder {
  names(): Promise<string[]>;
  /** Reads files, in order; `null` for one that cannot be read. */
  read(files: readonly FileToRead[]): Promise<(FoundEventFile | null)[]>;
  settle(name: string, disposition: SettledDisposition, usedFiles: UsedEventFiles): Promise<void>;
  /** Takes the links out of what was put away earlier. */
  sweep(usedFiles: UsedEventFiles): Promise<void>;
  /** The first folder in it that is a link, or another thing in its place; `null` when none is. */
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
  // A message between processes carries the whole memory behind its bytes.
  const bytes = read.mark === mark && !isDone ? new Uint8Array(read.bytes) : null;
  return { mark: read.mark, bytes };
}

async function linkIn(folder: GuardedFolder): Promise<string | null> {
  for (const name of Object.values(usedFolders)) {
    try {
      await (await folder.inside(name)).close();
    } catch (thrown) {
      if (thrown instanceof PlantedEntryError) return thrown.path;
    }
  }
  return null;
}

/** A folder that this process opens itself. `onProgress` hears that it gives something. */
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
          : quarantineFile(folder, name, disposition.reason),
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
