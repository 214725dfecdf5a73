/** @file Searches sealed statements in the review process, as the program does. */
import type { StatementReadings } from '../../src/main/features/statements/readings.ts';
import { createShardedSearcher } from '../../src/main/features/statements/search-shards.ts';
import type { Library } from '../../src/main/library/library.ts';
import type { Review } from '../../src/main/review/client.ts';
import type { SearchFilters } from '../../src/shared/model/statement-search.ts';

/** Treats all statements as readable. The program looks up readable statements in its database. */
const readings: StatementReadings = {
  read: (_, ask) => ask({}),
  readOpen: (_, ask) => ask({}),
  readMany: (statements, ask) => ask(new Set(statements.map(({ id }) => id)), {}),
};

const maxHits = 500;

interface StatementSearch {
  /** Starts the threads, as opening the search does. No statement is cached. */
  prepare(): Promise<void>;
  /** Returns the number of hits. Throws when a statement could not be searched. */
  searchAll(text: string, filters?: SearchFilters | null): Promise<number>;
}

/** Creates the search of the statements with the given IDs in the library. */
export function createStatementSearch(
  review: Review,
  library: Library,
  ids: readonly string[],
): StatementSearch {
  const searcher = createShardedSearcher(review, readings);
  return {
    prepare: () => searcher.prepare(),
    async searchAll(text, filters = null) {
      let hits = 0;
      let failed = 0;
      await searcher.search({
        statements: ids.map((item, id) => ({
          item,
          id,
          size: 0,
          format: 'csv' as const,
          walletCurrency: null,
        })),
        text,
        filters,
        getReadOptions: () => null,
        getSource: async (item) => ({ kind: 'sealed', grant: await library.createGrant(item) }),
        maxHits: () => Math.max(0, maxHits - hits),
        isActive: () => true,
        onFound(found) {
          for (const { hits: places, failed: hasFailed } of found) {
            hits += places.length;
            failed += hasFailed ? 1 : 0;
          }
        },
      });
      if (failed > 0) throw new Error(`${failed} statements could not be searched`);
      return hits;
    },
  };
}
