/** @file An open library: its folder, key and list of items. */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { z } from 'zod';
import { PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import type { Clock, Random } from '../../platform/platform.ts';
import type { Store } from '../store/store.ts';
import { addItem, type ItemKind, type ItemRow, itemKinds } from './database.ts';
import { flushFolder, removeFile, retryWhileLocked, toWriteError } from './files.ts';
import { type Entry, type LibraryItems, openLibraryItems } from './items.ts';
import { hasListFile } from './lost-marker.ts';
import type { MasterKey } from './master-key.ts';
import { deriveKey } from './seal.ts';
import { type Grant, openSealed, readUnlisted, type SealedContent } from './sealed-reader.ts';
import { type ContentChunks, writeSealed } from './sealed-writer.ts';

/** Records a stored item: `row` is written, and what belongs to it, in one transaction. */
export type SaveItem = (row: ItemRow, entry: Entry) => Promise<unknown>;

/** Differences between the folder and the list. */
interface FolderFindings {
  /** Identifiers of items whose file is missing. */
  readonly missingIds: readonly string[];
  /** Names of files that are not listed. They are never opened. */
  readonly foreignNames: readonly string[];
}

export interface LibraryFiles {
  readonly items: LibraryItems;
  /** Stores content. `save` writes the row of the item; by default it does nothing else. */
  seal(kind: ItemKind, metadata: unknown, content: ContentChunks, save?: SaveItem): Promise<Entry>;
  open(id: string): Promise<SealedContent>;
  createGrant(id: string): Promise<Grant>;
  remove(id: string): Promise<void>;
  compareWithList(): Promise<FolderFindings>;
  /** Lists complete files that are not listed, in the order in which they were written; others stay as they are. */
  listAgain(): Promise<void>;
}

const sealedExtension = '.sealed';
const partExtension = '.part';
/** Files that operating systems create in folders. */
const systemFiles = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** What the header of a file says about it. */
const labelSchema = z.object({ kind: z.enum(itemKinds), about: z.unknown() });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Opens the library in `folder`, and completes or removes unfinished work of an interrupted run. */
export async function openLibraryFiles(
  folder: string,
  master: MasterKey,
  deps: {
    readonly store: Store;
    readonly clock: Clock;
    readonly random: Random;
    /** Opens files although their list is lost, so that they can be listed again. */
    readonly mayListAgain?: boolean;
  },
): Promise<LibraryFiles> {
  const { store, clock, random } = deps;
  const filesFolder = join(folder, 'files');
  const wrappingKey = await deriveKey(master.key, master.libraryId, 'files');
  await mkdir(filesFolder, { recursive: true, mode: 0o700 }).catch((thrown: unknown) => {
    throw toWriteError(thrown);
  });
  // A new folder keeps its name, and what is forgotten below does not come back, also after a power loss.
  await flushFolder(folder);
  await flushFolder(filesFolder);
  const readNames = async () => (await readdir(filesFolder)).filter((name) => !systemFiles.has(name));
  const existingNames = await readNames();
  const items = await openLibraryItems(store, master);
  const hasSealedFiles = existingNames.some((name) => name.endsWith(sealedExtension));
  // Finished files prove that there was a list: a new one must not take its place.
  const isListLost = hasSealedFiles && items.kinds.size + items.removedIds.size === 0;
  if ((isListLost && deps.mayListAgain !== true) || (await hasListFile(folder)))
    throw new PaydeskError('library-damaged', 'The list of the library is lost');
  const sealedPathOf = (id: string) => join(filesFolder, `${id}${sealedExtension}`);
  const partPathOf = (id: string) => join(filesFolder, `${id}${partExtension}`);
  /** Listed items whose files keep their temporary names until the next start, because another program locks them. */
  const lockedIds = new Set<string>();
  const currentNameOf = (id: string) => `${id}${lockedIds.has(id) ? partExtension : sealedExtension}`;
  const currentPathOf = (id: string) => join(filesFolder, currentNameOf(id));
  /** Items being listed and renamed, by identifier. Others may read it from the database before, and wait. */
  const unfinished = new Map<string, Promise<unknown>>();

  /** The new name is not flushed: after a power loss the file may have its old one, and the next start renames it. */
  async function renamePartFile(id: string): Promise<void> {
    try {
      await retryWhileLocked(clock, () => rename(partPathOf(id), sealedPathOf(id)));
    } catch {
      lockedIds.add(id);
    }
  }

  async function findExpectedFile(id: string) {
    await unfinished.get(id);
    const { size, sha256, header } = await items.find(id);
    return { path: currentPathOf(id), id, size, sha256, header };
  }

  /** The names in the folder, until it is changed. */
  let unchangedNames: readonly string[] | null = existingNames;
  for (const name of existingNames) {
    if (items.removedIds.size === 0 && name.endsWith(sealedExtension)) continue;
    unchangedNames = null;
    const { name: id, ext: extension } = parse(name);
    // The item was removed, but its file was locked, or a power loss restored it.
    const isRemoved = extension === sealedExtension && items.removedIds.has(id);
    // The file of an item that is not listed was never finished. A locked file stays until the next start.
    if (isRemoved || (extension === partExtension && !items.kinds.has(id)))
      await rm(join(filesFolder, name)).catch(() => undefined);
    // A listed item still has its temporary name when Paydesk ended before the rename.
    else if (extension === partExtension) await renamePartFile(id);
  }
  if (items.removedIds.size > 0)
    await items.forgetRemoved(new Set(existingNames.map((name) => parse(name).name)));

  return {
    items,
    async seal(kind, about, content, save = (row) => store.run(addItem, row)) {
      unchangedNames = null;
      const id = random.identifier();
      const partPath = partPathOf(id);
      const label = Buffer.from(JSON.stringify({ kind, about }));
      let entry: Entry | null = null;
      try {
        const sealedFile = await writeSealed(partPath, wrappingKey, id, label, content);
        // The file's name is flushed before the item is listed, so that every listed item has a file.
        await flushFolder(filesFolder);
        const newEntry: Entry = { id, kind, ...sealedFile, sealedAt: clock.now(), about };
        entry = newEntry;
        const work = items.add(newEntry, (row) => save(row, newEntry)).then(() => renamePartFile(id));
        unfinished.set(
          id,
          work.catch(() => undefined),
        );
        await work;
        return newEntry;
      } catch (thrown) {
        // Without the database, it is unknown whether the item is listed: the next start renames or removes its file.
        const isUnknown = entry !== null && toPaydeskError(thrown).code === 'database-unavailable';
        if (!isUnknown) await rm(partPath).catch(() => undefined);
        throw toWriteError(thrown);
      } finally {
        unfinished.delete(id);
      }
    },
    open: async (id) => openSealed(await findExpectedFile(id), { wrappingKey }),
    async createGrant(id) {
      const file = await findExpectedFile(id);
      const content = await openSealed(file, { wrappingKey }, 'key');
      await content.close();
      return { ...file, key: content.key };
    },
    async remove(id) {
      unchangedNames = null;
      await unfinished.get(id);
      await items.remove(id);
      // A file that stays locked is removed at the next start.
      await removeFile(currentPathOf(id), clock);
    },
    async listAgain() {
      const names = (await readdir(filesFolder)).filter((name) => name.endsWith(sealedExtension));
      const unlisted: Entry[] = [];
      for (const { name: id, base } of names.map((name) => parse(name))) {
        if (items.kinds.has(id) || items.removedIds.has(id)) continue;
        const path = join(filesFolder, base);
        const file = await readUnlisted(path, id, wrappingKey).catch(() => null);
        const label = labelSchema.safeParse(
          file === null ? null : parseJson(file.label.toString('utf8')),
        ).data;
        if (file === null || label === undefined) continue;
        const { size, sha256, header } = file;
        unlisted.push({
          id,
          ...label,
          size,
          sha256,
          header,
          sealedAt: Math.round((await stat(path)).mtimeMs),
        });
      }
      for (const entry of unlisted.toSorted((one, other) => one.sealedAt - other.sealedAt))
        await items.add(entry, (row) => store.run(addItem, row));
    },
    async compareWithList() {
      const names = unchangedNames ?? (await readNames());
      unchangedNames = null;
      const foreignNames: string[] = [];
      let found = 0;
      for (const name of names) {
        const id = name.slice(0, name.lastIndexOf('.'));
        const isPart = name.endsWith(partExtension);
        const isSealed = name.endsWith(sealedExtension);
        const isListed = items.kinds.has(id);
        if (isListed && (lockedIds.has(id) ? isPart : isSealed)) found += 1;
        else if (!isPart && !(isListed && isSealed)) foreignNames.push(name);
      }
      if (found === items.kinds.size) return { missingIds: [], foreignNames };
      const presentNames = new Set(names);
      const missingIds = [...items.kinds.keys()].filter((id) => !presentNames.has(currentNameOf(id)));
      return { missingIds, foreignNames };
    },
  };
}
