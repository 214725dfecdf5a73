/**
 * @file A simulated disk that loses power. It replays a recording and returns a content that the disk may have after a power loss.
 *
 * - The content of a file is safe up to its last flush (`fsync`, `fdatasync`). Later writes are kept or lost sector by
 *   sector, in any order. A sector of 512 bytes is written atomically and keeps every write up to some moment. The size
 *   of a file may be ahead of its content, which then consists of zeros.
 * - Names in a folder are safe up to the last flush of that folder. Later creations, renames and removals are kept up to
 *   some moment, independently for each folder. A flush of a file does not flush its name.
 *
 * This is stricter than ext4, XFS, APFS and NTFS, which preserve the order of renames across folders and the name of a
 * new file that was flushed. Like SQLite, it assumes that a write changes no other bytes, and that a disk which reports
 * a flush has performed it.
 */
import type { Random } from '../../../src/main/practice/data/random.ts';
import type { Operation } from './recording.ts';

/** Which unflushed changes are lost: all, none, or some of them; `zeros` keeps the size of a file and loses its content. */
export interface Loss {
  readonly names: 'lost' | 'some' | 'kept';
  readonly content: 'lost' | 'zeros' | 'some' | 'kept';
}

/** The content of the disk by path; `null` for a folder. A folder comes before its entries. */
export type Image = ReadonlyMap<string, Buffer | null>;

type Change =
  | { readonly kind: 'write'; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly size: number };

interface FileNode {
  readonly kind: 'file';
  /** Content at the last flush. */
  flushed: Buffer;
  /** Changes since the last flush. */
  changes: Change[];
}

interface FolderNode {
  readonly kind: 'folder';
  readonly current: Map<string, Node>;
  readonly flushed: Map<string, Node>;
  /** Names that changed together, with their new nodes; `null` for a removed name. */
  changes: [string, Node | null][][];
}

type Node = FileNode | FolderNode;

const sectorSize = 512;

/** A disk that replays a recording. */
interface Disk {
  apply(operation: Operation): void;
  /** Returns the disk as a power loss at this moment leaves it. Files and folders for which `isSafe` is true lose nothing. */
  image(loss: Loss, random: Random, isSafe: (path: string) => boolean): Image;
}

/** Creates an empty disk. */
export function createDisk(): Disk {
  const root = newFolder();
  const handles = new Map<bigint, Node>();

  function folderAt(names: readonly string[]): FolderNode {
    let folder = root;
    for (const name of names) {
      const next = folder.current.get(name);
      if (next?.kind !== 'folder') throw new Error(`${names.join('/')} is not a folder`);
      folder = next;
    }
    return folder;
  }
  function resolvePath(path: string): { folder: FolderNode; name: string; node: Node | undefined } {
    const names = path.split('/').filter((name) => name !== '');
    const name = names.pop() ?? '';
    const folder = folderAt(names);
    return { folder, name, node: name === '' ? folder : folder.current.get(name) };
  }
  function rename(folder: FolderNode, ...nameChanges: [string, Node | null][]): void {
    folder.changes.push(nameChanges);
    applyNames(folder.current, nameChanges);
  }
  function fileOf(handle: bigint): FileNode {
    const node = handles.get(handle);
    if (node?.kind !== 'file') throw new Error('A change of a node that is not a file');
    return node;
  }

  function open({ handle, path, truncates }: Extract<Operation, { kind: 'open' }>): void {
    const { folder, name, node: existing } = resolvePath(path);
    const node: Node = existing ?? { kind: 'file', flushed: Buffer.alloc(0), changes: [] };
    if (existing === undefined) rename(folder, [name, node]);
    else if (truncates && node.kind === 'file') node.changes.push({ kind: 'truncate', size: 0 });
    handles.set(handle, node);
  }

  function flush(node: Node | undefined): void {
    if (node?.kind === 'file') node.flushed = contentOf(node, 'kept', () => 0);
    else if (node !== undefined)
      for (const nameChanges of node.changes) applyNames(node.flushed, nameChanges);
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
          const { folder, name } = resolvePath(operation.path);
          return rename(folder, [name, newFolder()]);
        }
        case 'remove': {
          const { folder, name } = resolvePath(operation.path);
          return rename(folder, [name, null]);
        }
        case 'rename': {
          const from = resolvePath(operation.from);
          const to = resolvePath(operation.to);
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
  return { kind: 'folder', current: new Map(), flushed: new Map(), changes: [] };
}

function applyNames(names: Map<string, Node>, nameChanges: readonly [string, Node | null][]): void {
  for (const [name, node] of nameChanges) {
    if (node === null) names.delete(name);
    else names.set(name, node);
  }
}

function namesOf(folder: FolderNode, loss: Loss['names'], random: Random): ReadonlyMap<string, Node> {
  if (loss === 'kept') return folder.current;
  const names = new Map(folder.flushed);
  const changeCount = folder.changes.length;
  const roll = loss === 'lost' ? 0 : random();
  const count = roll < 0.3 ? 0 : roll < 0.7 ? changeCount : Math.floor(random() * (changeCount + 1));
  for (const nameChanges of folder.changes.slice(0, count)) applyNames(names, nameChanges);
  return names;
}

function contentOf({ flushed, changes }: FileNode, loss: Loss['content'], random: Random): Buffer {
  if (changes.length === 0 || loss === 'lost') return flushed;
  const endOffsets = changes.map((change) =>
    change.kind === 'write' ? change.offset + change.bytes.length : change.size,
  );
  const buffer = Buffer.alloc(Math.max(flushed.length, ...endOffsets));
  flushed.copy(buffer);
  if (loss === 'zeros') return buffer.subarray(0, sizeAfter(flushed.length, changes));
  const appliedChangesOf =
    loss === 'kept' ? () => changes.length : chooseAppliedChanges(changes.length, random);
  let size = flushed.length;
  const sizeChangeCount = loss === 'kept' ? changes.length : Math.floor(random() * (changes.length + 1));
  for (const [index, change] of changes.entries()) {
    if (change.kind === 'truncate') {
      if (index >= sizeChangeCount) continue;
      buffer.fill(0, Math.min(change.size, size));
      size = change.size;
    } else
      size = Math.max(
        size,
        writeSectors(buffer, change, (sector) => index < appliedChangesOf(sector)),
      );
  }
  return buffer.subarray(0, Math.max(size, sizeAfter(flushed.length, changes.slice(0, sizeChangeCount))));
}

/** Returns the size of a file after all changes. */
function sizeAfter(before: number, changes: readonly Change[]): number {
  return changes.reduce(
    (size, change) =>
      change.kind === 'truncate' ? change.size : Math.max(size, change.offset + change.bytes.length),
    before,
  );
}

/** Returns a function that chooses how many of the changes a sector has: none, all, or some. */
function chooseAppliedChanges(changes: number, random: Random): (sector: number) => number {
  const appliedChanges = new Map<number, number>();
  const lossShare = random();
  return (sector) => {
    let appliedCount = appliedChanges.get(sector);
    if (appliedCount === undefined) {
      const roll = random();
      appliedCount = roll < lossShare ? 0 : roll < 0.9 ? changes : Math.floor(random() * (changes + 1));
      appliedChanges.set(sector, appliedCount);
    }
    return appliedCount;
  };
}

/** Writes the sectors of a change for which `isWritten` is true; returns the end offset of the last written sector. */
function writeSectors(
  buffer: Buffer,
  { offset, bytes }: Extract<Change, { kind: 'write' }>,
  isWritten: (sector: number) => boolean,
): number {
  let end = 0;
  for (let position = 0; position < bytes.length; ) {
    const sector = Math.floor((offset + position) / sectorSize);
    const sectorEnd = Math.min(bytes.length, (sector + 1) * sectorSize - offset);
    if (isWritten(sector)) {
      bytes.copy(buffer, offset + position, position, sectorEnd);
      end = offset + sectorEnd;
    }
    position = sectorEnd;
  }
  return end;
}
