import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { databaseError, openDatabase } from '../../../src/main/store/database.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { isOpen, newPath, opened, thrownBy } from './place.ts';

const schema = 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT) STRICT;';

/** A closed database with so many notes of a page each. */
function written(notes = 1): string {
  const path = newPath();
  const database = openDatabase(path);
  database.script(schema);
  for (let note = 0; note < notes; note += 1)
    database.run('INSERT INTO note (text) VALUES ($text)', { text: `${note}`.repeat(3_000) });
  database.close();
  return path;
}

/** Puts other bytes over pages of a file, from the third page on. */
function harm(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 8_192, 8_192 + 6_000);
  writeFileSync(path, bytes);
}

/** A database as a killed program leaves it: `change` is in the log and not yet in the file. */
function leftBehind(change: string): string {
  const path = written(8);
  const left = newPath();
  const program = new DatabaseSync(path);
  program.exec('PRAGMA wal_autocheckpoint = 0');
  program.exec(change);
  copyFileSync(path, left);
  copyFileSync(`${path}-wal`, `${left}-wal`);
  program.close();
  return left;
}

const sqliteError = (errcode: unknown) => Object.assign(new Error('constraint failed'), { errcode });
const newer = () => {
  throw new PaydeskError('database-newer', 'A newer Paydesk wrote it');
};

describe('what SQLite throws', () => {
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
    ['no database', 26, 'database-corrupt', false],
    ['a broken rule of a table', 2_067, 'unexpected', false],
  ])('%s tells its story', (_, errcode, code, retryable) => {
    const error = databaseError(sqliteError(errcode));
    expect(error).toBeInstanceOf(PaydeskError);
    expect(error).toMatchObject({ code, retryable });
  });

  test('is told from anything else, which stays as it is', () => {
    const others = [
      new Error('no number'),
      sqliteError('11'),
      { errcode: 11 },
      null,
      new PaydeskError('cancelled', ''),
    ];
    for (const other of others) expect(databaseError(other)).toBe(other);
  });
});

describe('an open database', () => {
  test('keeps a log, flushes each commit to the disk itself, and waits for other programs', () => {
    const database = opened(newPath());
    const pragma = (name: string) => Object.values(database.get(`PRAGMA ${name}`) ?? {})[0];
    const names = ['journal_mode', 'synchronous', 'temp_store', 'fullfsync', 'checkpoint_fullfsync'];
    expect(names.map(pragma)).toEqual(['wal', 2, 2, 1, 1]);
    expect(pragma('foreign_keys')).toBe(1);
    expect(pragma('busy_timeout')).toBe(5_000);
  });

  test('gives all rows, the first one or none', () => {
    const database = opened(newPath());
    database.script(schema);
    expect(database.run("INSERT INTO note (text) VALUES ('a'), ('b')")).toEqual({ changes: 2, lastId: 2 });
    expect(database.all('SELECT text FROM note ORDER BY id')).toEqual([{ text: 'a' }, { text: 'b' }]);
    expect(database.get('SELECT text FROM note WHERE id = $id', { id: 2 })).toEqual({ text: 'b' });
    expect(database.get('SELECT text FROM note WHERE id = 3')).toBeUndefined();
  });

  test('takes values that a statement does not ask for', () => {
    const database = opened(newPath());
    expect(database.get('SELECT $a AS a', { a: 1, b: 2 })).toEqual({ a: 1 });
  });

  test('prepares each text once', () => {
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
    onTestFinished(() => prepare.mockRestore());
    const database = opened(newPath());
    prepare.mockClear();
    for (const a of [1, 2, 3]) expect(database.all('SELECT $a AS a', { a })).toEqual([{ a }]);
    database.get('SELECT 2');
    expect(prepare.mock.calls).toEqual([['SELECT $a AS a'], ['SELECT 2']]);
  });

  test('folds texts as Paydesk does, and nothing else', () => {
    const database = opened(newPath());
    const sql = "SELECT fold('ŠKODA') AS text, fold(7) AS number, fold(NULL) AS none";
    expect(database.get(sql)).toEqual({ text: 'skoda', number: null, none: null });
  });

  test('may have an index of folded texts', () => {
    const database = opened(newPath());
    database.script(`${schema} CREATE INDEX folded ON note (fold(text));`);
    database.run("INSERT INTO note (text) VALUES ('Škoda')");
    expect(database.get("SELECT id FROM note WHERE fold(text) = 'skoda'")).toEqual({ id: 1 });
  });

  test('rolls back, also what SQLite has rolled back by itself', () => {
    const database = opened(newPath());
    database.script(`${schema} BEGIN; INSERT INTO note (text) VALUES ('never');`);
    database.rollBack();
    database.rollBack();
    expect(database.all('SELECT text FROM note')).toEqual([]);
  });

  test('is let go of when it is closed', () => {
    const path = newPath();
    const database = openDatabase(path);
    database.script(schema);
    expect(isOpen(path)).toBe(true);
    database.close();
    expect(isOpen(path)).toBe(false);
  });
});

describe('a file that is there', () => {
  test('is examined before it is opened, with nothing that could change it', () => {
    const path = written();
    const seen: unknown[] = [];
    opened(path, (database) => {
      seen.push(database.get('SELECT count(*) AS notes FROM note'));
      expect(() => database.script(schema.replace('note', 'other'))).toThrow('readonly');
    });
    expect(seen).toEqual([{ notes: 1 }]);
  });

  test('is let go of after it was examined', () => {
    const path = written();
    const database = opened(path, (existing) => existing.get('SELECT text FROM note'));
    database.get('SELECT text FROM note');
    database.close();
    expect(isOpen(path)).toBe(false);
  });

  test('is opened when a look at it failed for another reason than what is in it', () => {
    const database = opened(written(), (existing) => existing.get('SELECT away FROM note'));
    expect(database.all('SELECT id FROM note')).toHaveLength(1);
  });

  test.each([
    ['that it is of a newer version', 'database-newer', newer, () => undefined],
    ['that it is damaged', 'database-corrupt', () => undefined, harm],
  ])('is left as it was with its log when it is seen %s', (_, code, examine, change) => {
    const path = leftBehind("INSERT INTO note (text) VALUES ('in the log')");
    change(path);
    const before = [readFileSync(path), readFileSync(`${path}-wal`)];
    expect(thrownBy(() => openDatabase(path, examine))).toMatchObject({ code });
    expect([readFileSync(path), readFileSync(`${path}-wal`)]).toEqual(before);
  });

  test('is refused when it never was a database', () => {
    const path = newPath();
    writeFileSync(path, 'This is not a database. '.repeat(1_000));
    expect(thrownBy(() => openDatabase(path))).toMatchObject({ code: 'database-corrupt' });
  });

  test('is looked through also when it has to be rolled back first, which an examination cannot do', () => {
    const path = written(8);
    const left = newPath();
    const program = new DatabaseSync(path);
    onTestFinished(() => program.close());
    program.exec('PRAGMA journal_mode = DELETE; PRAGMA cache_size = 2; BEGIN;');
    program.exec("UPDATE note SET text = replace(text, '7', '8')");
    program.exec('CREATE TABLE more (text TEXT); INSERT INTO more SELECT text FROM note;');
    expect(existsSync(`${path}-journal`)).toBe(true);
    copyFileSync(path, left);
    copyFileSync(`${path}-journal`, `${left}-journal`);
    const whole = newPath();
    copyFileSync(left, whole);
    copyFileSync(`${left}-journal`, `${whole}-journal`);
    expect(opened(whole).all('SELECT id FROM note')).toHaveLength(8);
    harm(left);
    expect(thrownBy(() => openDatabase(left))).toMatchObject({ code: 'database-corrupt' });
    expect(isOpen(left)).toBe(false);
  });

  test('is refused when it is a folder', () => {
    const path = newPath();
    mkdirSync(path);
    expect(thrownBy(() => openDatabase(path))).toMatchObject({ code: 'database-unavailable' });
  });
});
