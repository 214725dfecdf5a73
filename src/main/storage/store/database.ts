/**
 * @file The application's SQLite database: opening it safely, and running statements on it. Used only in the store's
 * worker thread, so that commits never block the main thread.
 */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { PaydeskError } from '../../../shared/errors.ts';
import { fold } from '../../../shared/model/fold.ts';

/** A value that can be bound to a parameter of a statement. */
type Value = SQLInputValue;
/** Values by parameter name, without prefix. */
export type Values = Readonly<Record<string, Value>>;
/** A row: values by column name. */
export type Row = Readonly<Record<string, SQLOutputValue>>;

/**
 * Runs statements on an open database; each is prepared once. Statements may use the function `fold(text)` to compare
 * texts without case and accents, because SQLite's `lower` only converts English letters.
 */
export interface Database {
  /** Returns all rows. */
  all(sql: string, values?: Values): Row[];
  /** Returns the first row, or `undefined`. */
  get(sql: string, values?: Values): Row | undefined;
  /** Runs a statement; returns the number of changed rows and the last row ID. */
  run(sql: string, values?: Values): { changes: number; lastId: number };
  /** Runs several statements without values, such as a schema. */
  runScript(sql: string): void;
  /**
   * Rolls back the current transaction, if any: SQLite may have done so already, for example when the disk is full.
   */
  rollBack(): void;
  close(): void;
}

/** Primary result codes of SQLite that are mapped to error codes of Paydesk. */
const resultCodes = {
  busy: 5,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/** Time to wait for a lock of another program, in milliseconds. */
const lockTimeoutMs = 5_000;

/** Maps an error of SQLite to a {@link PaydeskError}; returns anything else unchanged. */
export function toDatabaseError(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || !('errcode' in thrown) || typeof thrown.errcode !== 'number')
    return thrown;
  // The lowest byte of an extended result code is the primary code.
  switch (thrown.errcode & 0xff) {
    case resultCodes.corrupt:
    case resultCodes.notADatabase:
      return new PaydeskError('database-corrupt', 'The database file is damaged');
    case resultCodes.readOnly:
      return new PaydeskError('database-read-only', 'The database file cannot be written');
    case resultCodes.full:
      return new PaydeskError('disk-full', 'The disk is full', { retryable: true });
    case resultCodes.busy:
    case resultCodes.cannotOpen:
    case resultCodes.ioError:
      return new PaydeskError('database-unavailable', 'The database file cannot be opened or read');
    default:
      return new PaydeskError('unexpected', `SQLite error ${thrown.errcode}: ${thrown.message}`);
  }
}

/**
 * Opens or creates the database. With WAL and full synchronization, a committed transaction survives a power loss.
 * `inspect` is called with an existing file first, and throws `database-newer` or `data-outdated` when the file must not
 * be used. Throws
 * the error of `inspect`, `database-corrupt` or `database-unavailable`; the file is then unchanged. A read-only file is
 * detected only by the first statement that writes.
 */
export function openDatabase(
  path: string,
  inspect: (database: Database) => unknown = () => undefined,
): Database {
  try {
    const wasInspected = inspectFile(path, inspect);
    const connection = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: lockTimeoutMs });
    try {
      connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;');
      // On macOS a plain flush leaves data in the cache of the disk; on other systems these settings have no effect.
      connection.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;');
      if (!wasInspected) checkIntegrity(connection);
    } catch (thrown) {
      connection.close();
      throw thrown;
    }
    return wrapConnection(connection);
  } catch (thrown) {
    throw toDatabaseError(thrown);
  }
}

/**
 * Inspects an existing file over a read-only connection, because closing a writable connection would merge the log of a
 * killed program into the file. Returns false when the file cannot be inspected; opening the file then reports the cause.
 */
function inspectFile(path: string, inspect: (database: Database) => unknown): boolean {
  let connection: DatabaseSync | null = null;
  try {
    connection = new DatabaseSync(path, { readOnly: true, timeout: lockTimeoutMs });
    checkIntegrity(connection);
    inspect(wrapConnection(connection));
    return true;
  } catch (thrown) {
    const error = toDatabaseError(thrown);
    const isUnusable =
      error instanceof PaydeskError &&
      ['database-corrupt', 'database-newer', 'data-outdated'].includes(error.code);
    if (isUnusable) throw error;
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

function wrapConnection(connection: DatabaseSync): Database {
  const statements = new Map<string, StatementSync>();
  connection.function('fold', { deterministic: true }, (text) =>
    typeof text === 'string' ? fold(text) : null,
  );

  function prepare(sql: string): StatementSync {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = connection.prepare(sql);
      statement.setAllowUnknownNamedParameters(true);
      statements.set(sql, statement);
    }
    return statement;
  }

  return {
    all: (sql, values = {}) => prepare(sql).all(values),
    get: (sql, values = {}) => prepare(sql).get(values),
    run(sql, values = {}) {
      const { changes, lastInsertRowid } = prepare(sql).run(values);
      return { changes: Number(changes), lastId: Number(lastInsertRowid) };
    },
    runScript: (sql) => connection.exec(sql),
    rollBack() {
      if (connection.isTransaction) connection.exec('ROLLBACK');
    },
    close: () => connection.close(),
  };
}
