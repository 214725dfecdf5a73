/** @file Searching many stored files: in groups that each have a thread, and some files with each ask. */
import type { CallOptions, Review } from '../../review/client.ts';
import type { RememberedReading } from '../../review/file-shape.ts';
import type { Source } from '../../review/messages.ts';
import type { FoundInFile } from '../../review/search.ts';
import type { ReadStatement, StatementReadings } from './readings.ts';

/** Groups of files that are looked through at the same time; a file is always in the same one. */
const shardCount = 4;
/** Files that are asked about at once among those that are kept, and files that are read at once. */
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

/** What is searched, and who hears of it. */
export interface ShardedSearch {
  readonly statements: readonly SearchedStatement[];
  readonly text: string;
  /** What opens a file. A file whose grant is refused is reported as failed. */
  grant(item: string): Promise<Source>;
  /** How the statements of its wallet are read. */
  remembered(item: string): RememberedReading | null;
  /** Hits that are still wanted of one file. */
  maxHits(): number;
  /** False as soon as nobody wants to know any more. */
  isActive(): boolean;
  /** Hears of files that were looked through. */
  onFound(found: readonly FoundInFile[]): void;
}

function failedOf(item: string): FoundInFile {
  return { item, hits: [], more: false, failed: true };
}

/**
 * Looks through all files; of those that the threads still have from the last search, only those that may have a hit are
 * read again.
 */
export async function searchShards(
  review: Review,
  readings: StatementReadings,
  search: ShardedSearch,
): Promise<void> {
  const { text } = search;

  function ask(shard: number, files: { item: string; source: Source | null }[], options?: CallOptions) {
    const asked = files.map((file) => ({ ...file, remembered: search.remembered(file.item) }));
    return review.call('search', { shard, files: asked, text, most: search.maxHits() }, options);
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

  /** Tells of what is kept; gives the statements that have to be read. */
  async function lookThroughKept(
    shard: number,
    statements: readonly SearchedStatement[],
    onFound: (found: readonly FoundInFile[]) => void,
  ): Promise<SearchedStatement[]> {
    const items = statements.map(({ item }) => item);
    // What ended the process before it was reported of is read again with the others that are not kept.
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
          // What cannot be asked about counts as failed, and the next ones are asked about.
          onFound(some.map(({ item }) => failedOf(item)));
        }
      }
    }
  }

  await Promise.all(Array.from({ length: shardCount }, (_, shard) => work(shard)));
}
