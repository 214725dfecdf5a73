/** @file Migrates the schema to this version of Paydesk, one released script at a time. */
import { z } from 'zod';
import { PaydeskError } from '../../../shared/errors.ts';
import type { Database } from './database.ts';
import type { FeatureDatabase } from './procedure.ts';

const appliedSchema = z.array(z.object({ name: z.string(), version: z.number() }));

/**
 * Applies the missing scripts in one transaction. Always writes, so that a read-only file is detected at the start and
 * not during the clerk's work. Throws `database-newer` when the file was written by a newer Paydesk; the file is then
 * unchanged.
 */
export function migrate(database: Database, featureDatabases: readonly FeatureDatabase[]): void {
  database.runScript('BEGIN IMMEDIATE');
  try {
    database.runScript(
      'CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT',
    );
    refuseOtherVersion(database, featureDatabases);
    const appliedVersions = readAppliedVersions(database);
    for (const { name, migrations } of featureDatabases) {
      for (const script of migrations.slice(appliedVersions.get(name) ?? 0)) database.runScript(script);
      database.run(
        `INSERT INTO migration (name, version) VALUES ($name, $version)
         ON CONFLICT (name) DO UPDATE SET version = excluded.version`,
        { name, version: migrations.length },
      );
    }
    database.runScript('COMMIT');
  } catch (thrown) {
    database.rollBack();
    throw thrown;
  }
}

/**
 * Throws `database-newer` when a newer Paydesk created the tables, and `data-outdated` when one did that counted no
 * generations. Writes nothing.
 */
export function refuseOtherVersion(database: Database, featureDatabases: readonly FeatureDatabase[]): void {
  const knownVersions = new Map(featureDatabases.map(({ name, migrations }) => [name, migrations.length]));
  const appliedVersions = readAppliedVersions(database);
  if (appliedVersions.size > 0 && knownVersions.has('generation') && !appliedVersions.has('generation'))
    throw new PaydeskError('data-outdated', 'A Paydesk that was never released wrote the database');
  for (const [name, version] of appliedVersions) {
    if (version > (knownVersions.get(name) ?? 0)) {
      throw new PaydeskError('database-newer', `Tables ${name} are of version ${version}`);
    }
  }
}

/** Returns the number of applied scripts by table set; empty for a new file. */
function readAppliedVersions(database: Database): Map<string, number> {
  if (database.get("SELECT name FROM sqlite_schema WHERE name = 'migration'") === undefined) return new Map();
  const rows = appliedSchema.parse(database.all('SELECT name, version FROM migration'));
  return new Map(rows.map(({ name, version }) => [name, version]));
}
