/** @file An open library: its folder, key and manifest. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { PaydeskError } from '../../../shared/errors.ts';
import type { Clock, Random } from '../../platform/platform.ts';
import { flushFolder, retryWhileLocked, toWriteError } from './files.ts';
import { type Entry, type Manifest, openManifest } from './manifest.ts';
import type { MasterKey } from './master-key.ts';
import { deriveKey } from './seal.ts';
import { type Grant, openSealed, type SealedContent } from './sealed-reader.ts';
import { type ContentChunks, writeSealed } from './sealed-writer.ts';

/** Differences between the folder and the manifest. */
interface FolderFindings {
  /** Entries whose file is missing. */
  readonly missingEntries: readonly Entry[];
  /** Names of files that the manifest does not list. They are never opened. */
  readonly foreignNames: readonly string[];
}

export interface LibraryFiles {
  readonly manifest: Manifest;
  seal(kind: string, metadata: unknown, content: ContentChunks): Promise<Entry>;
  open(id: string): Promise<SealedContent>;
  createGrant(id: string): Promise<Grant>;
  replaceMetadata(id: string, metadata: unknown): Promise<Entry>;
  remove(id: string): Promise<void>;
  compareWithManifest(): Promise<FolderFindings>;
  close(): Promise<void>;
}

const sealedExtension = '.sealed';
const partExtension = '.part';
/** Files that operating systems create in folders. */
const systemFiles = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** Opens the library in `folder`, and completes or removes unfinished work of an interrupted run. */
export async function openLibraryFiles(
  folder: string,
  master: MasterKey,
  deps: { readonly clock: Clock; readonly random: Random },
): Promise<LibraryFiles> {
  const filesFolder = join(folder, 'files');
  const wrappingKey = await deriveKey(master.key, master.libraryId, 'files');
  await mkdir(filesFolder, { recursive: true, mode: 0o700 }).catch((thrown: unknown) => {
    throw toWriteError(thrown);
  });
  // The manifest may forget the removal of an item whose file is gone, also after a power loss.
  await flushFolder(filesFolder);
  const existingNames = (await readdir(filesFolder)).filter((name) => !systemFiles.has(name));
  const manifest = await openManifest(
    join(folder, 'manifest.sealed'),
    await deriveKey(master.key, master.libraryId, 'manifest'),
    master.libraryId,
    {
      // A new manifest may be created only in an empty folder: existing files prove that there was a manifest.
      mayCreate: existingNames.length === 0,
      fileIds: new Set(existingNames.map((name) => parse(name).name)),
    },
  );
  const sealedPathOf = (id: string) => join(filesFolder, `${id}${sealedExtension}`);
  const partPathOf = (id: string) => join(filesFolder, `${id}${partExtension}`);
  // The new name is not flushed: after a power loss the file may have its old name again, and the next start renames it.
  const renamePartFile = (id: string) =>
    retryWhileLocked(deps.clock, () => rename(partPathOf(id), sealedPathOf(id)));

  /** IDs of items whose removal is not written yet; they must not be added again. */
  const pendingRemovals = new Set<string>();

  function requireEntry(id: string): Entry {
    const entry = pendingRemovals.has(id) ? undefined : manifest.entries.get(id);
    if (entry === undefined)
      throw new PaydeskError('library-item-unknown', 'The library has no such item', {
        details: { item: id },
      });
    return entry;
  }

  function isFileOfRemovedItem(name: string): boolean {
    const id = name.slice(0, -sealedExtension.length);
    return name.endsWith(sealedExtension) && manifest.removedIds.has(id) && !manifest.entries.has(id);
  }

  const getExpectedFile = (id: string) => {
    const { size, sha256, header } = requireEntry(id);
    return { path: sealedPathOf(id), id, size, sha256, header };
  };

  for (const name of existingNames) {
    // The item was removed from the manifest, and a power loss restored its file.
    if (isFileOfRemovedItem(name)) await rm(join(filesFolder, name)).catch(() => undefined);
    if (!name.endsWith(partExtension)) continue;
    const id = name.slice(0, -partExtension.length);
    // A listed item still has its temporary name when Paydesk ended before the rename. The file of an item that is not
    // listed was never finished. A file that another program locks is missing until the next start.
    if (manifest.entries.has(id)) await renamePartFile(id).catch(() => undefined);
    else await rm(partPathOf(id), { force: true });
  }

  return {
    manifest,
    async seal(kind, metadata, content) {
      const id = deps.random.identifier();
      const partPath = partPathOf(id);
      const label = Buffer.from(JSON.stringify({ kind, about: metadata }));
      try {
        const sealedFile = await writeSealed(partPath, wrappingKey, id, label, content);
        // The file's name is flushed before the item is listed, so that every listed item has a file.
        await flushFolder(filesFolder);
        const entry: Entry = { id, kind, ...sealedFile, sealedAt: deps.clock.now(), about: metadata };
        await manifest.append({ change: 'add', entry });
        await renamePartFile(id);
        return entry;
      } catch (thrown) {
        if (manifest.entries.has(id)) await manifest.append({ change: 'remove', id }).catch(() => undefined);
        // If the item could not be removed from the manifest, the content stays, and the next start renames the file.
        if (!manifest.entries.has(id)) await rm(partPath).catch(() => undefined);
        throw toWriteError(thrown);
      }
    },
    open: async (id) => openSealed(getExpectedFile(id), { wrappingKey }),
    async createGrant(id) {
      const content = await openSealed(getExpectedFile(id), { wrappingKey }, 'key');
      await content.close();
      return { ...getExpectedFile(id), key: content.key };
    },
    async replaceMetadata(id, metadata) {
      const entry: Entry = { ...requireEntry(id), about: metadata };
      // Adding an item again replaces its metadata and keeps its position.
      await manifest.append({ change: 'add', entry });
      return entry;
    },
    async remove(id) {
      requireEntry(id);
      pendingRemovals.add(id);
      try {
        await manifest.append({ change: 'remove', id });
      } finally {
        pendingRemovals.delete(id);
      }
      await rm(sealedPathOf(id), { force: true });
    },
    async compareWithManifest() {
      const names = (await readdir(filesFolder)).filter((name) => !systemFiles.has(name));
      const existingNames = new Set(names);
      const listedEntries = [...manifest.entries.values()];
      const listedNames = new Set(listedEntries.map(({ id }) => `${id}${sealedExtension}`));
      return {
        missingEntries: listedEntries.filter(({ id }) => !existingNames.has(`${id}${sealedExtension}`)),
        foreignNames: names.filter((name) => !listedNames.has(name) && !name.endsWith(partExtension)),
      };
    },
    close: () => manifest.close(),
  };
}
