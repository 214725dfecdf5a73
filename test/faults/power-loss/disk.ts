/**
 * @file A disk that loses power. It follows a recording, and gives what could be found on it after a loss of power.
 *
 * - The content of a file is safe up to its last flush (`fsync`, `fdatasync`). What was written since is there or not,
 *   sector by sector, in any order. A sector of 512 bytes is written whole, and keeps every write up to some moment.
 *   The size of a file may be ahead of its content, which is zeros then.
 * - Names in a folder are safe up to the last flush of that folder. What was created, renamed or removed since is there
 *   up to some moment, each folder by itself. A flush of a file says nothing of its name.
 *
 * This is stricter than ext4, XFS, APFS and NTFS, which keep the order of changes of names across folders and the name of
 * a new file that was flushed. Like SQLite, it takes for granted that a write changes no byte beside those written, and
 * that a disk which says that it has flushed has done so.
 */
import type { Random } from '../../../src/main/simulator/random.ts';
import type { Operation } from './recording.ts';

/** What becomes of changes that were not flushed: lost, kept, or some of them; sizes kept, with zeros for content. */
export interface Loss {
  readonly names: 'lost' | 'some' | 'kept';
  readonly content: 'lost' | 'zeros' | 'some' | 'kept';
}

/** Everything on the disk by its path; `null` for a folder. A folder stands before what is in it. */
export type Image = ReadonlyMap<string, Buffer | null>;

type Change =
  | { readonly kind: 'write'; readonly place: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly size: number };

interface FileNode {
  readonly kind: 'file';
  /** Content at the last flush. */
  safe: Buffer;
  /** What came after it. */
  changes: Change[];
}

interface FolderNode {
  readonly kind: 'folder';
  readonly now: Map<string, Node>;
  readonly safe: Map<string, Node>;
  /** Names that changed together, and what each stands for from then on; `null` for nothing. */
  changes: [string, Node | null][][];
}

type Node = FileNode | FolderNode;

const sectorSize = 512;

/** A disk that follows a recording. */
export interface Disk {
  apply(operation: Operation): void;
  /** What is found after a loss of power now. Files and folders for which `isSafe` is true lose nothing. */
  image(loss: Loss, random: Random, isSafe: (path: string) => boolean): Image;
}

/** Creates an empty disk. */
export function createDisk(): Disk {
  const root = newFolder();
  const handles = new Map<bigint, Node>();

  function folderAt(names: readonly string[]): FolderNode {
    let folder = root;
    for (const name of names) {
      const next = folder.now.get(name);
      if (next?.kind !== 'folder') throw new Error(`${names.join('/')} is no folder`);
      folder = next;
    }
    return folder;
  }
  function placeOf(path: string): { folder: FolderNode; name: string; node: Node | undefined } {
    const names = path.split('/').filter((name) => name !== '');
    const name = names.pop() ?? '';
    const folder = folderAt(names);
    return { folder, name, node: name === '' ? folder : folder.now.get(name) };
  }
  function rename(folder: FolderNode, ...changed: [string, Node | null][]): void {
    folder.changes.push(changed);
    applyNames(folder.now, changed);
  }
  function fileOf(handle: bigint): FileNode {
    const node = handles.get(handle);
    if (node?.kind !== 'file') throw new Error('A change of something that is no file');
    return node;
  }

  function open({ handle, path, truncates }: Extract<Operation, { kind: 'open' }>): void {
    const { folder, name, node: existing } = placeOf(path);
    const node: Node = existing ?? { kind: 'file', safe: Buffer.alloc(0), changes: [] };
    if (existing === undefined) rename(folder, [name, node]);
    else if (truncates && node.kind === 'file') node.changes.push({ kind: 'truncate', size: 0 });
    handles.set(handle, node);
  }

  function flush(node: Node | undefined): void {
    if (node?.kind === 'file') node.safe = contentOf(node, 'kept', () => 0);
    else if (node !== undefined) for (const changed of node.changes) applyNames(node.safe, changed);
    if (node !== undefined) node.changes = [];
  }

  return {
    apply(operation) {
      switch (operation.kind) {
        case 'open':
          return open(operation);
        case 'write':
        case 'truncate':
          fileOf(operation.handle).changes.push(operation);
          return;
        case 'sync':
          return flush(handles.get(operation.handle));
        case 'make-folder': {
          const { folder, name } = placeOf(operation.path);
          return rename(folder, [name, newFolder()]);
        }
        case 'remove': {
          const { folder, name } = placeOf(operation.path);
          return rename(folder, [name, null]);
        }
        case 'rename': {
          const from = placeOf(operation.from);
          const to = placeOf(operation.to);
          if (from.folder !== to.folder || from.node === undefined)
            throw new Error('A file that moves from one folder to another is not modelled');
          rename(from.folder, [from.name, null], [to.name, from.node]);
        }
      }
    },
    image(loss, random, isSafe) {
      const image = new Map<string, Buffer | null>();
      const visit = (folder: FolderNode, prefix: string) => {
        const names = isSafe(prefix) ? 'kept' : loss.names;
        for (const [name, node] of namesOf(folder, names, random)) {
          const path = `${prefix}${name}`;
          if (node.kind === 'file') {
            image.set(path, contentOf(node, isSafe(path) ? 'kept' : loss.content, random));
          } else {
            image.set(path, null);
            visit(node, `${path}/`);
          }
        }
      };
      visit(root, '');
      return image;
    },
  };
}

function newFolder(): FolderNode {
  return { kind: 'folder', now: new Map(), safe: new Map(), changes: [] };
}

function applyNames(names: Map<string, Node>, changed: readonly [string, Node | null][]): void {
  for (const [name, node] of changed) {
    if (node === null) names.delete(name);
    else names.set(name, node);
  }
}

function namesOf(folder: FolderNode, loss: Loss['names'], random: Random): ReadonlyMap<string, Node> {
  if (loss === 'kept') return folder.now;
  const names = new Map(folder.safe);
  const all = folder.changes.length;
  const which = loss === 'lost' ? 0 : random();
  const count = which < 0.3 ? 0 : which < 0.7 ? all : Math.floor(random() * (all + 1));
  for (const changed of folder.changes.slice(0, count)) applyNames(names, changed);
  return names;
}

function contentOf({ safe, changes }: FileNode, loss: Loss['content'], random: Random): Buffer {
  if (changes.length === 0 || loss === 'lost') return safe;
  const ends = changes.map((change) =>
    change.kind === 'write' ? change.place + change.bytes.length : change.size,
  );
  const buffer = Buffer.alloc(Math.max(safe.length, ...ends));
  safe.copy(buffer);
  if (loss === 'zeros') return buffer.subarray(0, sizeAfter(safe.length, changes));
  const momentOf = loss === 'kept' ? () => changes.length : momentsOf(changes.length, random);
  let size = safe.length;
  const sizes = loss === 'kept' ? changes.length : Math.floor(random() * (changes.length + 1));
  for (const [index, change] of changes.entries()) {
    if (change.kind === 'truncate') {
      if (index >= sizes) continue;
      buffer.fill(0, Math.min(change.size, size));
      size = change.size;
    } else
      size = Math.max(
        size,
        writeSectors(buffer, change, (sector) => index < momentOf(sector)),
      );
  }
  return buffer.subarray(0, Math.max(size, sizeAfter(safe.length, changes.slice(0, sizes))));
}

/** The size that a file has when all changes count. */
function sizeAfter(before: number, changes: readonly Change[]): number {
  return changes.reduce(
    (size, change) =>
      change.kind === 'truncate' ? change.size : Math.max(size, change.place + change.bytes.length),
    before,
  );
}

/** Chooses for each sector how many of the changes it has: none, all, or some. */
function momentsOf(changes: number, random: Random): (sector: number) => number {
  const moments = new Map<number, number>();
  const isLost = random();
  return (sector) => {
    let moment = moments.get(sector);
    if (moment === undefined) {
      const which = random();
      moment = which < isLost ? 0 : which < 0.9 ? changes : Math.floor(random() * (changes + 1));
      moments.set(sector, moment);
    }
    return moment;
  };
}

/** Writes those sectors of a change that reached the disk; gives the end of the last of them. */
function writeSectors(
  buffer: Buffer,
  { place, bytes }: Extract<Change, { kind: 'write' }>,
  isThere: (sector: number) => boolean,
): number {
  let end = 0;
  for (let at = 0; at < bytes.length; ) {
    const sector = Math.floor((place + at) / sectorSize);
    const next = Math.min(bytes.length, (sector + 1) * sectorSize - place);
    if (isThere(sector)) {
      bytes.copy(buffer, place + at, at, next);
      end = place + next;
    }
    at = next;
  }
  return end;
}
