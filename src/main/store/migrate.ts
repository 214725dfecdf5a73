/** @file Brings the schema up to this version of Paydesk, one released script at a time. */
import { z } from 'zod';
import { PaydeskError } from '../../shared/errors.ts';
import type { Database } from './database.ts';
import type { TableSet } from './procedure.ts';

const appliedSchema = z.array(z.object({ name: z.string(), version: z.number() }));

/**
 * Applies the scripts that are missing, all in one transaction. Writes each time, so that a file that cannot be written
 * shows itself at the start and not in the middle of the clerk's work. Throws `database-newer` when the file was written
 * by a newer Paydesk; the file is then left exactly as it was.
 */
export function migrate(database: Database, tableSets: readonly TableSet[]): void {
  database.script('BEGIN IMMEDIATE');
  try {
    database.script(
      'CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT',
    );
    refuseNewer(database, tableSets);
    const applied = appliedTo(database);
    for (const { name, migrations } of tableSets) {
      for (const script of migrations.slice(applied.get(name) ?? 0)) database.script(script);
      database.run(
        `INSERT INTO migration (name, version) VALUES ($name, $version)
         ON CONFLICT (name) DO UPDATE SET version = excluded.version`,
        { name, version: migrations.length },
      );
    }
    database.script('COMMIT');
  } catch (thrown) {
    database.rollBack();
    throw thrown;
  }
}

/** Throws `database-newer` when a newer Paydesk made the tables. Reads only. */
export function refuseNewer(database: Database, tableSets: readonly TableSet[]): void {
  const known = new Map(tableSets.map(({ name, migrations }) => [name, migrations.length]));
  for (const [name, version] of appliedTo(database)) {
    if (version > (known.get(name) ?? 0)) {
      throw new PaydeskError('database-newer', `Tables ${name} are of version ${version}`);
    }
  }
}

/** Number of applied scripts by table set; none in a file that is new. */
function appliedTo(database: Database): Map<string, number> {
  if (database.get("SELECT name FROM sqlite_schema WHERE name = 'migration'") === undefined) return new Map();
  const rows = appliedSchema.parse(database.all('SELECT name, version FROM migration'));
  return new Map(rows.map(({ name, version }) => [name, version]));
}
