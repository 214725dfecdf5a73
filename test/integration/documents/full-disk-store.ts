/** @file The store's worker of the program, on a disk that is full while a marker file exists. */
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { Database } from '../../../src/main/store/database.ts';
import { serveStore } from '../../../src/main/store/serve.ts';
import { tableSets } from '../../../src/main/table-sets.ts';

const { path } = z.object({ path: z.string() }).parse(workerData);

/** Stops SQLite from growing the database while the disk counts as full. */
function limitPages(database: Database): void {
  const pages = existsSync(`${path}.full`) ? 1 : 4_294_967_294;
  database.get(`PRAGMA max_page_count = ${pages}`);
}

const sets = tableSets.map((set) => ({
  ...set,
  procedures: set.procedures.map((procedure) => ({
    name: procedure.name,
    execute(database: Database, args: unknown) {
      limitPages(database);
      return procedure.execute(database, args);
    },
  })),
}));

if (parentPort !== null) serveStore(parentPort, path, sets);
