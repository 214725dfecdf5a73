/**
 * @file Files in folders where other people can plant links and pipes, such as a share. A folder is entered without
 * following a link and then held, so that whoever puts a link in its place afterwards moves no work elsewhere: Linux
 * addresses the open folder itself, other systems compare what stands at the path before and after each step.
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
  unlink,
} from 'node:fs/promises';
import { join, parse, relative, resolve, sep } from 'node:path';

/** What the system offers against planted links and pipes. */
export interface LinkGuards {
  /** Flag of `open` that refuses a link; 0 on Windows, where what was opened is compared with what stands there. */
  readonly noFollow: number;
  /** Flag of `open` that does not wait for the writer of a pipe; 0 on Windows, whose folders hold no pipes. */
  readonly nonBlock: number;
  /** Folder in which open handles can be addressed by their numbers, or `null`. */
  readonly descriptors: string | null;
  /** True for an account whose links are those of the system, such as `/var` on macOS. */
  readonly isSystem: (uid: bigint) => boolean;
}

/** The guards of this system. */
export const systemGuards: LinkGuards = {
  noFollow: constants.O_NOFOLLOW ?? 0,
  nonBlock: constants.O_NONBLOCK ?? 0,
  descriptors: process.platform === 'linux' ? '/proc/self/fd' : null,
  // On Windows every file has the number 0, and a program of root's would take its own links for the system's.
  isSystem: (uid) => uid === 0n && (process.getuid?.() ?? 0) !== 0,
};

/** A link, or something else that is neither the folder nor the regular file that was expected, stands at the path. */
export class PlantedEntryError extends Error {
  override readonly name = 'PlantedEntryError';
  readonly path: string;

  constructor(path: string) {
    super('A link or something else stands in the place of a file or folder');
    this.path = path;
  }
}

function hasCode(thrown: unknown, ...codes: readonly string[]): boolean {
  return thrown instanceof Error && 'code' in thrown && codes.includes(String(thrown.code));
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

/**
 * Opens a regular file for reading and never waits for anybody. Rejects with {@link PlantedEntryError} for a link,
 * pipe, socket, device or folder, or with the system's error. `links` says whether a link to a file may stand there.
 */
export async function openRegularFile(
  path: string,
  links: 'follow' | 'refuse',
  guards: LinkGuards = systemGuards,
): Promise<FileHandle> {
  const refuse = links === 'refuse';
  const before = refuse && guards.noFollow === 0 ? await lstat(path, { bigint: true }) : null;
  if (before !== null && !before.isFile()) throw new PlantedEntryError(path);
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | guards.nonBlock | (refuse ? guards.noFollow : 0));
  } catch (thrown) {
    // A link; a socket; a folder, on Windows.
    throw hasCode(thrown, 'ELOOP', 'EMLINK', 'ENXIO', 'EISDIR') ? new PlantedEntryError(path) : thrown;
  }
  try {
    const status = await file.stat({ bigint: true });
    if (!status.isFile() || (before !== null && !isSame(before, status))) throw new PlantedEntryError(path);
    return file;
  } catch (thrown) {
    await file.close();
    throw thrown;
  }
}

/** Names up to so many bytes leave room for a number and an ending; file systems take 255. */
const maxNameBytes = 230;
const maxStemBytes = 190;
const maxEndingBytes = 20;

function cut(text: string, maxBytes: number): string {
  const letters = Array.from(text);
  while (Buffer.byteLength(letters.join('')) > maxBytes) letters.length = Math.floor(letters.length * 0.9);
  return letters.join('');
}

/** Start and ending of a name that can be made longer. */
function splitName(name: string): { readonly stem: string; readonly ending: string } {
  const { name: stem, ext: ending } = parse(name);
  if (Buffer.byteLength(name) <= maxNameBytes) return { stem, ending };
  return { stem: cut(stem, maxStemBytes), ending: cut(ending, maxEndingBytes) };
}

/** A folder that was entered. To be closed. */
export class GuardedFolder {
  /** The path by which the clerk knows it. */
  readonly path: string;
  readonly #at: string;
  readonly #handle: FileHandle | null;
  readonly #identity: BigIntStats;
  readonly #guards: LinkGuards;

  private constructor(
    path: string,
    at: string,
    handle: FileHandle | null,
    identity: BigIntStats,
    guards: LinkGuards,
  ) {
    this.path = path;
    this.#at = at;
    this.#handle = handle;
    this.#identity = identity;
    this.#guards = guards;
  }

  /** Enters the folder at a path whose parents are known to be no planted links. */
  static async enter(path: string, at: string, guards: LinkGuards): Promise<GuardedFolder> {
    const identity = await lstat(at, { bigint: true });
    if (!identity.isDirectory()) throw new PlantedEntryError(path);
    if (guards.descriptors === null) return new GuardedFolder(path, at, null, identity, guards);
    const flags = constants.O_RDONLY | constants.O_DIRECTORY | guards.noFollow | guards.nonBlock;
    const handle = await open(at, flags).catch((thrown: unknown) => {
      throw hasCode(thrown, 'ELOOP', 'ENOTDIR') ? new PlantedEntryError(path) : thrown;
    });
    try {
      if (!isSame(identity, await handle.stat({ bigint: true }))) throw new PlantedEntryError(path);
      return new GuardedFolder(path, join(guards.descriptors, String(handle.fd)), handle, identity, guards);
    } catch (thrown) {
      await handle.close();
      throw thrown;
    }
  }

  /** Enters a folder in it. Rejects with {@link PlantedEntryError} when a link or a file has its place. */
  async inside(name: string): Promise<GuardedFolder> {
    await this.#verify();
    return GuardedFolder.enter(join(this.path, name), join(this.#at, name), this.#guards);
  }

  /** Enters a folder in it, which is made when there is none. */
  async makeInside(name: string): Promise<GuardedFolder> {
    await this.#verify();
    await mkdir(join(this.#at, name)).catch((thrown: unknown) => {
      if (!hasCode(thrown, 'EEXIST')) throw thrown;
    });
    return this.inside(name);
  }

  /** What is in it. */
  async entries(): Promise<Dir> {
    await this.#verify();
    return opendir(this.#at);
  }

  /** Opens a regular file in it for reading; rejects like {@link openRegularFile}. */
  async open(name: string): Promise<FileHandle> {
    await this.#verify();
    const file = await openRegularFile(join(this.#at, name), 'refuse', this.#guards);
    try {
      await this.#verify();
      return file;
    } catch (thrown) {
      await file.close();
      throw thrown;
    }
  }

  /** Creates a file for writing under a name that nothing in the folder has yet. */
  async create(name: string): Promise<{ readonly name: string; readonly file: FileHandle }> {
    await this.#verify();
    const { stem, ending } = splitName(name);
    for (let number = 0; ; number += 1) {
      const candidate = `${stem}${number === 0 ? '' : ` (${number})`}${ending}`;
      const path = join(this.#at, candidate);
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | this.#guards.noFollow;
      const file = await open(path, flags, 0o600).catch((thrown: unknown) => {
        if (hasCode(thrown, 'EEXIST')) return null;
        throw thrown;
      });
      if (file === null) continue;
      try {
        await this.#verify();
        return { name: candidate, file };
      } catch (thrown) {
        // The empty file is elsewhere: it goes again if it is still the one that was made.
        await removeIfSame(path, file).catch(() => undefined);
        await file.close();
        throw thrown;
      }
    }
  }

  /** Writes a whole file, or none, under a name that nothing in the folder has yet, and gives that name; both last. */
  async write(name: string, text: string): Promise<string> {
    const { name: created, file } = await this.create(name);
    try {
      await file.writeFile(text);
      await file.sync();
      await this.#flushNames();
      return created;
    } catch (thrown) {
      await this.remove(created, file).catch(() => undefined);
      throw thrown;
    } finally {
      await file.close();
    }
  }

  /** Makes the names in it last. Windows has no such call and needs none; not every share can. */
  async #flushNames(): Promise<void> {
    if (this.#guards.noFollow === 0) return;
    const flags = constants.O_RDONLY | constants.O_DIRECTORY | this.#guards.noFollow | this.#guards.nonBlock;
    const opened = this.#handle ?? (await open(this.#at, flags).catch(() => null));
    await opened?.sync().catch(() => undefined);
    if (opened !== this.#handle) await opened?.close();
  }

  /** Removes a file by its name, if it is a regular one. */
  async discard(name: string): Promise<void> {
    const file = await this.open(name);
    try {
      await this.remove(name, file);
    } finally {
      await file.close();
    }
  }

  /** Removes the file that was opened; rejects when another one has its name by now. */
  async remove(name: string, file: FileHandle): Promise<void> {
    await this.#verify();
    await removeIfSame(join(this.#at, name), file);
  }

  /** Moves the file that was opened over a file of the target that was created for it. */
  async move(name: string, file: FileHandle, target: GuardedFolder, created: string): Promise<void> {
    await target.#verify();
    await this.#verify();
    await requireSame(join(this.#at, name), file);
    await rename(join(this.#at, name), join(target.#at, created));
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }

  /** Rejects with {@link PlantedEntryError} when the folder that is held is not the one at a path without links. */
  async requireReachedBy(path: string): Promise<void> {
    const reached = this.#handle === null ? null : await readlink(this.#at);
    if (reached !== null && reached !== path) throw new PlantedEntryError(this.path);
    await this.#verify();
  }

  /** An open folder is addressed itself; without that, the same one must still stand at the path. */
  async #verify(): Promise<void> {
    if (this.#handle !== null) return;
    const now = await lstat(this.#at, { bigint: true });
    if (!now.isDirectory() || !isSame(now, this.#identity)) throw new PlantedEntryError(this.path);
  }
}

async function requireSame(path: string, file: FileHandle): Promise<void> {
  const [there, opened] = [await lstat(path, { bigint: true }), await file.stat({ bigint: true })];
  if (!there.isFile() || !isSame(there, opened)) throw new PlantedEntryError(path);
}

async function removeIfSame(path: string, file: FileHandle): Promise<void> {
  await requireSame(path, file);
  await unlink(path);
}

/**
 * Enters a folder by its whole path, of which no part may be a link, but for links of the system. Rejects with
 * {@link PlantedEntryError}, which names the link, or with the system's error.
 */
export async function enterFolder(path: string, guards: LinkGuards = systemGuards): Promise<GuardedFolder> {
  const at = await withoutSystemLinks(path, guards);
  const folder = await GuardedFolder.enter(path, at, guards);
  try {
    await folder.requireReachedBy(at);
    // A link may have stood on the way just while the folder was entered.
    if ((await withoutSystemLinks(path, guards)) !== at) throw new PlantedEntryError(path);
    return folder;
  } catch (thrown) {
    await folder.close();
    throw thrown;
  }
}

async function withoutSystemLinks(path: string, guards: LinkGuards): Promise<string> {
  const whole = resolve(path);
  const { root } = parse(whole);
  let at = root;
  for (const part of relative(root, whole).split(sep)) {
    if (part === '') continue;
    at = join(at, part);
    const status = await lstat(at, { bigint: true }).catch((thrown: unknown) => {
      // A folder on the way that may be passed but not looked at.
      if (hasCode(thrown, 'EACCES', 'EPERM')) return null;
      throw thrown;
    });
    if (status === null || !status.isSymbolicLink()) continue;
    if (!guards.isSystem(status.uid)) throw new PlantedEntryError(at);
    at = await realpath(at);
  }
  return at;
}

/** The path of a folder that a person chose, without the links in it: what they lead to now is what was meant. */
export async function withoutLinks(path: string, guards: LinkGuards = systemGuards): Promise<string> {
  try {
    await withoutSystemLinks(path, guards);
    return path;
  } catch (thrown) {
    return thrown instanceof PlantedEntryError ? realpath(path) : path;
  }
}
