/** @file Writes a pack in the process of its drive: into a folder with a temporary name, which is renamed at the end. */
import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PackFolder } from '../../../shared/model/evidence.ts';
import type { Clock } from '../../platform/platform.ts';
import { flushFolder, isMissingFileError, retryWhileLocked } from '../../storage/library/files.ts';
import { isPackPath } from './pack-path.ts';

/** Bytes between two flushes while a file is written, so that the last flush takes little time. */
const syncIntervalBytes = 8 * 1024 * 1024;
const createFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** An error with the code that the system has for a folder with content. */
class FolderTakenError extends Error {
  override readonly name = 'FolderTakenError';
  readonly code = 'ENOTEMPTY';
}

/** Returns what is at the path of a new pack; links are not followed. */
export async function findPlace(path: string): Promise<PackFolder['state']> {
  const status = await lstat(path).catch((thrown: unknown) => {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return null;
    throw thrown;
  });
  if (status === null) return 'new';
  return status.isDirectory() && (await readdir(path)).length === 0 ? 'empty' : 'taken';
}

async function createTemporaryFolder(path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const temporary = number === 1 ? `${path}.part` : `${path}.${number}.part`;
    try {
      await mkdir(temporary);
      return temporary;
    } catch (thrown) {
      if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown;
    }
  }
}

/**
 * Removes a folder file by file, because a drive may need long for all of them; `onEntry` is called after each. Continues
 * after an error and rejects with the first.
 */
async function removeFolder(path: string, onEntry: () => void): Promise<void> {
  const errors: unknown[] = [];
  const attempt = (removal: Promise<void>) =>
    removal.catch((thrown: unknown) => {
      if (!isMissingFileError(thrown)) errors.push(thrown);
    });
  const entries = await readdir(path, { withFileTypes: true }).catch((thrown: unknown) => {
    if (isMissingFileError(thrown)) return null;
    throw thrown;
  });
  if (entries === null) return;
  for (const entry of entries) {
    const inner = join(path, entry.name);
    await attempt(entry.isDirectory() ? removeFolder(inner, onEntry) : rm(inner));
    onEntry();
  }
  if (errors.length === 0) await attempt(rmdir(path));
  if (errors.length > 0) throw errors[0];
}

interface OpenFile {
  readonly handle: FileHandle;
  readonly hash: Hash;
  size: number;
  unsyncedBytes: number;
}

/** A pack that is being written, one file after the other. */
export class UnfinishedPack {
  readonly #path: string;
  readonly #temporary: string;
  readonly #clock: Clock;
  readonly #folders = new Set<string>();
  #file: OpenFile | null = null;

  private constructor(path: string, temporary: string, clock: Clock) {
    this.#path = path;
    this.#temporary = temporary;
    this.#clock = clock;
  }

  /** Path of the folder with the temporary name. */
  get temporary(): string {
    return this.#temporary;
  }

  /** Begins a pack. Rejects with `ENOTEMPTY` when something other than an empty folder is at the path. */
  static async begin(path: string, clock: Clock): Promise<UnfinishedPack> {
    if ((await findPlace(path)) === 'taken') throw new FolderTakenError('The folder is not empty');
    return new UnfinishedPack(path, await createTemporaryFolder(path), clock);
  }

  async beginFile(path: string): Promise<void> {
    if (!isPackPath(path)) throw new Error('The path is not allowed in a pack');
    const folders = path.split('/').slice(0, -1);
    for (const depth of folders.keys()) {
      const folder = join(this.#temporary, ...folders.slice(0, depth + 1));
      if (!this.#folders.has(folder)) await mkdir(folder);
      this.#folders.add(folder);
    }
    const handle = await open(join(this.#temporary, ...path.split('/')), createFlags, 0o666);
    this.#file = { handle, hash: createHash('sha256'), size: 0, unsyncedBytes: 0 };
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
    for (const folder of [...this.#folders, this.#temporary]) await flushFolder(folder);
    // Windows does not replace an empty folder.
    if ((await findPlace(this.#path)) === 'empty') await rmdir(this.#path);
    if ((await findPlace(this.#path)) !== 'new') throw new FolderTakenError('The folder is not empty');
    await retryWhileLocked(this.#clock, () => rename(this.#temporary, this.#path));
    await flushFolder(dirname(this.#path));
  }

  /** Removes everything that was written; `onEntry` is called after each file and folder. */
  async discard(onEntry: () => void): Promise<void> {
    await this.#closeFile().catch(() => undefined);
    const remove = () => removeFolder(this.#temporary, onEntry);
    await remove().catch(() => retryWhileLocked(this.#clock, remove));
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
