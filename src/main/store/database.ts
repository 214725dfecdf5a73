/**
 * @file The application's SQLite database: opening it safely, and running statements on it. Used inside the store's
 * worker only, so that no commit ever waits on the main thread.
 */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { PaydeskError } from '../../shared/errors.ts';
import { fold } from '../../shared/model/fold.ts';

/** A value that can be bound to a statement. */
export type Value = SQLInputValue;
/** Values by the name of their parameter, without prefix. */
export type Values = Readonly<Record<string, Value>>;
/** One row by column name. */
export type Row = Readonly<Record<string, SQLOutputValue>>;

/**
 * Statements on an open database. Each text is prepared once. `fold(text)` in a statement is Paydesk's own folding:
 * SQLite's `lower` knows the letters of English only.
 */
export interface Database {
  /** All rows. */
  all(sql: string, values?: Values): Row[];
  /** The first row, or `undefined`. */
  get(sql: string, values?: Values): Row | undefined;
  /** Runs a statement; gives the number of changed rows and the last row ID. */
  run(sql: string, values?: Values): { changes: number; lastId: number };
  /** Runs several statements without values, such as a migration. */
  script(sql: string): void;
  /** Ends a transaction without its changes. SQLite may have done so by itself, as it does when the disk is full. */
  rollBack(): void;
  close(): void;
}

/** SQLite's primary result codes that tell the clerk different stories. */
const codes = {
  busy: 5,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/** Milliseconds to wait for another program that is writing. */
const lockTimeout = 5_000;

/** The story that a thrown SQLite error tells; anything else is passed on as it is. */
export function databaseError(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || !('errcode' in thrown) || typeof thrown.errcode !== 'number')
    return thrown;
  switch (thrown.errcode & 0xff) {
    case codes.corrupt:
    case codes.notADatabase:
      return new PaydeskError('database-corrupt', 'The database file is damaged');
    case codes.readOnly:
      return new PaydeskError('database-read-only', 'The database file cannot be written');
    case codes.full:
      return new PaydeskError('disk-full', 'The disk is full', { retryable: true });
    case codes.busy:
    case codes.cannotOpen:
    case codes.ioError:
      return new PaydeskError('database-unavailable', 'The database file cannot be opened or read');
    default:
      return new PaydeskError('unexpected', `SQLite error ${thrown.errcode}: ${thrown.message}`);
  }
}

/**
 * Opens (or creates) the database. WAL with full synchronisation: a transaction that was reported as committed
 * survives a power loss. `examine` sees an existing file first and throws when it must not be used. Throws what
 * `examine` throws, `database-corrupt` or `database-unavailable`; the file is then as it was. That it cannot be
 * written is told by the first statement that writes.
 */
export function openDatabase(
  path: string,
  examine: (database: Database) => void = () => undefined,
): Database {
  try {
    const examined = examineFile(path, examine);
    const connection = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: lockTimeout });
    try {
      connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;');
      // On macOS a plain flush leaves the bytes in the cache of the disk; elsewhere these change nothing.
      connection.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;');
      if (!examined) checkIntegrity(connection);
    } catch (thrown) {
      connection.close();
      throw thrown;
    }
    return wrap(connection);
  } catch (thrown) {
    throw databaseError(thrown);
  }
}

/**
 * Looks at an existing file without being able to change it: closing a writable connection would already take the
 * log of a program that was killed into the file. `false` when it cannot be looked at; opening it then tells why.
 */
function examineFile(path: string, examine: (database: Database) => void): boolean {
  let connection: DatabaseSync | null = null;
  try {
    connection = new DatabaseSync(path, { readOnly: true, timeout: lockTimeout });
    checkIntegrity(connection);
    examine(wrap(connection));
    return true;
  } catch (thrown) {
    const error = databaseError(thrown);
    const refused =
      error instanceof PaydeskError && ['database-corrupt', 'database-newer'].includes(error.code);
    if (refused) throw error;
    return false;
  } finally {
    connection?.close();
  }
}

function checkIntegrity(connection: DatabaseSync): void {
  const row = connection.prepare('PRAGMA quick_check(1)').get();
  if (row?.['quick_check'] !== 'ok') {
    throw new PaydeskError('database-corrupt', 'The database did not pass its integrity check');
  }
}

function wrap(connection: DatabaseSync): Database {
  const statements = new Map<string, StatementSync>();
  connection.function('fold', { deterministic: true }, (text) =>
    typeof text === 'string' ? fold(text) : null,
  );

  function prepared(sql: string): StatementSync {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = connection.prepare(sql);
      statement.setAllowUnknownNamedParameters(true);
      statements.set(sql, statement);
    }
    return statement;
  }

  return {
    all: (sql, values = {}) => prepared(sql).all(values),
    get: (sql, values = {}) => prepared(sql).get(values),
    run(sql, values = {}) {
      const { changes, lastInsertRowid } = prepared(sql).run(values);
      return { changes: Number(changes), lastId: Number(lastInsertRowid) };
    },
    script: (sql) => connection.exec(sql),
    rollBack() {
      if (connection.isTransaction) connection.exec('ROLLBACK');
    },
    close: () => connection.close(),
  };
}
