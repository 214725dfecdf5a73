import { describe, expect, test } from 'vitest';
import type { Database } from '../../../src/main/store/database.ts';
import { migrate, refuseNewerVersion } from '../../../src/main/store/migrate.ts';
import type { TableSet } from '../../../src/main/store/procedure.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { newPath, openForTest, thrownBy } from './database-files.ts';

const first = 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT) STRICT;';
const second = "ALTER TABLE note ADD COLUMN colour TEXT NOT NULL DEFAULT 'none';";
const set = (name: string, ...migrations: readonly string[]): TableSet => ({
  name,
  migrations,
  procedures: [],
});

const versionsIn = (database: Database) =>
  database.all('SELECT name, version FROM migration ORDER BY name').map((row) => ({ ...row }));
const tablesIn = (database: Database) =>
  database.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").map(({ name }) => name);

/** Creates a database of the first version with one note. */
function createFirstVersion(path = newPath()): Database {
  const database = openForTest(path);
  migrate(database, [set('notes', first)]);
  database.run("INSERT INTO note (text) VALUES ('kept')");
  return database;
}

describe('migrations', () => {
  test('create the tables of a new file, each set with its version', () => {
    const database = openForTest(newPath());
    migrate(database, [set('notes', first, second), set('extra', 'CREATE TABLE extra (id INTEGER);')]);
    expect(versionsIn(database)).toEqual([
      { name: 'extra', version: 1 },
      { name: 'notes', version: 2 },
    ]);
    expect(tablesIn(database)).toEqual(['extra', 'migration', 'note']);
  });

  test('are applied once and flushed to disk', () => {
    const path = newPath();
    const database = createFirstVersion(path);
    migrate(database, [set('notes', first)]);
    expect(openForTest(path).all('SELECT text FROM note')).toEqual([{ text: 'kept' }]);
    expect(versionsIn(database)).toEqual([{ name: 'notes', version: 1 }]);
  });

  test('are applied when they are missing, and the others are not applied again', () => {
    const database = createFirstVersion();
    migrate(database, [set('notes', first, second)]);
    expect(database.all('SELECT text, colour FROM note')).toEqual([{ text: 'kept', colour: 'none' }]);
    expect(versionsIn(database)).toEqual([{ name: 'notes', version: 2 }]);
  });

  test('change nothing and leave no transaction open when one fails', () => {
    const database = createFirstVersion();
    const broken = set('notes', first, second, 'THIS IS NOT SQL;');
    expect(
      thrownBy(() => migrate(database, [set('extra', 'CREATE TABLE extra (id);'), broken])),
    ).toMatchObject({ message: expect.stringContaining('syntax') });
    expect(tablesIn(database)).toEqual(['migration', 'note']);
    expect(versionsIn(database)).toEqual([{ name: 'notes', version: 1 }]);
    database.runScript('BEGIN; COMMIT;');
  });

  test('fail with the error of a full disk, although SQLite has rolled back by itself', () => {
    const database = createFirstVersion();
    const pages = Number(database.get('PRAGMA page_count')?.['page_count']);
    database.get(`PRAGMA max_page_count = ${pages}`);
    const large = 'INSERT INTO note (text) VALUES (hex(zeroblob(1000000)));';
    expect(thrownBy(() => migrate(database, [set('notes', first, large)]))).toMatchObject({ errcode: 13 });
    expect(versionsIn(database)).toEqual([{ name: 'notes', version: 1 }]);
  });

  test('lock out other programs until they are finished', () => {
    const path = newPath();
    const database = createFirstVersion(path);
    const other = openForTest(path);
    other.get('PRAGMA busy_timeout = 0');
    const newTables: TableSet = {
      ...set('notes', first),
      get migrations() {
        expect(() => other.runScript("INSERT INTO note (text) VALUES ('between')")).toThrow('locked');
        return [first];
      },
    };
    migrate(database, [newTables]);
    expect(other.all('SELECT text FROM note')).toEqual([{ text: 'kept' }]);
  });
});

describe('a file of a newer version', () => {
  test.each([
    ['has newer scripts', [set('notes', first)]],
    ['has unknown tables', [set('others', first)]],
  ])('is refused when it %s', (_, known) => {
    const database = createFirstVersion();
    migrate(database, [set('notes', first, second)]);
    const newer = expect.objectContaining({ code: 'database-newer' });
    expect(thrownBy(() => refuseNewerVersion(database, known))).toBeInstanceOf(PaydeskError);
    expect(() => refuseNewerVersion(database, known)).toThrow(newer);
    expect(() => migrate(database, known)).toThrow(newer);
    expect(versionsIn(database)).toEqual([{ name: 'notes', version: 2 }]);
    database.runScript('BEGIN; COMMIT;');
  });

  test('is distinguished from one of this version and one without tables', () => {
    expect(thrownBy(() => refuseNewerVersion(createFirstVersion(), [set('notes', first)]))).toBeNull();
    expect(thrownBy(() => refuseNewerVersion(openForTest(newPath()), []))).toBeNull();
  });
});
