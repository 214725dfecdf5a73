/** @file Searches stored files that need not be open. Their texts are cached for the next search. */
import type { StatementEncoding } from '../../../shared/model/statements/encoding.ts';
import { createFrameBuffers, type FrameBuffers, openGranted } from '../../storage/library/sealed-reader.ts';
import { foldedOf, textOf } from '../kernel/shared-memory.ts';
import type { Source } from '../process/methods/fields.ts';
import type { FoundInFile } from '../process/methods/search-methods.ts';
import { type FileHits, findInFile } from '../query/find-in-file.ts';
import { type RowFacts, readRowFacts, sizeOfFacts } from '../query/row-facts.ts';
import { filterRows, type RowFilters } from '../query/row-filter.ts';
import { createTextMatcher, type TextMatcher } from '../query/text-matcher.ts';
import { detectEncoding } from '../read/encoding.ts';
import type { RememberedInterpretation } from '../read/file-shape.ts';
import { openBytes } from '../read/read-sealed.ts';
import { sharedKernelBuffer } from '../read/read-tokens.ts';
import { checkSize, readSource } from '../read/source.ts';
import { type CachedText, createTextCache, type FoundText } from './text-cache.ts';

/** Creates a cache of about `maxBytes` bytes. */
function createFactsCache(maxBytes: number) {
  const cached = new Map<string, RowFacts>();
  let totalBytes = 0;
  return {
    get: (name: string) => cached.get(name) ?? null,
    /** Adds facts, and evicts the oldest ones if necessary. */
    keep(name: string, facts: RowFacts) {
      const replaced = cached.get(name);
      if (replaced !== undefined) totalBytes -= sizeOfFacts(replaced);
      cached.delete(name);
      if (sizeOfFacts(facts) > maxBytes) return;
      cached.set(name, facts);
      totalBytes += sizeOfFacts(facts);
      for (const [oldest, oldestFacts] of cached) {
        if (totalBytes <= maxBytes) return;
        cached.delete(oldest);
        totalBytes -= sizeOfFacts(oldestFacts);
      }
    },
  };
}

/** Bytes of searched texts that one thread caches. */
const maxCachedBytes = 256_000_000;
/** Bytes of dates, amounts and currencies of searched files that one thread caches. */
const maxCachedFactsBytes = 64_000_000;
/** File size in bytes from which a file gets dedicated memory, which is freed afterwards. */
const minDedicatedBytes = 4_000_000;
/** Files that are read concurrently. */
const maxConcurrentReads = 4;

/** A file to search; without a source only the cache is searched. */
export interface SearchedFile {
  readonly item: string;
  readonly source: Source | null;
  /** The stored reading options of the wallet of the file. */
  readonly remembered?: RememberedInterpretation | null;
  /** The currency of the wallet of the file; `null` if it is not known. */
  readonly walletCurrency?: string | null;
}

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

/** What is searched. */
interface SearchQuery {
  /** May be empty if there are filters. */
  readonly text: string;
  readonly filters: RowFilters | null;
  /** Maximum number of hits per file; with 0, only their existence is determined. */
  readonly maxHits: number;
  /** Maximum number of hits of all files; in the files after them, only the existence of hits is determined. */
  readonly maxTotalHits?: number;
}

interface Search extends SearchQuery {
  readonly matcher: TextMatcher;
}

const nothing: FileHits = { hits: [], more: false, reasons: [] };

/** Returns the result of a search in a cached text; `null` when the file itself must be read. */
function searchFolded(folded: FoundText, { matcher, filters, maxHits }: Search): FileHits | null {
  if (matcher.needle.length > 0 && !matcher.mayBeIn(folded)) return nothing;
  return maxHits === 0 && filters === null ? { ...nothing, more: true } : null;
}

/** Creates a searcher with empty caches. */
export function createSearcher() {
  const cache = createTextCache(maxCachedBytes);
  const factsCache = createFactsCache(maxCachedFactsBytes);
  const memories = Array.from({ length: maxConcurrentReads }, () => ({
    bytes: new Uint8Array(0),
    frameBuffers: createFrameBuffers(),
  }));

  /** Returns the result of a search with filters in a file whose facts are cached; `null` when the file must be read. */
  function searchFacts(file: SearchedFile, search: Search): FileHits | null {
    const facts = search.filters === null ? null : factsCache.get(factsName(file));
    if (facts === null || search.filters === null) return null;
    const { count, reasons } = filterRows(facts, search.filters, file.walletCurrency ?? null);
    if (count > 0 && (search.maxHits > 0 || search.matcher.needle.length > 0)) return null;
    return { hits: [], more: count > 0, reasons: [...reasons] };
  }

  function searchBytes(bytes: Uint8Array, file: SearchedFile, search: Search): FileHits {
    const { table } = openBytes(bytes, { options: {}, remembered: file.remembered ?? null });
    const { matcher, filters, maxHits } = search;
    let facts: RowFacts | null = null;
    const readFacts = () => {
      facts ??= readRowFacts(table);
      return facts;
    };
    if (filters === null) return findInFile(table, { matcher, filtered: null, maxHits, readFacts });
    factsCache.keep(factsName(file), readFacts());
    const filtered = filterRows(readFacts(), filters, file.walletCurrency ?? null);
    return findInFile(table, { matcher, filtered, maxHits, readFacts });
  }

  async function searchFile(
    file: SearchedFile,
    memory: SearchMemory,
    search: Search,
  ): Promise<FileHits | null> {
    const { item, source, remembered = null } = file;
    const searchCached = (cached: FoundText) =>
      cached.folded ? searchFolded(cached, search) : searchBytes(new Uint8Array(cached.bytes), file, search);
    const encoding = remembered?.options.encoding ?? 'utf-8';
    const name = `${item} ${encoding}`;
    const cachedText = cache.get(name);
    const cachedHits = (cachedText === null ? null : searchCached(cachedText)) ?? searchFacts(file, search);
    if (cachedHits !== null || source === null) return cachedHits;
    const bytes = await readAll(source, memory);
    if (cachedText !== null) return searchBytes(bytes, file, search);
    cache.keep(name, toCachedText(bytes, encoding));
    const newText = cache.get(name);
    return (newText?.folded === true ? searchCached(newText) : null) ?? searchBytes(bytes, file, search);
  }

  return {
    /** Searches files; `unknown` lists files without a source that are not in the cache. */
    async search(files: readonly SearchedFile[], query: SearchQuery) {
      const found: FoundInFile[] = [];
      const unknown: string[] = [];
      const queue = files.values();
      const { maxTotalHits = Number.MAX_SAFE_INTEGER } = query;
      const matcher = createTextMatcher(query.text);
      let hitCount = 0;
      async function searchNext(memory: SearchMemory): Promise<void> {
        for (const file of queue) {
          const { item } = file;
          try {
            const maxHits = Math.max(0, Math.min(query.maxHits, maxTotalHits - hitCount));
            const hits = await searchFile(file, memory, { ...query, matcher, maxHits });
            hitCount += hits?.hits.length ?? 0;
            if (hits === null) unknown.push(item);
            else found.push({ item, ...hits, failed: false });
          } catch {
            // An unreadable file must not hide hits in other files.
            found.push({ item, hits: [], more: false, failed: true, reasons: ['unreadable'] });
          }
        }
      }
      await Promise.all(memories.map(searchNext));
      return { found, unknown };
    },
  };
}

/** Name of the cached facts of a file, which depend on the reading options. */
function factsName({ item, remembered = null }: SearchedFile): string {
  return `${item} ${JSON.stringify(remembered)}`;
}
