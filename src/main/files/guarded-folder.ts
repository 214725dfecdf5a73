/**
 * @file Safe access to files in folders where other people can place links and pipes, such as a share. A folder is
 * opened without following links and then pinned, so that a link created later cannot redirect an operation: Linux
 * addresses the open folder itself; other systems compare the folder at the path before and after each step.
 */
import type { BigIntStats, Dir } from 'node:fs';
import { constants } from 'node:fs';
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  opendir,
  readlink,
  realpath,
  rename,
  rmdir,
  unlink,
} from 'node:fs/promises';
import { join, parse, relative, resolve, sep } from 'node:path';
import { systemClock } from '../concurrency/clock.ts';
import type { Clock } from '../platform/platform.ts';
import { retryWhileLocked } from '../storage/library/files.ts';
import { splitName } from './unique-names.ts';

/** Protection of the system against other people's links and pipes. */
export interface LinkGuards {
  /** Flag of `open` that refuses links; 0 on Windows, where the opened file is compared with the one at the path. */
  readonly noFollow: number;
  /** Flag of `open` that does not block on pipes; 0 on Windows, whose folders contain no pipes. */
  readonly nonBlock: number;
  /** Folder in which open files can be addressed by descriptor, or `null`. */
  readonly descriptorFolder: string | null;
  /** True for an account whose links are trusted as part of the system, such as `/var` on macOS. */
  readonly isSystemAccount: (uid: bigint) => boolean;
  /** Rejects while any program has the file open, where the system can say so: on Windows. */
  readonly requireUnused: (path: string) => Promise<void>;
}

/** Flag of libuv, which ignores the flag on other systems: the file is not shared with any other opener. */
const exclusiveOnWindows = 0x10000000;

/** The protection of this system. */
export const systemGuards: LinkGuards = {
  noFollow: constants.O_NOFOLLOW ?? 0,
  nonBlock: constants.O_NONBLOCK ?? 0,
  descriptorFolder: process.platform === 'linux' ? '/proc/self/fd' : null,
  // On Windows every file has the user ID 0, and a program run by root would trust its own links.
  isSystemAccount: (uid) => uid === 0n && (process.getuid?.() ?? 0) !== 0,
  async requireUnused(path) {
    if (process.platform === 'win32')
      await (await open(path, constants.O_RDONLY | exclusiveOnWindows)).close();
  },
};

/** A link or another unexpected entry is at the path of a file or folder. */
export class UnexpectedEntryError extends Error {
  override readonly name = 'UnexpectedEntryError';
  readonly path: string;

  constructor(path: string) {
    super('A link or something else stands in the place of a file or folder');
    this.path = path;
  }
}

function hasCode(thrown: unknown, ...codes: readonly string[]): boolean {
  return thrown instanceof Error && 'code' in thrown && codes.includes(String(thrown.code));
}

/** What stays the same of a file or folder when it is renamed. */
export type Identity = Pick<BigIntStats, 'dev' | 'ino'>;

function isSameFile(first: Identity, second: Identity): boolean {
  return first.dev === second.dev && first.ino === second.ino;
}

/**
 * Opens a regular file for reading without ever blocking. Rejects with {@link UnexpectedEntryError} for a link, pipe,
 * socket, device or folder, or with the system's error. `links` decides whether a link to a file is accepted.
 */
export async function openRegularFile(
  path: string,
  links: 'follow' | 'refuse',
  guards: LinkGuards = systemGuards,
): Promise<FileHandle> {
  const shouldRefuseLinks = links === 'refuse';
  const statusBefore =
    shouldRefuseLinks && guards.noFollow === 0 ? await lstat(path, { bigint: true }) : null;
  if (statusBefore !== null && !statusBefore.isFile()) throw new UnexpectedEntryError(path);
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | guards.nonBlock | (shouldRefuseLinks ? guards.noFollow : 0));
  } catch (thrown) {
    // A link, a socket or, on Windows, a folder.
    throw hasCode(thrown, 'ELOOP', 'EMLINK', 'ENXIO', 'EISDIR') ? new UnexpectedEntryError(path) : thrown;
  }
  try {
    const status = await file.stat({ bigint: true });
    if (!status.isFile() || (statusBefore !== null && !isSameFile(statusBefore, status)))
      throw new UnexpectedEntryError(path);
    return file;
  } catch (thrown) {
    await file.close();
    throw thrown;
  }
}

/** A pinned folder. Must be closed. */
export class GuardedFolder {
  /** The path as the clerk knows it. */
  readonly path: string;
  readonly #accessPath: string;
  readonly #handle: FileHandle | null;
  readonly #identity: BigIntStats;
  readonly #guards: LinkGuards;

  private constructor(
    path: string,
    accessPath: string,
    handle: FileHandle | null,
    identity: BigIntStats,
    guards: LinkGuards,
  ) {
    this.path = path;
    this.#accessPath = accessPath;
    this.#handle = handle;
    this.#identity = identity;
    this.#guards = guards;
  }

  /** Opens the folder at a path whose parents are known to contain no links of other people. */
  static async enter(path: string, accessPath: string, guards: LinkGuards): Promise<GuardedFolder> {
    const identity = await lstat(accessPath, { bigint: true });
    if (!identity.isDirectory()) throw new UnexpectedEntryError(path);
    if (guards.descriptorFolder === null) return new GuardedFolder(path, accessPath, null, identity, guards);
    const flags = constants.O_RDONLY | constants.O_DIRECTORY | guards.noFollow | guards.nonBlock;
    const handle = await open(accessPath, flags).catch((thrown: unknown) => {
      throw hasCode(thrown, 'ELOOP', 'ENOTDIR') ? new UnexpectedEntryError(path) : thrown;
    });
    try {
      if (!isSameFile(identity, await handle.stat({ bigint: true }))) throw new UnexpectedEntryError(path);
      return new GuardedFolder(
        path,
        join(guards.descriptorFolder, String(handle.fd)),
        handle,
        identity,
        guards,
      );
    } catch (thrown) {
      await handle.close();
      throw thrown;
    }
  }

  /** Opens a subfolder. Rejects with {@link UnexpectedEntryError} when a link or a file is at its path. */
  async subfolder(name: string): Promise<GuardedFolder> {
    await this.#verify();
    return GuardedFolder.enter(join(this.path, name), join(this.#accessPath, name), this.#guards);
  }

  /** Opens a subfolder and creates it if necessary. */
  async createSubfolder(name: string): Promise<GuardedFolder> {
    return this.createNewSubfolder(name).catch((thrown: unknown) => {
      if (!hasCode(thrown, 'EEXIST')) throw thrown;
      return this.subfolder(name);
    });
  }

  /** Creates and opens a subfolder; rejects with `EEXIST` when there is anything with its name. */
  async createNewSubfolder(name: string): Promise<GuardedFolder> {
    await this.#verify();
    await mkdir(join(this.#accessPath, name));
    return this.subfolder(name);
  }

  /** Removes an empty subfolder; a link is not followed. */
  async removeSubfolder(name: string): Promise<void> {
    await this.#verify();
    await rmdir(join(this.#accessPath, name));
  }

  /** Gives an opened subfolder another name, which only an empty folder may have. */
  async renameSubfolder(name: string, subfolder: GuardedFolder, newName: string): Promise<void> {
    await this.#verify();
    const path = join(this.#accessPath, name);
    if (!isSameFile(await lstat(path, { bigint: true }), subfolder.#identity))
      throw new UnexpectedEntryError(subfolder.path);
    await rename(path, join(this.#accessPath, newName));
  }

  /** Opens the folder's listing. */
  async entries(): Promise<Dir> {
    await this.#verify();
    return opendir(this.#accessPath);
  }

  /** Opens a regular file of the folder for reading; rejects like {@link openRegularFile}. */
  async open(name: string): Promise<FileHandle> {
    await this.#verify();
    const file = await openRegularFile(join(this.#accessPath, name), 'refuse', this.#guards);
    try {
      await this.#verify();
      return file;
    } catch (thrown) {
      await file.close();
      throw thrown;
    }
  }

  /** Opens a file that is to be removed; rejects like `open`, and while another program uses the file on Windows. */
  async openUnused(name: string): Promise<FileHandle> {
    await (await this.open(name)).close();
    await this.#guards.requireUnused(join(this.#accessPath, name));
    return this.open(name);
  }

  /** Creates a file for writing; adds a number to the name when another file has it. */
  async create(name: string): Promise<{ readonly name: string; readonly file: FileHandle }> {
    const { stem, extension } = splitName(name);
    for (let number = 0; ; number += 1) {
      const candidate = `${stem}${number === 0 ? '' : ` (${number})`}${extension}`;
      const file = await this.createNew(candidate, 0o600).catch((thrown: unknown) => {
        if (hasCode(thrown, 'EEXIST')) return null;
        throw thrown;
      });
      if (file !== null) return { name: candidate, file };
    }
  }

  /** Creates a file for writing; rejects with `EEXIST` when there is anything with its name. */
  async createNew(name: string, mode: number): Promise<FileHandle> {
    await this.#verify();
    const path = join(this.#accessPath, name);
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | this.#guards.noFollow;
    const file = await open(path, flags, mode);
    try {
      await this.#verify();
      return file;
    } catch (thrown) {
      // The folder was replaced: the created, empty file is removed unless another file has its name.
      await removeIfSame(path, await file.stat({ bigint: true })).catch(() => undefined);
      await file.close();
      throw thrown;
    }
  }

  /**
   * Writes a complete file or no file, and flushes its content and its name. Adds a number to the name when another file
   * has it. Returns the final name.
   */
  async write(name: string, text: string): Promise<string> {
    const { name: createdName, file } = await this.create(name);
    try {
      await file.writeFile(text);
      await file.sync();
      await this.flushNames();
      return createdName;
    } catch (thrown) {
      await this.remove(createdName, file).catch(() => undefined);
      throw thrown;
    } finally {
      await file.close();
    }
  }

  /**
   * Flushes the names in the folder to disk. Windows has no such call and needs none; some shares do not support it.
   */
  async flushNames(): Promise<void> {
    if (this.#guards.noFollow === 0) return;
    const flags = constants.O_RDONLY | constants.O_DIRECTORY | this.#guards.noFollow | this.#guards.nonBlock;
    const folderHandle = this.#handle ?? (await open(this.#accessPath, flags).catch(() => null));
    await folderHandle?.sync().catch(() => undefined);
    if (folderHandle !== this.#handle) await folderHandle?.close();
  }

  /** Removes a regular file by name. */
  async removeByName(name: string): Promise<void> {
    const file = await this.open(name);
    try {
      await this.remove(name, file);
    } finally {
      await file.close();
    }
  }

  /** Removes an opened file; rejects when another file has its name meanwhile. */
  async remove(name: string, file: FileHandle): Promise<void> {
    await this.removeSame(name, await file.stat({ bigint: true }));
  }

  /** Removes the file with an identity; rejects when another file has its name meanwhile. */
  async removeSame(name: string, identity: Identity): Promise<void> {
    await this.#verify();
    await removeIfSame(join(this.#accessPath, name), identity);
  }

  /**
   * Moves an opened file of this folder over the file `targetName` of another pinned folder, and retries for some seconds
   * while another program locks one of them.
   */
  async move(
    name: string,
    file: FileHandle,
    target: GuardedFolder,
    targetName: string,
    clock: Clock = systemClock,
  ): Promise<void> {
    await retryWhileLocked(clock, async () => {
      await target.#verify();
      await this.#verify();
      await requireSame(join(this.#accessPath, name), await file.stat({ bigint: true }));
      await rename(join(this.#accessPath, name), join(target.#accessPath, targetName));
    });
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }

  /**
   * Rejects with {@link UnexpectedEntryError} when `path`, which must be free of links, leads to another folder than the
   * pinned folder.
   */
  async requireSameFolderAt(path: string): Promise<void> {
    const resolvedPath = this.#handle === null ? null : await readlink(this.#accessPath);
    if (resolvedPath !== null && resolvedPath !== path) throw new UnexpectedEntryError(this.path);
    await this.#verify();
  }

  /** Checks that the path still leads to the pinned folder. A folder addressed by descriptor needs no check. */
  async #verify(): Promise<void> {
    if (this.#handle !== null) return;
    const currentStatus = await lstat(this.#accessPath, { bigint: true });
    if (!currentStatus.isDirectory() || !isSameFile(currentStatus, this.#identity))
      throw new UnexpectedEntryError(this.path);
  }
}

/** Rejects with {@link UnexpectedEntryError} unless the file at a path has an identity. */
export async function requireSame(path: string, identity: Identity): Promise<void> {
  if (!isSameFile(await lstat(path, { bigint: true }), identity)) throw new UnexpectedEntryError(path);
}

/** Removes a file; rejects with {@link UnexpectedEntryError} when another file or a link has its name. */
export async function removeIfSame(path: string, identity: Identity): Promise<void> {
  await requireSame(path, identity);
  await unlink(path);
}

/**
 * Opens a folder by its whole path, which may contain no links except those of the system. Rejects with {@link
 * UnexpectedEntryError}, which names the link, or with the system's error.
 */
export async function enterFolder(path: string, guards: LinkGuards = systemGuards): Promise<GuardedFolder> {
  const accessPath = await withoutSystemLinks(path, guards);
  const folder = await GuardedFolder.enter(path, accessPath, guards);
  try {
    await folder.requireSameFolderAt(accessPath);
    // A link may have been in the path while the folder was being opened.
    if ((await withoutSystemLinks(path, guards)) !== accessPath) throw new UnexpectedEntryError(path);
    return folder;
  } catch (thrown) {
    await folder.close();
    throw thrown;
  }
}

async function withoutSystemLinks(path: string, guards: LinkGuards): Promise<string> {
  const absolutePath = resolve(path);
  const { root } = parse(absolutePath);
  let resolvedPath = root;
  for (const segment of relative(root, absolutePath).split(sep)) {
    if (segment === '') continue;
    resolvedPath = join(resolvedPath, segment);
    const status = await lstat(resolvedPath, { bigint: true }).catch((thrown: unknown) => {
      // A parent folder that may be traversed but not inspected.
      if (hasCode(thrown, 'EACCES', 'EPERM')) return null;
      throw thrown;
    });
    if (status === null || !status.isSymbolicLink()) continue;
    if (!guards.isSystemAccount(status.uid)) throw new UnexpectedEntryError(resolvedPath);
    resolvedPath = await realpath(resolvedPath);
  }
  return resolvedPath;
}

/**
 * Resolves the links in the path of a folder that the clerk chose, so that links changed later have no effect. Returns the
 * path unchanged where the system cannot resolve it, such as on some virtual drives; {@link enterFolder} refuses its links.
 */
export async function withoutLinks(path: string, guards: LinkGuards = systemGuards): Promise<string> {
  try {
    await withoutSystemLinks(path, guards);
    return path;
  } catch (thrown) {
    return thrown instanceof UnexpectedEntryError ? realpath(path).catch(() => path) : path;
  }
}
