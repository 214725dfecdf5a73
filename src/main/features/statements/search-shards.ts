/** @file Searches many stored files in shards, each with a thread, some files per call. */
import type { CallOptions, Review } from '../../review/client.ts';
import type { RememberedReading } from '../../review/file-shape.ts';
import type { Source } from '../../review/messages.ts';
import type { FoundInFile } from '../../review/search.ts';
import type { ReadStatement, StatementReadings } from './readings.ts';

/** Number of shards that are searched in parallel; a file is always in the same shard. */
const shardCount = 4;
/** Files per call that searches the cache. */
const filesPerLookup = 64;
/** Files per call that reads files which are not cached. */
const filesPerRead = 16;

function computeShard(item: string): number {
  let hash = 0;
  for (let index = 0; index < item.length; index += 1) hash = (hash * 31 + item.charCodeAt(index)) >>> 0;
  return hash % shardCount;
}

/** A stored file that is searched. */
interface SearchedStatement extends ReadStatement {
  readonly item: string;
}

/** The files to search, and the callbacks for results. */
interface ShardedSearch {
  readonly statements: readonly SearchedStatement[];
  readonly text: string;
  /** Returns the source from which the review process reads a file. When it rejects, the file is reported as failed. */
  getSource(item: string): Promise<Source>;
  /** Returns the stored reading options of the file's wallet. */
  getReadOptions(item: string): RememberedReading | null;
  /** Returns how many more hits are wanted from one file. */
  maxHits(): number;
  /** Returns false when the search was replaced or closed. */
  isActive(): boolean;
  /** Called with the results of searched files. */
  onFound(found: readonly FoundInFile[]): void;
}

function toFailedResult(item: string): FoundInFile {
  return { item, hits: [], more: false, failed: true };
}

/** Searches all files. Cached files are read again only when they may have a hit. */
export async function searchShards(
  review: Review,
  readings: StatementReadings,
  search: ShardedSearch,
): Promise<void> {
  const { text } = search;

  function callSearch(
    shard: number,
    files: { item: string; source: Source | null }[],
    options?: CallOptions,
  ) {
    const filesWithOptions = files.map((file) => ({ ...file, remembered: search.getReadOptions(file.item) }));
    return review.call(
      'search',
      { shard, files: filesWithOptions, text, maxHits: search.maxHits() },
      options,
    );
  }

  /** Reads files; each is reported as found or failed. */
  async function readAndSearch(
    shard: number,
    statements: readonly SearchedStatement[],
    options: CallOptions,
  ): Promise<FoundInFile[]> {
    const filesWithSource = await Promise.all(
      statements.map(async ({ item }) => ({ item, source: await search.getSource(item).catch(() => null) })),
    );
    const refusedResults = filesWithSource
      .filter(({ source }) => source === null)
      .map(({ item }) => toFailedResult(item));
    const { found } = await callSearch(
      shard,
      filesWithSource.filter(({ source }) => source !== null),
      options,
    );
    return [...refusedResults, ...found];
  }

  /** Reports the results of cached files; returns the statements that must be read. */
  async function searchCached(
    shard: number,
    statements: readonly SearchedStatement[],
    onFound: (found: readonly FoundInFile[]) => void,
  ): Promise<SearchedStatement[]> {
    const items = statements.map(({ item }) => item);
    // Files without a result when the process ended are read again, like files that are not cached.
    const cachedResult = await callSearch(
      shard,
      items.map((item) => ({ item, source: null })),
    ).catch(() => ({ found: [], unknown: items }));
    onFound(cachedResult.found);
    return statements.filter(({ item }) => cachedResult.unknown.includes(item));
  }

  async function searchUncached(
    shard: number,
    statementsToRead: readonly SearchedStatement[],
    onFound: (found: readonly FoundInFile[]) => void,
  ): Promise<void> {
    const results = await readings.readMany(statementsToRead, async (ids, options) => {
      onFound(statementsToRead.filter(({ id }) => !ids.has(id)).map(({ item }) => toFailedResult(item)));
      return readAndSearch(
        shard,
        statementsToRead.filter(({ id }) => ids.has(id)),
        options,
      );
    });
    if (results !== null) return onFound(results);
    for (const statement of statementsToRead) {
      if (!search.isActive()) return;
      onFound(
        await readings
          .read(statement, (options) => readAndSearch(shard, [statement], options))
          .catch(() => [toFailedResult(statement.item)]),
      );
    }
  }

  async function searchShard(shard: number): Promise<void> {
    const statements = search.statements.filter(({ item }) => computeShard(item) === shard);
    for (
      let lookupStart = 0;
      lookupStart < statements.length && search.isActive();
      lookupStart += filesPerLookup
    ) {
      const reported = new Set<string>();
      const onFound = (found: readonly FoundInFile[]) => {
        const unreported = found.filter(({ item }) => !reported.has(item));
        for (const { item } of unreported) reported.add(item);
        search.onFound(unreported);
      };
      const statementsToRead = await searchCached(
        shard,
        statements.slice(lookupStart, lookupStart + filesPerLookup),
        onFound,
      );
      for (
        let readStart = 0;
        readStart < statementsToRead.length && search.isActive();
        readStart += filesPerRead
      ) {
        const batch = statementsToRead.slice(readStart, readStart + filesPerRead);
        try {
          await searchUncached(shard, batch, onFound);
        } catch {
          // Files of a failed call count as failed, and the search continues.
          onFound(batch.map(({ item }) => toFailedResult(item)));
        }
      }
    }
  }

  await Promise.all(Array.from({ length: shardCount }, (_, shard) => searchShard(shard)));
}
