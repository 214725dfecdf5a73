import { describe, expect, test } from 'vitest';
import type { Database } from '../../../../src/main/storage/store/database.ts';
import { migrate, refuseOtherVersion } from '../../../../src/main/storage/store/migrate.ts';
import type { FeatureDatabase } from '../../../../src/main/storage/store/procedure.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { newPath, openForTest, thrownBy } from './database-files.ts';

const createNotes = 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT) STRICT;';
const addColour = "ALTER TABLE note ADD COLUMN colour TEXT NOT NULL DEFAULT 'none';";
const tableSet = (name: string, ...migrations: string[]): FeatureDatabase => ({
  name,
  migrations,
  procedures: [],
});
const createExtra = tableSet('extra', 'CREATE TABLE extra (id INTEGER);');
const firstVersion = [tableSet('notes', createNotes)];

/** Expects a file with these tables beside its table of migrations. */
function expectTables(database: Database, tables: readonly string[]): void {
  const rows = database.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
  expect(rows.map(({ name }) => name)).toEqual(tables);
}
/** Expects a file with these versions of its table sets. */
function expectVersions(database: Database, versions: Readonly<Record<string, number>>): void {
  const rows = database.all('SELECT name, version FROM migration');
  expect(Object.fromEntries(rows.map(({ name, version }) => [name, version]))).toEqual(versions);
}

/** Creates a database of the first version with one note. */
function createFirstVersion(path = newPath()): Database {
  const database = openForTest(path);
  migrate(database, firstVersion);
  database.run("INSERT INTO note (text) VALUES ('kept')");
  return database;
}

describe('migrations', () => {
  test('create the tables of a new file, each set with its version', () => {
    const database = openForTest(newPath());
    migrate(database, [tableSet('notes', createNotes, addColour), createExtra]);
    expectVersions(database, { extra: 1, notes: 2 });
    expectTables(database, ['extra', 'migration', 'note']);
  });

  test('are flushed to disk, and applied once and only when the file lacks them', () => {
    const path = newPath();
    const database = createFirstVersion(path);
    migrate(database, firstVersion);
    expect(openForTest(path).all('SELECT text FROM note')).toEqual([{ text: 'kept' }]);
    expectVersions(database, { notes: 1 });
    migrate(database, [tableSet('notes', createNotes, addColour)]);
    expect(database.all('SELECT text, colour FROM note')).toEqual([{ text: 'kept', colour: 'none' }]);
    expectVersions(database, { notes: 2 });
  });

  test('change nothing and leave no transaction open when one of them fails', () => {
    const database = createFirstVersion();
    const broken = tableSet('notes', createNotes, addColour, 'THIS IS NOT SQL;');
    expect(() => migrate(database, [createExtra, broken])).toThrow('syntax');
    expectTables(database, ['migration', 'note']);
    expectVersions(database, { notes: 1 });
    // A transaction can begin only when none is open.
    database.runScript('BEGIN; COMMIT;');
  });

  test('fail with the error of a full disk, although SQLite has rolled back by itself', () => {
    const database = createFirstVersion();
    const pages = Number(database.get('PRAGMA page_count')?.['page_count']);
    database.get(`PRAGMA max_page_count = ${pages}`);
    const large = tableSet('notes', createNotes, 'INSERT INTO note (text) VALUES (hex(zeroblob(1000000)));');
    expect(thrownBy(() => migrate(database, [large]))).toMatchObject({ errcode: 13 });
    expectVersions(database, { notes: 1 });
  });

  test('lock out other programs until they are finished', () => {
    const path = newPath();
    const database = createFirstVersion(path);
    const otherProgram = openForTest(path);
    otherProgram.get('PRAGMA busy_timeout = 0');
    const newTables: FeatureDatabase = {
      ...tableSet('notes', createNotes),
      get migrations() {
        expect(() => otherProgram.runScript("INSERT INTO note (text) VALUES ('between')")).toThrow('locked');
        return [createNotes];
      },
    };
    migrate(database, [newTables]);
    expect(otherProgram.all('SELECT text FROM note')).toEqual([{ text: 'kept' }]);
  });
});

describe('a file of a newer version', () => {
  test.each([
    ['has newer scripts', firstVersion],
    ['has unknown tables', [tableSet('others', createNotes)]],
  ])('is refused when it %s', (_, knownSets) => {
    const database = createFirstVersion();
    migrate(database, [tableSet('notes', createNotes, addColour)]);
    const newer = expect.objectContaining({ code: 'database-newer' });
    expect(thrownBy(() => refuseOtherVersion(database, knownSets))).toBeInstanceOf(PaydeskError);
    expect(() => refuseOtherVersion(database, knownSets)).toThrow(newer);
    expect(() => migrate(database, knownSets)).toThrow(newer);
    expectVersions(database, { notes: 2 });
    // A transaction can begin only when none is open.
    database.runScript('BEGIN; COMMIT;');
  });

  test('is not confused with a file of this version or a file without tables', () => {
    refuseOtherVersion(createFirstVersion(), firstVersion);
    refuseOtherVersion(openForTest(newPath()), []);
  });
});
