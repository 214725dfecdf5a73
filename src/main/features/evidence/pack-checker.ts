/**
 * @file Checks a pack in the process of its drive. The pack is foreign: links are not followed, the numbers of files and
 * bytes are limited, and its bytes are read in steps, so that a caller can stop in between.
 */
import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { PackFindings } from '../../../shared/model/evidence.ts';
import {
  enterFolder,
  type GuardedFolder,
  UnexpectedEntryError,
  withoutLinks,
} from '../../files/guarded-folder.ts';
import { isMissingFileError } from '../../storage/library/files.ts';
import { maxEntries, NameList, PackLimitError } from './pack-limits.ts';
import { indexPath, sumsPath, toPathKey } from './pack-path.ts';
import { type IndexedFile, parseIndex, parseSums } from './sums.ts';

const maxDepth = 12;
/** Maximum size of a list of files, in bytes. */
export const maxSumsBytes = 48 * 1024 * 1024;
/** Bytes per step. */
const stepBytes = 8 * 1024 * 1024;
const blockBytes = 1024 * 1024;
/** Bytes that opening a file counts as, so that a step with many empty files ends. */
const openingBytes = 4 * 1024;

/** The folder as it was listed: regular files, and everything else. */
interface Listing {
  /** Size by path; paths are as the file system has them. */
  readonly files: Map<string, number>;
  /** Folders, without the outermost. */
  readonly folders: string[];
  /** Links, pipes and other entries that are never opened. */
  readonly others: string[];
}

async function openFolder(root: GuardedFolder, names: readonly string[]): Promise<GuardedFolder> {
  let folder = root;
  for (const name of names) {
    try {
      const inner = await folder.subfolder(name);
      if (folder !== root) await folder.close();
      folder = inner;
    } catch (thrown) {
      if (folder !== root) await folder.close();
      throw thrown;
    }
  }
  return folder;
}

/** Opens a file of the folder. Returns `null` for a link or another entry in its place, and for a missing file. */
async function openFile(root: GuardedFolder, path: string): Promise<FileHandle | null> {
  const names = path.split('/');
  const name = names.pop() ?? '';
  try {
    const folder = await openFolder(root, names);
    try {
      return await folder.open(name);
    } finally {
      if (folder !== root) await folder.close();
    }
  } catch (thrown) {
    if (isMissingFileError(thrown) || thrown instanceof UnexpectedEntryError) return null;
    throw thrown;
  }
}

async function listFolder(
  root: GuardedFolder,
  names: readonly string[],
  listing: Listing,
  maxListed: number,
  onEntry: () => void,
): Promise<void> {
  if (names.length > maxDepth) throw new PackLimitError('The folder is too deep');
  const folder = await openFolder(root, names);
  const subfolders: string[] = [];
  try {
    for await (const entry of await folder.entries()) {
      onEntry();
      const path = [...names, entry.name].join('/');
      if (entry.isDirectory()) {
        listing.folders.push(path);
        subfolders.push(entry.name);
      } else {
        const file = entry.isFile() ? await openFile(root, path) : null;
        if (file === null) listing.others.push(path);
        else {
          listing.files.set(path, (await file.stat()).size);
          await file.close();
        }
      }
      if (listing.files.size + listing.folders.length + listing.others.length > maxListed)
        throw new PackLimitError('The folder has too many entries');
    }
  } finally {
    if (folder !== root) await folder.close();
  }
  for (const name of subfolders) await listFolder(root, [...names, name], listing, maxListed, onEntry);
}

/**
 * Returns the paths of the file system by their composed form, because macOS may decompose names. Where both forms of a
 * name exist, the decomposed one is `repeated`.
 */
function normalizePaths(paths: Iterable<string>): {
  readonly storedPaths: Map<string, string>;
  readonly repeated: readonly string[];
} {
  const storedPaths = new Map<string, string>();
  const repeated: string[] = [];
  for (const path of paths) {
    const normalized = path.normalize('NFC');
    const other = storedPaths.get(normalized);
    if (other !== undefined) repeated.push(path === normalized ? other : path);
    if (other === undefined || path === normalized) storedPaths.set(normalized, path);
  }
  return { storedPaths, repeated };
}

/** Returns all folders that contain the files. */
function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    const names = path.split('/');
    for (let depth = 1; depth < names.length; depth += 1)
      folders.add(toPathKey(names.slice(0, depth).join('/')));
  }
  return folders;
}

/** A file of the list that exists, and the SHA-256 that it should have. */
interface ExpectedFile {
  /** As the list has it. */
  readonly path: string;
  /** As the file system has it. */
  readonly storedPath: string;
  readonly sha256: string;
  /** In the table of files; `null` if it is not there. */
  readonly size: number | null;
}

interface OpenFile extends ExpectedFile {
  readonly handle: FileHandle;
  bytes: number;
  readonly hash: Hash;
}

/** The bytes of the lists of a pack; `null` for a missing one. */
interface ListBytes {
  readonly sums: Uint8Array | null;
  readonly index: Uint8Array | null;
}

/** Merges both lists: where one is missing or lacks a file, the other one says what its bytes should be. */
function mergeLists(sums: Uint8Array | null, index: Uint8Array | null) {
  const { files: inSums, invalidLines } =
    sums === null ? { files: new Map<string, string>(), invalidLines: new NameList() } : parseSums(sums);
  const table = index === null ? null : parseIndex(index);
  const inIndex = table ?? new Map<string, IndexedFile>();
  const files = new Map<string, Pick<ExpectedFile, 'sha256' | 'size'>>(inIndex);
  for (const [path, sha256] of inSums) files.set(path, { sha256, size: inIndex.get(path)?.size ?? null });
  const contradicting = new NameList();
  const isIndexWrong = index !== null && table === null;
  if (isIndexWrong || (sums !== null && !inSums.has(indexPath))) contradicting.add(indexPath);
  for (const path of sums === null || table === null ? [] : files.keys())
    if (path !== indexPath && inIndex.get(path)?.sha256 !== inSums.get(path)) contradicting.add(path);
  return { files, invalidLines, contradicting };
}

async function readList(root: GuardedFolder, path: string): Promise<Uint8Array | null> {
  const file = await openFile(root, path);
  if (file === null) return null;
  try {
    if ((await file.stat()).size > maxSumsBytes) throw new PackLimitError('A list of files is too large');
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** A check in progress. */
export class PackChecker {
  readonly #root: GuardedFolder;
  readonly #fingerprint: string | null;
  readonly #listed: number;
  readonly #files: readonly ExpectedFile[];
  readonly #altered = new NameList();
  readonly #missing = new NameList();
  readonly #added = new NameList();
  readonly #invalidLines: NameList;
  readonly #contradicting: NameList;
  readonly #block = Buffer.allocUnsafeSlow(blockBytes);
  #open: OpenFile | null = null;
  #openedFiles = 0;
  /** Bytes of the files that are compared. */
  readonly total: number;

  private constructor(root: GuardedFolder, listing: Listing, { sums, index }: ListBytes) {
    this.#root = root;
    this.#fingerprint = sums === null ? null : createHash('sha256').update(sums).digest('hex');
    const { files, invalidLines, contradicting } = mergeLists(sums, index);
    this.#listed = files.size;
    this.#invalidLines = invalidLines;
    this.#contradicting = contradicting;
    if (sums === null) this.#missing.add(sumsPath);
    const { storedPaths, repeated } = normalizePaths(listing.files.keys());
    storedPaths.delete(sumsPath);
    this.#files = [...files].flatMap(([path, expected]) => {
      const storedPath = storedPaths.get(path);
      storedPaths.delete(path);
      if (storedPath === undefined) this.#missing.add(path);
      return storedPath === undefined ? [] : [{ path, storedPath, ...expected }];
    });
    // Without a list, every file would be an addition.
    if (files.size > 0) {
      for (const path of [...storedPaths.values(), ...repeated, ...listing.others]) this.#added.add(path);
      const folders = foldersOf([...files.keys(), ...storedPaths.values()]);
      for (const folder of listing.folders)
        if (!folders.has(toPathKey(folder))) this.#added.add(`${folder}/`);
    }
    this.total = this.#files.reduce((sum, { storedPath }) => sum + (listing.files.get(storedPath) ?? 0), 0);
  }

  /** Lists the folder and reads its lists of files. Rejects with `E2BIG`, or with the system's error. */
  static async begin(path: string, onEntry: () => void, maxListed = maxEntries): Promise<PackChecker> {
    const root = await enterFolder(await withoutLinks(path));
    try {
      const listing: Listing = { files: new Map(), folders: [], others: [] };
      await listFolder(root, [], listing, maxListed, onEntry);
      const lists = { sums: await readList(root, sumsPath), index: await readList(root, indexPath) };
      return new PackChecker(root, listing, lists);
    } catch (thrown) {
      await root.close();
      throw thrown;
    }
  }

  /** Reads the next bytes and compares every file that ends in them. */
  async next(onBlock: () => void): Promise<{ readonly bytes: number; readonly isDone: boolean }> {
    let bytes = 0;
    let openedBytes = 0;
    while (bytes + openedBytes < stepBytes) {
      if (this.#open === null) {
        const file = this.#files[this.#openedFiles];
        if (file === undefined) return { bytes, isDone: true };
        this.#openedFiles += 1;
        openedBytes += openingBytes;
        this.#open = await this.#openExpected(file);
        onBlock();
        continue;
      }
      const { bytesRead } = await this.#open.handle.read(this.#block, 0, blockBytes);
      onBlock();
      if (bytesRead === 0) await this.#closeOpen();
      else {
        const block = this.#block.subarray(0, bytesRead);
        this.#open.hash.update(block);
        this.#open.bytes += bytesRead;
        bytes += bytesRead;
      }
    }
    return { bytes, isDone: false };
  }

  findings(): PackFindings {
    return {
      fingerprint: this.#fingerprint,
      files: this.#listed,
      altered: this.#altered.list,
      missing: this.#missing.list,
      added: this.#added.list,
      invalidLines: this.#invalidLines.list,
      contradicting: this.#contradicting.list,
    };
  }

  async close(): Promise<void> {
    await this.#open?.handle.close();
    await this.#root.close();
  }

  /** Opens a file; one that cannot be opened is missing. */
  async #openExpected(file: ExpectedFile): Promise<OpenFile | null> {
    const handle = await openFile(this.#root, file.storedPath);
    if (handle === null) {
      this.#missing.add(file.path);
      return null;
    }
    return { ...file, handle, hash: createHash('sha256'), bytes: 0 };
  }

  async #closeOpen(): Promise<void> {
    const file = this.#open;
    if (file === null) return;
    this.#open = null;
    await file.handle.close();
    if (file.hash.digest('hex') !== file.sha256) this.#altered.add(file.path);
    else if (file.size !== null && file.size !== file.bytes) this.#contradicting.add(file.path);
  }
}
