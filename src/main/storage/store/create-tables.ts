/** @file Creates the tables of a new database, and refuses a database of another version. */
import { z } from 'zod';
import { PaydeskError } from '../../../shared/errors.ts';
import type { Database } from './database.ts';
import type { FeatureDatabase } from './procedure.ts';

/** The version of all tables. The first release freezes it; a later one counts on, and changes the tables of an earlier. */
const schemaVersion = 1;

const versionSchema = z.object({ user_version: z.int(), tables: z.int() });

/**
 * Creates the tables of a new file in one transaction. Always writes, so that a read-only file is detected at the start and
 * not during the clerk's work. Throws like `refuseOtherVersion`; the file is then unchanged.
 */
export function createTables(database: Database, featureDatabases: readonly FeatureDatabase[]): void {
  database.runScript('BEGIN IMMEDIATE');
  try {
    if (refuseOtherVersion(database) === 0)
      for (const { schema } of featureDatabases) database.runScript(schema);
    database.runScript(`PRAGMA user_version = ${schemaVersion}; COMMIT;`);
  } catch (thrown) {
    database.rollBack();
    throw thrown;
  }
}

/**
 * Throws `database-newer` when a newer Paydesk created the tables, and `data-outdated` when one did that was never
 * released. Returns the version, 0 for a file without tables. Writes nothing.
 */
export function refuseOtherVersion(database: Database): number {
  const { user_version: version, tables } = versionSchema.parse(
    database.get(
      'SELECT user_version, (SELECT count(*) FROM sqlite_schema) AS tables FROM pragma_user_version',
    ),
  );
  if (version > schemaVersion)
    throw new PaydeskError('database-newer', `The tables are of version ${version}`);
  if (version === 0 && tables > 0)
    throw new PaydeskError('data-outdated', 'A Paydesk that was never released wrote the database');
  return version;
}
