/** @file Looks through stored files that need not be open. What was read is kept for the next search. */
import { openGranted } from '../library/sealed-reader.ts';
import { detectEncoding } from './encoding.ts';
import { hitsOf } from './find.ts';
import { foldText } from './fold.ts';
import { foldedOf, textOf } from './kernel-room.ts';
import type { Source } from './messages.ts';
import { sharedPlace } from './read-tokens.ts';
import { checkSize, readSource } from './source.ts';
import { openTable } from './table.ts';

/** Bytes of searched files that one thread keeps. */
const mostKept = 256_000_000;
/** Files that are read at the same time. */
const atOnce = 4;
const shownLength = 200;
const cellsShown = 24;
const quote = 0x22;

/** A hit with its row. */
export interface FoundRow {
  readonly row: number;
  readonly column: number;
  readonly columnName: string;
  readonly cells: string[];
}

/** What was found in one file. */
export interface FoundInFile {
  readonly item: string;
  readonly hits: FoundRow[];
  /** There are more than were given. */
  readonly more: boolean;
  /** It could not be read. */
  readonly failed: boolean;
}

/** A file that is searched; without a source only when it is still kept. */
export interface SearchedFile {
  readonly item: string;
  readonly source: Source | null;
}

interface Kept {
  readonly bytes: Uint8Array;
  /** Folded, without quotes: a text that is not in there, without its quotes, is in no cell. `null` when not made. */
  readonly folded: Buffer | null;
}

function sizeOf({ bytes, folded }: Kept): number {
  return bytes.length + (folded?.length ?? 0);
}

function foldedWhole(bytes: Uint8Array): Buffer | null {
  const place = sharedPlace(bytes.length);
  const { encoding, certain } = detectEncoding(bytes);
  if (place === null || encoding !== 'utf-8' || !certain) return null;
  textOf(place.room, bytes.length).set(bytes);
  return Buffer.from(foldedOf(place.room, place.kernel.foldAll(bytes.length)));
}

async function readAll(source: Source): Promise<Uint8Array> {
  if (source.kind !== 'sealed') return readSource(source);
  checkSize(source.grant.size);
  const content = await openGranted(source.grant, 'whole');
  try {
    const bytes = new Uint8Array(content.size);
    await content.fill(bytes, 0, content.frameCount);
    return bytes;
  } finally {
    await content.close();
  }
}

/** A search over the files of one thread. */
export interface Searcher {
  /** Searches files; `unknown` are those that are not kept and came without a source. */
  search(
    files: readonly SearchedFile[],
    text: string,
    most: number,
  ): Promise<{ found: FoundInFile[]; unknown: string[] }>;
}

/** Creates one that has nothing yet. */
export function createSearcher(): Searcher {
  /** The latest last. */
  const kept = new Map<string, Kept>();
  let size = 0;

  function keep(item: string, file: Kept): void {
    kept.set(item, file);
    size += sizeOf(file);
    for (const [oldest, old] of kept) {
      if (size <= mostKept) break;
      kept.delete(oldest);
      size -= sizeOf(old);
    }
  }

  async function fileOf({ item, source }: SearchedFile): Promise<Kept | null> {
    const known = kept.get(item);
    if (known !== undefined) {
      kept.delete(item);
      kept.set(item, known);
      return known;
    }
    if (source === null) return null;
    const bytes = await readAll(source);
    const file = { bytes, folded: foldedWhole(bytes) };
    keep(item, file);
    return file;
  }

  function find({ bytes, folded }: Kept, text: string, most: number): Omit<FoundInFile, 'item' | 'failed'> {
    const needle = Buffer.from(foldText(text).filter((byte) => byte !== quote));
    if (folded !== null && needle.length > 0 && !folded.includes(needle)) return { hits: [], more: false };
    // Nobody wants to see any further hit: that there are some is enough.
    if (folded !== null && most === 0) return { hits: [], more: true };
    const table = openTable(bytes);
    const places = [...hitsOf(table, text, most + 1)];
    const hits = places.slice(0, most).map(({ row, column }) => ({
      row,
      column,
      columnName: table.columns[column]?.name ?? '',
      cells: table.cells(row, shownLength).slice(0, cellsShown),
    }));
    return { hits, more: places.length > most };
  }

  return {
    async search(files, text, most) {
      const found: FoundInFile[] = [];
      const unknown: string[] = [];
      const queue = files.values();
      async function work(): Promise<void> {
        for (const file of queue) {
          const { item } = file;
          try {
            const known = await fileOf(file);
            if (known === null) unknown.push(item);
            else found.push({ item, ...find(known, text, most), failed: false });
          } catch {
            // One file that cannot be read must not hide what is in the others.
            found.push({ item, hits: [], more: false, failed: true });
          }
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work));
      return { found, unknown };
    },
  };
}
