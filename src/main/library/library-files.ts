/** @file An open library: its folder, key and manifest. */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PaydeskError } from '../../shared/errors.ts';
import type { Clock, Random } from '../platform.ts';
import { flushFolder, retryWhileLocked, writeError } from './files.ts';
import { type Entry, type Manifest, openManifest } from './manifest.ts';
import type { MasterKey } from './master-key.ts';
import { deriveKey } from './seal.ts';
import { type Grant, openSealed, type SealedContent } from './sealed-reader.ts';
import { type Pieces, writeSealed } from './sealed-writer.ts';

/** Result of comparing the folder with the manifest. */
export interface Findings {
  /** Entries whose file is missing. */
  readonly missing: readonly Entry[];
  /** Names of files that the manifest does not list. They are never opened. */
  readonly foreign: readonly string[];
}

export interface LibraryFiles {
  readonly manifest: Manifest;
  seal(kind: string, about: unknown, content: Pieces): Promise<Entry>;
  open(id: string): Promise<SealedContent>;
  grant(id: string): Promise<Grant>;
  describe(id: string, about: unknown): Promise<Entry>;
  remove(id: string): Promise<void>;
  check(): Promise<Findings>;
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
  ports: { readonly clock: Clock; readonly random: Random },
): Promise<LibraryFiles> {
  const files = join(folder, 'files');
  const wrapping = await deriveKey(master.key, master.libraryId, 'files');
  await mkdir(files, { recursive: true, mode: 0o700 }).catch((thrown: unknown) => {
    throw writeError(thrown);
  });
  const manifest = await openManifest(
    join(folder, 'manifest.sealed'),
    await deriveKey(master.key, master.libraryId, 'manifest'),
    master.libraryId,
    // Existing files prove that there was a manifest.
    (await readdir(files)).every((name) => systemFiles.has(name)),
  );
  const pathOf = (id: string) => join(files, `${id}${sealedExtension}`);
  const partOf = (id: string) => join(files, `${id}${partExtension}`);
  // After a power loss the file may have either name; the next start renames it.
  const place = (id: string) => retryWhileLocked(ports.clock, () => rename(partOf(id), pathOf(id)));

  /** Items whose removal is not written yet and must not be added again. */
  const pendingRemoval = new Set<string>();

  function entryOf(id: string): Entry {
    const entry = pendingRemoval.has(id) ? undefined : manifest.entries.get(id);
    if (entry === undefined)
      throw new PaydeskError('library-item-unknown', 'The library has no such item', {
        details: { item: id },
      });
    return entry;
  }

  function isRemoved(name: string): boolean {
    const id = name.slice(0, -sealedExtension.length);
    return name.endsWith(sealedExtension) && manifest.removed.has(id) && !manifest.entries.has(id);
  }

  const expected = (id: string) => {
    const { size, sha256, header } = entryOf(id);
    return { path: pathOf(id), id, size, sha256, header };
  };

  for (const name of await readdir(files)) {
    // The item was removed from the manifest, and a power loss restored its file.
    if (isRemoved(name)) await rm(join(files, name)).catch(() => undefined);
    if (!name.endsWith(partExtension)) continue;
    const id = name.slice(0, -partExtension.length);
    // Listed under its temporary name: Paydesk ended before the rename. Not listed: the file was never finished. A file
    // that another program locks is missing until the next start.
    if (manifest.entries.has(id)) await place(id).catch(() => undefined);
    else await rm(partOf(id), { force: true });
  }

  return {
    manifest,
    async seal(kind, about, content) {
      const id = ports.random.identifier();
      const part = partOf(id);
      const label = Buffer.from(JSON.stringify({ kind, about }));
      try {
        const written = await writeSealed(part, wrapping, id, label, content);
        // The name is flushed before it is listed, so that every listed file exists.
        await flushFolder(files);
        const entry: Entry = { id, kind, ...written, sealedAt: ports.clock.now(), about };
        await manifest.append({ change: 'add', entry });
        await place(id);
        return entry;
      } catch (thrown) {
        if (manifest.entries.has(id)) await manifest.append({ change: 'remove', id }).catch(() => undefined);
        // If the manifest could not be changed, the content stays; the next start renames the file.
        if (!manifest.entries.has(id)) await rm(part).catch(() => undefined);
        throw writeError(thrown);
      }
    },
    open: async (id) => openSealed(expected(id), { wrapping }),
    async grant(id) {
      const content = await openSealed(expected(id), { wrapping }, 'key');
      await content.close();
      return { ...expected(id), key: content.key };
    },
    async describe(id, about) {
      const entry: Entry = { ...entryOf(id), about };
      // Adding an item again replaces its metadata and keeps its position.
      await manifest.append({ change: 'add', entry });
      return entry;
    },
    async remove(id) {
      entryOf(id);
      pendingRemoval.add(id);
      try {
        await manifest.append({ change: 'remove', id });
      } finally {
        pendingRemoval.delete(id);
      }
      await rm(pathOf(id), { force: true });
    },
    async check() {
      const names = (await readdir(files)).filter((name) => !systemFiles.has(name));
      const there = new Set(names);
      const listed = [...manifest.entries.values()];
      const known = new Set(listed.map(({ id }) => `${id}${sealedExtension}`));
      return {
        missing: listed.filter(({ id }) => !there.has(`${id}${sealedExtension}`)),
        foreign: names.filter((name) => !known.has(name) && !name.endsWith(partExtension)),
      };
    },
    close: () => manifest.close(),
  };
}
