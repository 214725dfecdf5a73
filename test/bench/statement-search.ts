/** @file Searches sealed statements in the statement engine, as the program does. */
import type { ReadGuard } from '../../src/main/features/statements/read-guard.ts';
import { createShardedSearcher } from '../../src/main/features/statements/search/search-shards.ts';
import type { Library } from '../../src/main/storage/library/library.ts';
import type { BenchContext } from './bench.ts';
import { startEngineProcess } from './statement-engine.ts';
import { statementRows } from './statement-rows.ts';

/** Rows of each statement. */
export const rowsPerStatement = 2_000;

/** Treats all statements as readable. The program looks up readable statements in its database. */
const readings: ReadGuard = {
  read: (_, ask) => ask({}),
  readOpen: (_, ask) => ask({}),
  readMany: (statements, ask) => ask(new Set(statements.map(({ id }) => id)), {}),
};

const maxHits = 500;

/** Seals statements; returns their IDs. */
export async function sealStatements({ say }: BenchContext, library: Library, count: number) {
  say(`Sealing ${count} statements`);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const rows = statementRows(rowsPerStatement, index * rowsPerStatement);
    ids.push((await library.seal('statement', {}, rows)).id);
  }
  return ids;
}

/**
 * Starts a statement engine and the threads of the search, as opening the search does. No statement is cached. The process ends with
 * the block that declares the result with `using`.
 */
export async function startStatementSearch(library: Library, ids: readonly string[]) {
  const { engine } = startEngineProcess();
  const searcher = createShardedSearcher(engine, readings);
  await searcher.prepare();
  return {
    /** Returns the number of hits. Throws when a statement could not be searched. */
    async searchAll(text: string): Promise<number> {
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
        filters: null,
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
    [Symbol.dispose]: () => engine.close(),
  };
}
