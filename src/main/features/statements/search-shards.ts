/** @file Searches many stored files in shards, each with a thread, some files per call. */
import type { CallOptions, Review } from '../../review/client.ts';
import type { RememberedReading } from '../../review/file-shape.ts';
import type { Source } from '../../review/messages.ts';
import type { FoundInFile } from '../../review/search.ts';
import type { ReadStatement, StatementReadings } from './readings.ts';

/** Number of shards that are searched in parallel; a file is always in the same shard. */
const shardCount = 4;
/** Cached files per call, and files that are read per call. */
const filesPerLookup = 64;
const filesPerRead = 16;

function shardOf(item: string): number {
  let sum = 0;
  for (let index = 0; index < item.length; index += 1) sum = (sum * 31 + item.charCodeAt(index)) >>> 0;
  return sum % shardCount;
}

/** A stored file that is searched. */
export interface SearchedStatement extends ReadStatement {
  readonly item: string;
}

/** The files to search, and the callbacks for results. */
export interface ShardedSearch {
  readonly statements: readonly SearchedStatement[];
  readonly text: string;
  /** What opens a file. A file whose grant is refused is reported as failed. */
  grant(item: string): Promise<Source>;
  /** Returns the stored reading options of the file's wallet. */
  remembered(item: string): RememberedReading | null;
  /** Returns how many more hits are wanted from one file. */
  maxHits(): number;
  /** Returns false when the search was replaced or closed. */
  isActive(): boolean;
  /** Called with the results of searched files. */
  onFound(found: readonly FoundInFile[]): void;
}

function failedOf(item: string): FoundInFile {
  return { item, hits: [], more: false, failed: true };
}

/** Searches all files. Cached files are read again only when they may have a hit. */
export async function searchShards(
  review: Review,
  readings: StatementReadings,
  search: ShardedSearch,
): Promise<void> {
  const { text } = search;

  function ask(shard: number, files: { item: string; source: Source | null }[], options?: CallOptions) {
    const asked = files.map((file) => ({ ...file, remembered: search.remembered(file.item) }));
    return review.call('search', { shard, files: asked, text, maxHits: search.maxHits() }, options);
  }

  /** Reads files; each is reported as found or failed. */
  async function read(
    shard: number,
    statements: readonly SearchedStatement[],
    options: CallOptions,
  ): Promise<FoundInFile[]> {
    const granted = await Promise.all(
      statements.map(async ({ item }) => ({ item, source: await search.grant(item).catch(() => null) })),
    );
    const refused = granted.filter(({ source }) => source === null).map(({ item }) => failedOf(item));
    const { found } = await ask(
      shard,
      granted.filter(({ source }) => source !== null),
      options,
    );
    return [...refused, ...found];
  }

  /** Reports the results of cached files; returns the statements that must be read. */
  async function lookThroughKept(
    shard: number,
    statements: readonly SearchedStatement[],
    onFound: (found: readonly FoundInFile[]) => void,
  ): Promise<SearchedStatement[]> {
    const items = statements.map(({ item }) => item);
    // Files without a result when the process ended are read again, like files that are not cached.
    const kept = await ask(
      shard,
      items.map((item) => ({ item, source: null })),
    ).catch(() => ({ found: [], unknown: items }));
    onFound(kept.found);
    return statements.filter(({ item }) => kept.unknown.includes(item));
  }

  async function look(
    shard: number,
    wanted: readonly SearchedStatement[],
    onFound: (found: readonly FoundInFile[]) => void,
  ): Promise<void> {
    const together = await readings.readMany(wanted, async (ids, options) => {
      onFound(wanted.filter(({ id }) => !ids.has(id)).map(({ item }) => failedOf(item)));
      return read(
        shard,
        wanted.filter(({ id }) => ids.has(id)),
        options,
      );
    });
    if (together !== null) return onFound(together);
    for (const statement of wanted) {
      if (!search.isActive()) return;
      onFound(
        await readings
          .read(statement, (options) => read(shard, [statement], options))
          .catch(() => [failedOf(statement.item)]),
      );
    }
  }

  async function work(shard: number): Promise<void> {
    const statements = search.statements.filter(({ item }) => shardOf(item) === shard);
    for (let from = 0; from < statements.length && search.isActive(); from += filesPerLookup) {
      const reported = new Set<string>();
      const onFound = (found: readonly FoundInFile[]) => {
        const fresh = found.filter(({ item }) => !reported.has(item));
        for (const { item } of fresh) reported.add(item);
        search.onFound(fresh);
      };
      const wanted = await lookThroughKept(shard, statements.slice(from, from + filesPerLookup), onFound);
      for (let at = 0; at < wanted.length && search.isActive(); at += filesPerRead) {
        const some = wanted.slice(at, at + filesPerRead);
        try {
          await look(shard, some, onFound);
        } catch {
          // Files of a failed call count as failed, and the search continues.
          onFound(some.map(({ item }) => failedOf(item)));
        }
      }
    }
  }

  await Promise.all(Array.from({ length: shardCount }, (_, shard) => work(shard)));
}
