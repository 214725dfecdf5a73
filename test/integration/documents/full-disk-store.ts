/** @file The store's worker as the program has it, on a disk that is full for as long as a file says so. */
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { Database } from '../../../src/main/store/database.ts';
import { serveStore } from '../../../src/main/store/serve.ts';
import { tableSets } from '../../../src/main/table-sets.ts';

const { path } = z.object({ path: z.string() }).parse(workerData);

/** SQLite gives the database no page more than it has. */
function takeRoom(database: Database): void {
  const pages = existsSync(`${path}.full`) ? 1 : 4_294_967_294;
  database.get(`PRAGMA max_page_count = ${pages}`);
}

const sets = tableSets.map((set) => ({
  ...set,
  procedures: set.procedures.map((procedure) => ({
    name: procedure.name,
    execute(database: Database, args: unknown) {
      takeRoom(database);
      return procedure.execute(database, args);
    },
  })),
}));

if (parentPort !== null) serveStore(parentPort, path, sets);
