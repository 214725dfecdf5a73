/** @file Searches many stored files in shards, each with a thread, some files per call. PDFs have a thread of their own. */
import { maxFileHits } from '../../../../shared/contract/viewer.ts';
import type { SearchFilters } from '../../../../shared/model/statements/statement-search.ts';
import type { StatementFormat } from '../../../../shared/model/statements/statements.ts';
import type { CallOptions, StatementEngine } from '../../../statement-engine/process/client.ts';
import type { Source } from '../../../statement-engine/process/methods/fields.ts';
import type { FoundInFile } from '../../../statement-engine/process/methods/search-methods.ts';
import type { RememberedInterpretation } from '../../../statement-engine/read/file-shape.ts';
import type { ReadGuard, ReadStatement } from '../read-guard.ts';

/** Number of shards that are searched in parallel; a file is always in the same shard. */
const shardCount = 4;
/** Files per call that searches the cache. */
const filesPerLookup = 512;
/** Files per call that reads files which are not cached. */
const filesPerRead = { csv: 16, pdf: 4 } as const;

function computeShard(item: string): number {
  let hash = 0;
  for (let index = 0; index < item.length; index += 1) hash = (hash * 31 + item.charCodeAt(index)) >>> 0;
  return hash % shardCount;
}

/** A stored file that is searched. */
interface SearchedStatement extends ReadStatement {
  readonly item: string;
  readonly format: StatementFormat;
  readonly walletCurrency: string | null;
}

/** The files to search, and the callbacks for results. */
interface ShardedSearch {
  readonly statements: readonly SearchedStatement[];
  readonly text: string;
  /** Filters of rows; `null` for a search of the text alone. */
  readonly filters: Pick<SearchFilters, 'from' | 'till' | 'amount' | 'currency'> | null;
  /** Returns the source from which the statement engine reads a file. When it rejects, the file is reported as failed. */
  getSource(item: string): Promise<Source>;
  /** Returns the stored reading options of the file's wallet. */
  getReadOptions(item: string): RememberedInterpretation | null;
  /** Returns how many more hits are wanted. */
  maxHits(): number;
  /** Returns false when the search was replaced or closed. */
  isActive(): boolean;
  /** Called with the results of searched files. */
  onFound(found: readonly FoundInFile[]): void;
}

/** Statements that are searched one call after the other. */
interface Shard {
  readonly index: number;
  readonly format: StatementFormat;
  readonly statements: readonly SearchedStatement[];
}

interface FileWithSource {
  readonly item: string;
  readonly source: Source | null;
}

function toFailedResult(item: string): FoundInFile {
  return { item, hits: [], more: false, failed: true, reasons: ['unreadable'] };
}

function splitIntoShards(statements: readonly SearchedStatement[]): Shard[] {
  const csv = statements.filter(({ format }) => format === 'csv');
  const shards = Array.from(
    { length: shardCount },
    (_, index): Shard => ({
      index,
      format: 'csv',
      statements: csv.filter(({ item }) => computeShard(item) === index),
    }),
  );
  const pdf = statements.filter(({ format }) => format === 'pdf');
  return [...shards, { index: 0, format: 'pdf' as const, statements: pdf }].filter(
    (shard) => shard.statements.length > 0,
  );
}

function* chunksOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Creates the searcher. Only files that were searched before are looked up in the caches of the process. */
export function createShardedSearcher(engine: StatementEngine, readGuard: ReadGuard) {
  const searchedItems = new Set<string>();

  async function searchShard(search: ShardedSearch, { index, format, statements }: Shard): Promise<void> {
    const walletCurrencies = new Map(statements.map(({ item, walletCurrency }) => [item, walletCurrency]));
    const reported = new Set<string>();
    const report = (found: readonly FoundInFile[]) => {
      const unreported = found.filter(({ item }) => !reported.has(item));
      for (const { item } of unreported) reported.add(item);
      if (unreported.length > 0) search.onFound(unreported);
    };

    function callSearch(files: readonly FileWithSource[], options?: CallOptions) {
      const maxTotalHits = search.maxHits();
      const query = { text: search.text, maxHits: Math.min(maxFileHits, maxTotalHits) };
      if (format === 'pdf') return engine.call('searchPages', { files: [...files], ...query }, options);
      const filesWithOptions = files.map((file) => ({
        ...file,
        remembered: search.getReadOptions(file.item),
        walletCurrency: walletCurrencies.get(file.item) ?? null,
      }));
      const args = { shard: index, files: filesWithOptions, filters: search.filters, maxTotalHits, ...query };
      return engine.call('search', args, options);
    }

    /** Adds the sources of files; a file that has none is reported as failed. */
    async function addSources(batch: readonly SearchedStatement[]): Promise<FileWithSource[]> {
      const files = await Promise.all(
        batch.map(async ({ item }) => ({ item, source: await search.getSource(item).catch(() => null) })),
      );
      report(files.filter(({ source }) => source === null).map(({ item }) => toFailedResult(item)));
      return files.filter(({ source }) => source !== null);
    }

    async function readAndSearch(files: readonly FileWithSource[], options: CallOptions): Promise<void> {
      if (files.length === 0) return;
      const { found } = await callSearch(files, options);
      for (const { item } of files) searchedItems.add(item);
      report(found);
    }

    /** Reads files in batches. The sources of the next batch are prepared while a batch is searched. */
    async function readInBatches(batches: SearchedStatement[][], options: CallOptions): Promise<void> {
      const prepareNext = () => {
        const batch = batches.shift();
        const next = batch === undefined || !search.isActive() ? null : addSources(batch);
        next?.catch(() => undefined);
        return next;
      };
      let next = prepareNext();
      while (next !== null) {
        const files = await next;
        next = prepareNext();
        await readAndSearch(files, options);
      }
    }

    /** Searches cached files; returns the statements that must be read. */
    async function searchCached(batch: readonly SearchedStatement[]): Promise<SearchedStatement[]> {
      const items = batch.map(({ item }) => item);
      // Files without a result when the process ended are read again, like files that are not cached.
      const { found, unknown } = await callSearch(items.map((item) => ({ item, source: null }))).catch(
        () => ({
          found: [],
          unknown: items,
        }),
      );
      report(found);
      const unknownItems = new Set(unknown);
      return batch.filter(({ item }) => unknownItems.has(item));
    }

    async function searchUncached(statementsToRead: readonly SearchedStatement[]): Promise<void> {
      const result = await readGuard.readMany(statementsToRead, async (ids, options) => {
        report(statementsToRead.filter(({ id }) => !ids.has(id)).map(({ item }) => toFailedResult(item)));
        const readable = statementsToRead.filter(({ id }) => ids.has(id));
        await readInBatches([...chunksOf(readable, filesPerRead[format])], options);
        return 'done';
      });
      if (result !== null) return;
      // The process ended during a batch: each statement is read alone, so that the cause is found.
      for (const statement of statementsToRead) {
        if (!search.isActive()) return;
        if (reported.has(statement.item)) continue;
        await readGuard
          .read(statement, async (options) => readAndSearch(await addSources([statement]), options))
          .catch(() => report([toFailedResult(statement.item)]));
      }
    }

    for (const batch of chunksOf(statements, filesPerLookup)) {
      if (!search.isActive()) return;
      const searchedBefore = batch.filter(({ item }) => searchedItems.has(item));
      const unsearched = batch.filter(({ item }) => !searchedItems.has(item));
      const uncached = searchedBefore.length === 0 ? [] : await searchCached(searchedBefore);
      const statementsToRead = [...uncached, ...unsearched];
      try {
        if (statementsToRead.length > 0) await searchUncached(statementsToRead);
      } catch {
        // Files of a failed call count as failed, and the search continues.
        report(statementsToRead.map(({ item }) => toFailedResult(item)));
      }
    }
  }

  return {
    /** Starts the threads that search, before the first search. */
    async prepare() {
      const emptySearch = { files: [], text: '', filters: null, maxHits: 0, maxTotalHits: 0 };
      const shards = Array.from({ length: shardCount }, (_, shard) => shard);
      await Promise.all(shards.map((shard) => engine.call('search', { shard, ...emptySearch })));
    },
    async search(search: ShardedSearch) {
      await Promise.all(splitIntoShards(search.statements).map((shard) => searchShard(search, shard)));
    },
  };
}
