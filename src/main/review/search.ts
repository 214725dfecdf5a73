/** @file Looks through stored files that need not be open. What was read is kept for the next search. */
import type { StatementEncoding } from '../../shared/model/review.ts';
import { createReadingDesk, openGranted, type ReadingDesk } from '../library/sealed-reader.ts';
import { detectEncoding } from './encoding.ts';
import type { RememberedReading } from './file-shape.ts';
import { hitsOf } from './find.ts';
import { foldText } from './fold.ts';
import { type KeptText, keepTexts } from './kept-texts.ts';
import { foldedOf, textOf } from './kernel-room.ts';
import type { Source } from './messages.ts';
import { openBytes } from './read-sealed.ts';
import { sharedPlace } from './read-tokens.ts';
import { checkSize, readSource } from './source.ts';

/** Bytes of searched files that one thread keeps. */
const maxKeptBytes = 256_000_000;
/** Bytes of a file from which on it gets memory of its own, which is not held on to. */
const minSpacingBytes = 4_000_000;
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

/** A file that is searched; without a source it is only looked for in what is kept. */
export interface SearchedFile {
  readonly item: string;
  readonly source: Source | null;
  /** How the statements of its wallet are read. */
  readonly remembered?: RememberedReading | null;
}

type Told = Pick<FoundInFile, 'hits' | 'more'>;

/** Where files are read, one after the other: none of them stays there. */
interface Desk {
  bytes: Uint8Array;
  readonly between: ReadingDesk;
}

function roomOn(desk: Desk, size: number): Uint8Array {
  if (size > desk.bytes.length) desk.bytes = new Uint8Array(Math.min(minSpacingBytes, Math.ceil(size * 1.5)));
  return desk.bytes.subarray(0, size);
}

async function readAll(source: Source, desk: Desk): Promise<Uint8Array> {
  if (source.kind !== 'sealed') return readSource(source);
  checkSize(source.grant.size);
  const content = await openGranted(source.grant, 'whole');
  try {
    const { size } = content;
    const bytes = size < minSpacingBytes ? roomOn(desk, size) : new Uint8Array(size);
    await content.fill(bytes, 0, content.frameCount, desk.between);
    return bytes;
  } finally {
    await content.close();
  }
}

/** A text as it is kept; what it gives is only good until the next text is folded. */
function toKeep(bytes: Uint8Array, chosen: StatementEncoding): KeptText {
  const place = sharedPlace(bytes.length);
  const { encoding, certain } = detectEncoding(bytes);
  if (place === null || encoding !== 'utf-8' || !certain || chosen !== 'utf-8')
    return { bytes, folded: false };
  textOf(place.room, bytes.length).set(bytes);
  return { bytes: foldedOf(place.room, place.kernel.foldAll(bytes.length)), folded: true };
}

/** What a folded text tells without the file itself; `null` when that has to be looked into. */
function toldBy(folded: Uint8Array, text: string, most: number): Told | null {
  const needle = Buffer.from(foldText(text).filter((byte) => byte !== quote));
  if (needle.length > 0 && !viewOf(folded).includes(needle)) return { hits: [], more: false };
  // Nobody wants to see any further hit: that there are some is enough.
  return most === 0 ? { hits: [], more: true } : null;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function hitsIn(bytes: Uint8Array, text: string, most: number, remembered: RememberedReading | null): Told {
  const { table } = openBytes(bytes, { options: {}, remembered });
  const places = [...hitsOf(table, text, most + 1)];
  const hits = places.slice(0, most).map(({ row, column }) => ({
    row,
    column,
    columnName: table.columns[column]?.name ?? '',
    cells: table.cells(row, shownLength).slice(0, cellsShown),
  }));
  return { hits, more: places.length > most };
}

/** A search over the files of one thread, one after the other. */
export interface Searcher {
  /** Searches files; `unknown` are those that came without a source and cannot be told of from what is kept. */
  search(
    files: readonly SearchedFile[],
    text: string,
    most: number,
  ): Promise<{ found: FoundInFile[]; unknown: string[] }>;
}

/** Creates one that has nothing yet. */
export function createSearcher(): Searcher {
  const kept = keepTexts(maxKeptBytes);
  const desks = Array.from({ length: atOnce }, () => ({
    bytes: new Uint8Array(0),
    between: createReadingDesk(),
  }));

  async function look(
    { item, source, remembered = null }: SearchedFile,
    desk: Desk,
    text: string,
    most: number,
  ): Promise<Told | null> {
    const told = ({ bytes, folded }: KeptText) =>
      folded ? toldBy(bytes, text, most) : hitsIn(bytes, text, most, remembered);
    const encoding = remembered?.options.encoding ?? 'utf-8';
    const name = `${item} ${encoding}`;
    const known = kept.get(name);
    const before = known === null ? null : told(known);
    if (before !== null || source === null) return before;
    const bytes = await readAll(source, desk);
    if (known !== null) return hitsIn(bytes, text, most, remembered);
    const fresh = toKeep(bytes, encoding);
    kept.keep(name, fresh);
    return told(fresh) ?? hitsIn(bytes, text, most, remembered);
  }

  return {
    async search(files, text, most) {
      const found: FoundInFile[] = [];
      const unknown: string[] = [];
      const queue = files.values();
      async function work(desk: Desk): Promise<void> {
        for (const file of queue) {
          const { item } = file;
          try {
            const told = await look(file, desk, text, most);
            if (told === null) unknown.push(item);
            else found.push({ item, ...told, failed: false });
          } catch {
            // One file that cannot be read must not hide what is in the others.
            found.push({ item, hits: [], more: false, failed: true });
          }
        }
      }
      await Promise.all(desks.map(work));
      return { found, unknown };
    },
  };
}
