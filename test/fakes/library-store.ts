/** @file Libraries whose database is in this thread. */
import { join } from 'node:path';
import { featureDatabases } from '../../src/main/app/feature-databases.ts';
import { systemClock, systemRandom } from '../../src/main/concurrency/clock.ts';
import type { Vault } from '../../src/main/platform/keychain/vault.ts';
import type { Clock, Random } from '../../src/main/platform/platform.ts';
import { createLibrary, type Library } from '../../src/main/storage/library/library.ts';
import { createTables } from '../../src/main/storage/store/create-tables.ts';
import { type Database, openDatabase } from '../../src/main/storage/store/database.ts';
import type { Store } from '../../src/main/storage/store/store.ts';
import { PaydeskError } from '../../src/shared/errors.ts';

/** Returns an identifier (UUID) of an item. */
export function identifierOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Opens a database in a file, or in memory. Calls after its end are rejected as those of a store are. */
export function openLibraryStore(path = ':memory:'): Store & { readonly database: Database } {
  const database = openDatabase(path);
  createTables(database, featureDatabases);
  let isClosed = false;
  return {
    database,
    async run(procedure, args) {
      if (isClosed) throw new PaydeskError('database-unavailable', 'The database is closed');
      database.runScript('BEGIN');
      try {
        const result = procedure.result.parse(procedure.execute(database, args));
        database.runScript('COMMIT');
        return result;
      } catch (thrown) {
        database.rollBack();
        throw thrown;
      }
    },
    async close() {
      if (!isClosed) database.close();
      isClosed = true;
    },
  };
}

/** Creates a library in a data folder, as the program does. Its database is closed with it. */
export function openLibrary({
  dataFolder,
  vault,
  clock = systemClock,
  random = systemRandom,
}: {
  readonly dataFolder: string;
  readonly vault: Vault;
  readonly clock?: Clock;
  readonly random?: Random;
}): Library {
  const store = openLibraryStore(join(dataFolder, 'paydesk.db'));
  const library = createLibrary({ dataFolder, store, vault, clock, random });
  return {
    ...library,
    async close() {
      await library.close();
      await store.close();
    },
  };
}
