/** @file Searches stored files that need not be open. Their texts are cached for the next search. */
import type { StatementEncoding } from '../../shared/model/review.ts';
import { createFrameBuffers, type FrameBuffers, openGranted } from '../library/sealed-reader.ts';
import { detectEncoding } from './encoding.ts';
import type { RememberedReading } from './file-shape.ts';
import { findHits } from './find.ts';
import { foldText } from './fold.ts';
import type { Source } from './messages.ts';
import { openBytes } from './read-sealed.ts';
import { sharedKernelBuffer } from './read-tokens.ts';
import { foldedOf, textOf } from './shared-memory.ts';
import { checkSize, readSource } from './source.ts';
import { type CachedText, createTextCache, type FoundText } from './text-cache.ts';

/** Bytes of searched texts that one thread caches. */
const maxCachedBytes = 256_000_000;
/** File size in bytes from which a file gets dedicated memory, which is freed afterwards. */
const minDedicatedBytes = 4_000_000;
/** Files that are read concurrently. */
const maxConcurrentReads = 4;
const maxCellBytes = 200;
const maxShownCells = 24;
const quote = 0x22;

/** A hit with its row. */
interface FoundRow {
  readonly row: number;
  readonly column: number;
  readonly columnName: string;
  readonly cells: string[];
}

/** Result of the search in one file. */
export interface FoundInFile {
  readonly item: string;
  readonly hits: FoundRow[];
  /** More hits exist than were returned. */
  readonly more: boolean;
  /** The file could not be read. */
  readonly failed: boolean;
}

/** A file to search; without a source only the cache is searched. */
export interface SearchedFile {
  readonly item: string;
  readonly source: Source | null;
  /** The stored reading options of the wallet of the file. */
  readonly remembered?: RememberedReading | null;
}

type FileHits = Pick<FoundInFile, 'hits' | 'more'>;

/** Reusable memory for reading files one after the other. */
interface SearchMemory {
  bytes: Uint8Array;
  readonly frameBuffers: FrameBuffers;
}

function reserve(memory: SearchMemory, size: number): Uint8Array {
  if (size > memory.bytes.length)
    memory.bytes = new Uint8Array(Math.min(minDedicatedBytes, Math.ceil(size * 1.5)));
  return memory.bytes.subarray(0, size);
}

async function readAll(source: Source, memory: SearchMemory): Promise<Uint8Array> {
  if (source.kind !== 'sealed') return readSource(source);
  checkSize(source.grant.size);
  const content = await openGranted(source.grant, 'all');
  try {
    const { size } = content;
    const bytes = size < minDedicatedBytes ? reserve(memory, size) : new Uint8Array(size);
    await content.fill(bytes, 0, content.frameCount, memory.frameBuffers);
    return bytes;
  } finally {
    await content.close();
  }
}

/** Folds a text for the cache; the result is valid until the next text is folded. */
function toCachedText(bytes: Uint8Array, chosen: StatementEncoding): CachedText {
  const buffer = sharedKernelBuffer(bytes.length);
  const { encoding, certain } = detectEncoding(bytes);
  if (buffer === null || encoding !== 'utf-8' || !certain || chosen !== 'utf-8')
    return { bytes, folded: false };
  textOf(buffer.memory, bytes.length).set(bytes);
  return { bytes: foldedOf(buffer.memory, buffer.kernel.foldAll(bytes.length)), folded: true };
}

/** Returns the result of a search in a cached text; `null` when the file itself must be read. */
function searchFolded(
  folded: Pick<FoundText, 'includes'>,
  needle: Uint8Array,
  maxHits: number,
): FileHits | null {
  if (needle.length > 0 && !folded.includes(needle)) return { hits: [], more: false };
  // Without requested hits, only their existence is determined.
  return maxHits === 0 ? { hits: [], more: true } : null;
}

function findHitsInFile(
  bytes: Uint8Array,
  text: string,
  maxHits: number,
  remembered: RememberedReading | null,
): FileHits {
  const { table } = openBytes(bytes, { options: {}, remembered });
  const cells = [...findHits(table, text, maxHits + 1)];
  const hits = cells.slice(0, maxHits).map(({ row, column }) => ({
    row,
    column,
    columnName: table.columns[column]?.name ?? '',
    cells: table.cells(row, maxCellBytes).slice(0, maxShownCells),
  }));
  return { hits, more: cells.length > maxHits };
}

/** Searches the files of one thread, one after the other. */
interface Searcher {
  /** Searches files; `unknown` lists files without a source that are not in the cache. */
  search(
    files: readonly SearchedFile[],
    text: string,
    maxHits: number,
  ): Promise<{ found: FoundInFile[]; unknown: string[] }>;
}

/** Creates a searcher with an empty cache. */
export function createSearcher(): Searcher {
  const cache = createTextCache(maxCachedBytes);
  const memories = Array.from({ length: maxConcurrentReads }, () => ({
    bytes: new Uint8Array(0),
    frameBuffers: createFrameBuffers(),
  }));

  async function searchFile(
    { item, source, remembered = null }: SearchedFile,
    memory: SearchMemory,
    {
      text,
      needle,
      maxHits,
    }: { readonly text: string; readonly needle: Uint8Array; readonly maxHits: number },
  ): Promise<FileHits | null> {
    const searchCached = (cached: FoundText) =>
      cached.folded
        ? searchFolded(cached, needle, maxHits)
        : findHitsInFile(new Uint8Array(cached.bytes), text, maxHits, remembered);
    const encoding = remembered?.options.encoding ?? 'utf-8';
    const name = `${item} ${encoding}`;
    const cachedText = cache.get(name);
    const cachedHits = cachedText === null ? null : searchCached(cachedText);
    if (cachedHits !== null || source === null) return cachedHits;
    const bytes = await readAll(source, memory);
    if (cachedText !== null) return findHitsInFile(bytes, text, maxHits, remembered);
    cache.keep(name, toCachedText(bytes, encoding));
    const newText = cache.get(name);
    return (
      (newText?.folded === true ? searchCached(newText) : null) ??
      findHitsInFile(bytes, text, maxHits, remembered)
    );
  }

  return {
    async search(files, text, maxHits) {
      const found: FoundInFile[] = [];
      const unknown: string[] = [];
      const queue = files.values();
      const needle = foldText(text).filter((byte) => byte !== quote);
      async function searchNext(memory: SearchMemory): Promise<void> {
        for (const file of queue) {
          const { item } = file;
          try {
            const hits = await searchFile(file, memory, { text, needle, maxHits });
            if (hits === null) unknown.push(item);
            else found.push({ item, ...hits, failed: false });
          } catch {
            // An unreadable file must not hide hits in other files.
            found.push({ item, hits: [], more: false, failed: true });
          }
        }
      }
      await Promise.all(memories.map(searchNext));
      return { found, unknown };
    },
  };
}
