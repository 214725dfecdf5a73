/**
 * @file Writes a pack in the process of its drive: into a folder with a temporary name, which is renamed at the end. Others
 * may be able to write to the folder, so links are not followed and only what was created here is removed.
 */
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, lstat, readdir, rmdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { PackFolder } from '../../../shared/model/evidence.ts';
import {
  enterFolder,
  type GuardedFolder,
  type Identity,
  systemGuards,
  withoutLinks,
} from '../../files/guarded-folder.ts';
import { createTemporaryName } from '../../files/unique-names.ts';
import type { Clock } from '../../platform/platform.ts';
import { isMissingFileError, retryWhileLocked } from '../../storage/library/files.ts';
import { isPackPath } from './pack-path.ts';

/** Bytes between two flushes while a file is written, so that the last flush takes little time. */
const syncIntervalBytes = 8 * 1024 * 1024;

/** Returns an error with the code that the system has for a folder with content. */
const createTakenError = () => Object.assign(new Error('The folder is not empty'), { code: 'ENOTEMPTY' });

/** Returns what is at the path of a new pack; links are not followed. */
export async function findPlace(path: string): Promise<PackFolder['state']> {
  const status = await lstat(path).catch((thrown: unknown) => {
    if (isMissingFileError(thrown)) return null;
    throw thrown;
  });
  if (status === null) return 'new';
  return status.isDirectory() && (await readdir(path)).length === 0 ? 'empty' : 'taken';
}

interface OpenFile {
  readonly handle: FileHandle;
  readonly hash: Hash;
  size: number;
  unsyncedBytes: number;
}

/** A file that was created, or a folder, which has no identity: only an empty one is removed. */
interface CreatedEntry {
  readonly folders: readonly string[];
  readonly name: string;
  readonly identity: Identity | null;
}

/** A pack that is being written, one file after the other. */
export class UnfinishedPack {
  readonly #path: string;
  readonly #parent: GuardedFolder;
  readonly #root: GuardedFolder;
  readonly #clock: Clock;
  /** In the order of their creation. */
  readonly #created: CreatedEntry[] = [];
  readonly #folders = new Set<string>();
  #file: OpenFile | null = null;

  private constructor(path: string, parent: GuardedFolder, root: GuardedFolder, clock: Clock) {
    this.#path = path;
    this.#parent = parent;
    this.#root = root;
    this.#clock = clock;
  }

  /** Path of the folder with the temporary name. */
  get temporary(): string {
    return this.#root.path;
  }

  /** Begins a pack. Rejects with `ENOTEMPTY` when something other than an empty folder is at the path. */
  static async begin(path: string, clock: Clock, guards = systemGuards): Promise<UnfinishedPack> {
    if ((await findPlace(path)) === 'taken') throw createTakenError();
    const parent = await enterFolder(await withoutLinks(dirname(path), guards), guards);
    try {
      const root = await parent.createNewSubfolder(createTemporaryName(basename(path)));
      return new UnfinishedPack(path, parent, root, clock);
    } catch (thrown) {
      await parent.close();
      throw thrown;
    }
  }

  async beginFile(path: string): Promise<void> {
    if (!isPackPath(path)) throw new Error('The path is not allowed in a pack');
    const folders = path.split('/').slice(0, -1);
    const name = basename(path);
    await this.#inFolder(folders, async (folder) => {
      const handle = await folder.createNew(name, 0o666);
      this.#file = { handle, hash: createHash('sha256'), size: 0, unsyncedBytes: 0 };
      const { dev, ino } = await handle.stat({ bigint: true });
      this.#created.push({ folders, name, identity: { dev, ino } });
    });
  }

  async append(bytes: Uint8Array): Promise<void> {
    const file = this.#requireFile();
    await file.handle.writeFile(bytes);
    file.hash.update(bytes);
    file.size += bytes.length;
    file.unsyncedBytes += bytes.length;
    if (file.unsyncedBytes < syncIntervalBytes) return;
    await file.handle.datasync();
    file.unsyncedBytes = 0;
  }

  async endFile(): Promise<{ readonly size: number; readonly sha256: string }> {
    const { handle, hash, size } = this.#requireFile();
    await handle.sync();
    await this.#closeFile();
    return { size, sha256: hash.digest('hex') };
  }

  /** Gives the pack its name. Rejects with `ENOTEMPTY`; the pack must then be discarded. */
  async finish(): Promise<void> {
    for (const { folders, name, identity } of this.#created)
      if (identity === null) await this.#inFolder([...folders, name], (folder) => folder.flushNames());
    await this.#root.flushNames();
    // Windows does not replace an empty folder.
    if ((await findPlace(this.#path)) === 'empty') await rmdir(this.#path);
    if ((await findPlace(this.#path)) !== 'new') throw createTakenError();
    await retryWhileLocked(this.#clock, () =>
      this.#parent.renameSubfolder(basename(this.temporary), this.#root, basename(this.#path)),
    );
    await this.#parent.flushNames();
    await this.#closeFolders();
  }

  /**
   * Removes everything that was created; `onEntry` is called after each file and folder. Rejects when something remains:
   * a file that another one has replaced is not removed, nor is a folder with files of others.
   */
  async discard(onEntry: () => void): Promise<void> {
    await this.#closeFile().catch(() => undefined);
    const remove = () => this.#removeCreated(onEntry);
    try {
      await remove().catch(() => retryWhileLocked(this.#clock, remove));
    } finally {
      await this.#closeFolders();
    }
  }

  /** Removes entry by entry, because a drive may need long for all of them. Rejects with the first error. */
  async #removeCreated(onEntry: () => void): Promise<void> {
    const errors: unknown[] = [];
    const attempt = async (removal: Promise<void>) => {
      await removal.catch((thrown: unknown) => {
        if (!isMissingFileError(thrown)) errors.push(thrown);
      });
      onEntry();
    };
    for (const { folders, name, identity } of this.#created.toReversed())
      await attempt(
        this.#inFolder(folders, (folder) =>
          identity === null ? folder.removeSubfolder(name) : folder.removeSame(name, identity),
        ),
      );
    await attempt(this.#parent.removeSubfolder(basename(this.temporary)));
    if (errors.length > 0) throw errors[0];
  }

  /** Runs `work` in a folder of the pack, which is created if necessary. */
  async #inFolder(names: readonly string[], work: (folder: GuardedFolder) => Promise<void>): Promise<void> {
    const opened: GuardedFolder[] = [];
    try {
      let folder = this.#root;
      for (const [depth, name] of names.entries()) {
        const path = names.slice(0, depth + 1).join('/');
        folder = this.#folders.has(path)
          ? await folder.subfolder(name)
          : await folder.createNewSubfolder(name);
        opened.push(folder);
        if (this.#folders.has(path)) continue;
        this.#folders.add(path);
        this.#created.push({ folders: names.slice(0, depth), name, identity: null });
      }
      await work(folder);
    } finally {
      for (const folder of opened) await folder.close();
    }
  }

  async #closeFolders(): Promise<void> {
    await this.#root.close();
    await this.#parent.close();
  }

  async #closeFile(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    await file?.handle.close();
  }

  #requireFile(): OpenFile {
    if (this.#file === null) throw new Error('No file of the pack is open');
    return this.#file;
  }
}
