/** @file A sealed statement in the statement engine, and the same rows unencrypted in DuckDB. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchContext } from './bench.ts';
import { duckDbStatement } from './duckdb.ts';
import { startEngine } from './statement-engine.ts';
import { statementRows } from './statement-rows.ts';

/** Seals `count` rows and prepares both programs, which end with the block that declares the result with `await using`. */
export async function startBesideDuckDb({ folder, say }: BenchContext, count: number) {
  say(`Sealing ${count} rows`);
  const own = startEngine(folder);
  const id = await own.seal(statementRows(count));
  const path = join(folder, 'plain.csv');
  await writeFile(path, statementRows(count));
  const duckDb = await duckDbStatement(path);
  return {
    ...own,
    id,
    duckDb,
    async [Symbol.asyncDispose]() {
      duckDb.close();
      await own[Symbol.asyncDispose]();
    },
  };
}
