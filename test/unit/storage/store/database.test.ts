import { copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Database, openDatabase, toDatabaseError } from '../../../../src/main/storage/store/database.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { isOpen, newPath, openForTest, thrownBy } from './database-files.ts';

const schema = 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT) STRICT;';

/** Creates a closed database with `notes` notes of a page each. */
function createDatabaseFile(notes = 1): string {
  const path = newPath();
  const database = openDatabase(path);
  database.runScript(schema);
  for (let note = 0; note < notes; note += 1)
    database.run('INSERT INTO note (text) VALUES ($text)', { text: `${note}`.repeat(3_000) });
  database.close();
  return path;
}

/** Opens a new database with the table of notes. */
function openNotes(): Database {
  const database = openForTest(':memory:');
  database.runScript(schema);
  return database;
}

/** Overwrites the third page of a file and a part of the fourth. */
function damage(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 8_192, 8_192 + 6_000);
  writeFileSync(path, bytes);
}

/** Removes the second half of a file. */
function truncate(path: string): void {
  truncateSync(path, readFileSync(path).length / 2);
}

/** Copies a database as a killed program leaves it: `change` is in the write-ahead log and not yet in the file. */
function createCrashedCopy(change: string): string {
  const path = createDatabaseFile(8);
  const copy = newPath();
  const program = new DatabaseSync(path);
  program.exec('PRAGMA wal_autocheckpoint = 0');
  program.exec(change);
  copyFileSync(path, copy);
  copyFileSync(`${path}-wal`, `${copy}-wal`);
  program.close();
  return copy;
}

const sqliteError = (errcode: unknown) => Object.assign(new Error('constraint failed'), { errcode });
const refuseAsNewer = () => {
  throw new PaydeskError('database-newer', 'A newer Paydesk wrote it');
};

describe('an SQLite error', () => {
  test.each([
    ['busy', 5, 'database-unavailable', false],
    ['busy while it recovers', 261, 'database-unavailable', false],
    ['read-only', 8, 'database-read-only', false],
    ['a failed flush', 1_034, 'database-unavailable', false],
    ['an I/O error', 10, 'database-unavailable', false],
    ['corrupt', 11, 'database-corrupt', false],
    ['a corrupt index', 779, 'database-corrupt', false],
    ['full', 13, 'disk-full', true],
    ['a file that cannot be opened', 14, 'database-unavailable', false],
    ['not a database', 26, 'database-corrupt', false],
    ['a constraint failure', 2_067, 'unexpected', false],
  ])('(%s) becomes the matching error code', (_, errcode, code, retryable) => {
    const error = toDatabaseError(sqliteError(errcode));
    expect(error).toBeInstanceOf(PaydeskError);
    expect(error).toMatchObject({ code, retryable });
  });

  test('is the only value that is converted; other values are returned unchanged', () => {
    const cancelled = new PaydeskError('cancelled', '');
    for (const value of [new Error('no number'), sqliteError('11'), { errcode: 11 }, null, cancelled])
      expect(toDatabaseError(value)).toBe(value);
  });
});

describe('an open database', () => {
  test('uses a write-ahead log, flushes each commit to the disk, and waits for other programs', () => {
    const database = openForTest(newPath());
    const pragma = (name: string) => Object.values(database.get(`PRAGMA ${name}`) ?? {})[0];
    const names = ['journal_mode', 'synchronous', 'temp_store', 'fullfsync', 'checkpoint_fullfsync'];
    expect(names.map(pragma)).toEqual(['wal', 2, 2, 1, 1]);
    expect(pragma('foreign_keys')).toBe(1);
    expect(pragma('busy_timeout')).toBe(5_000);
  });

  test('returns all rows with all, and the first row or undefined with get', () => {
    const database = openNotes();
    expect(database.run("INSERT INTO note (text) VALUES ('a'), ('b')")).toEqual({ changes: 2, lastId: 2 });
    expect(database.all('SELECT text FROM note ORDER BY id')).toEqual([{ text: 'a' }, { text: 'b' }]);
    expect(database.get('SELECT text FROM note WHERE id = $id', { id: 2 })).toEqual({ text: 'b' });
    expect(database.get('SELECT text FROM note WHERE id = 3')).toBeUndefined();
    // Values that the statement does not use are ignored.
    expect(database.get('SELECT $a AS a', { a: 1, b: 2 })).toEqual({ a: 1 });
  });

  test('prepares each statement once', () => {
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
    onTestFinished(() => prepare.mockRestore());
    const database = openForTest(':memory:');
    prepare.mockClear();
    for (const a of [1, 2, 3]) expect(database.all('SELECT $a AS a', { a })).toEqual([{ a }]);
    database.get('SELECT 2');
    expect(prepare.mock.calls).toEqual([['SELECT $a AS a'], ['SELECT 2']]);
  });

  test('folds texts like the search, also in an index, and returns null for other values', () => {
    const database = openNotes();
    const sql = "SELECT fold('ŠKODA') AS text, fold(7) AS number, fold(NULL) AS none";
    expect(database.get(sql)).toEqual({ text: 'skoda', number: null, none: null });
    database.runScript("CREATE INDEX folded ON note (fold(text)); INSERT INTO note (text) VALUES ('Škoda')");
    expect(database.get("SELECT id FROM note WHERE fold(text) = 'skoda'")).toEqual({ id: 1 });
  });

  test('rolls back a transaction, also when none is open any more', () => {
    const database = openNotes();
    database.runScript("BEGIN; INSERT INTO note (text) VALUES ('never');");
    database.rollBack();
    database.rollBack();
    expect(database.all('SELECT text FROM note')).toEqual([]);
  });

  test('releases its file when it is closed', () => {
    const path = newPath();
    const database = openDatabase(path);
    database.runScript(schema);
    expect(isOpen(path)).toBe(true);
    database.close();
    expect(isOpen(path)).toBe(false);
  });
});

describe('an existing database file', () => {
  test('is examined read-only before it is opened', () => {
    const path = createDatabaseFile();
    const examinedRows: unknown[] = [];
    openForTest(path, (database) => {
      examinedRows.push(database.get('SELECT count(*) AS notes FROM note'));
      expect(() => database.runScript(schema.replace('note', 'other'))).toThrow('readonly');
    });
    expect(examinedRows).toEqual([{ notes: 1 }]);
  });

  test('is released after the examination', () => {
    const path = createDatabaseFile();
    const database = openForTest(path, (existing) => existing.get('SELECT text FROM note'));
    database.get('SELECT text FROM note');
    database.close();
    expect(isOpen(path)).toBe(false);
  });

  test('is opened when the examination failed for a reason other than its content', () => {
    const path = createDatabaseFile();
    const database = openForTest(path, (existing) => existing.get('SELECT missing FROM note'));
    expect(database.all('SELECT id FROM note')).toHaveLength(1);
  });

  test.each([
    ['of a newer version', 'database-newer', refuseAsNewer, () => undefined],
    ['damaged', 'database-corrupt', () => undefined, damage],
    ['truncated', 'database-corrupt', () => undefined, truncate],
  ])('is left unchanged together with its log when it is %s', (_, code, examine, change) => {
    const path = createCrashedCopy("INSERT INTO note (text) VALUES ('in the log')");
    change(path);
    const before = [readFileSync(path), readFileSync(`${path}-wal`)];
    expect(thrownBy(() => openDatabase(path, examine))).toMatchObject({ code });
    expect([readFileSync(path), readFileSync(`${path}-wal`)]).toEqual(before);
  });

  test('is refused when it is not a database', () => {
    const path = newPath();
    writeFileSync(path, 'This is not a database. '.repeat(1_000));
    expect(thrownBy(() => openDatabase(path))).toMatchObject({ code: 'database-corrupt' });
  });

  test('is checked for damage also when it must be rolled back first', () => {
    const path = createDatabaseFile(8);
    const copy = newPath();
    const program = new DatabaseSync(path);
    onTestFinished(() => program.close());
    program.exec('PRAGMA journal_mode = DELETE; PRAGMA cache_size = 2; BEGIN;');
    program.exec("UPDATE note SET text = replace(text, '7', '8')");
    program.exec('CREATE TABLE more (text TEXT); INSERT INTO more SELECT text FROM note;');
    expect(existsSync(`${path}-journal`)).toBe(true);
    for (const suffix of ['', '-journal']) copyFileSync(`${path}${suffix}`, `${copy}${suffix}`);
    const intact = newPath();
    for (const suffix of ['', '-journal']) copyFileSync(`${copy}${suffix}`, `${intact}${suffix}`);
    expect(openForTest(intact).all('SELECT id FROM note')).toHaveLength(8);
    damage(copy);
    expect(thrownBy(() => openDatabase(copy))).toMatchObject({ code: 'database-corrupt' });
    expect(isOpen(copy)).toBe(false);
  });

  test.each(['..', 'missing/paydesk.db'])('is refused when it is a folder or in no folder (%s)', (name) => {
    const path = join(newPath(), '..', name);
    expect(thrownBy(() => openDatabase(path))).toMatchObject({ code: 'database-unavailable' });
  });
});
