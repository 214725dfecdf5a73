/** @file Records the SQL statements that run on a database. */
import type { Database } from '../../../src/main/storage/store/database.ts';

/** Wraps a database; `statements` grows with every statement that runs on it. */
export function recordStatements(database: Database): {
  readonly database: Database;
  readonly statements: readonly string[];
} {
  const statements: string[] = [];
  const record = (sql: string) => {
    statements.push(sql);
    return sql;
  };
  return {
    statements,
    database: {
      ...database,
      all: (sql, values) => database.all(record(sql), values),
      get: (sql, values) => database.get(record(sql), values),
      run: (sql, values) => database.run(record(sql), values),
    },
  };
}
