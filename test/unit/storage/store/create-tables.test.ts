import { expect, test } from 'vitest';
import { createTables, refuseOtherVersion } from '../../../../src/main/storage/store/create-tables.ts';
import type { Database } from '../../../../src/main/storage/store/database.ts';
import type { FeatureDatabase } from '../../../../src/main/storage/store/procedure.ts';
import { newPath, openForTest, thrownBy } from './database-files.ts';

const tableSet = (name: string, schema: string): FeatureDatabase => ({ name, schema, procedures: [] });
const notes = tableSet('notes', 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT) STRICT;');
const extra = tableSet('extra', 'CREATE TABLE extra (id INTEGER);');

const tablesOf = (database: Database) =>
  database.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").map(({ name }) => name);

/** Creates a database with one note. */
function createNotes(path = newPath()): Database {
  const database = openForTest(path);
  createTables(database, [notes]);
  database.run("INSERT INTO note (text) VALUES ('kept')");
  return database;
}

/** A transaction can begin only when none is open. */
const expectNoTransaction = (database: Database) => database.runScript('BEGIN; COMMIT;');

test('the tables of a new file are created and flushed to disk, and those of another file stay', () => {
  const path = newPath();
  createTables(createNotes(path), [notes]);
  const database = openForTest(path);
  createTables(database, [notes]);
  expect(database.all('SELECT text FROM note')).toEqual([{ text: 'kept' }]);
  expect(tablesOf(database)).toEqual(['note']);
});

test('nothing is created and no transaction stays open when a script fails', () => {
  const database = openForTest(newPath());
  expect(() => createTables(database, [extra, tableSet('broken', 'THIS IS NOT SQL;')])).toThrow('syntax');
  expect(tablesOf(database)).toEqual([]);
  expectNoTransaction(database);
  createTables(database, [extra]);
  expect(tablesOf(database)).toEqual(['extra']);
});

test('a full disk is the error, although SQLite has rolled back by itself', () => {
  const database = openForTest(newPath());
  database.get('PRAGMA max_page_count = 4');
  const large = tableSet('large', `${notes.schema} INSERT INTO note (text) VALUES (hex(zeroblob(1000000)));`);
  expect(thrownBy(() => createTables(database, [large]))).toMatchObject({ errcode: 13 });
  expect(tablesOf(database)).toEqual([]);
});

test('other programs are locked out until the tables are there', () => {
  const path = newPath();
  const database = openForTest(path);
  const otherProgram = openForTest(path);
  otherProgram.get('PRAGMA busy_timeout = 0');
  createTables(database, [
    {
      ...notes,
      get schema() {
        expect(() => otherProgram.runScript('CREATE TABLE other (id INTEGER)')).toThrow('locked');
        return notes.schema;
      },
    },
  ]);
  expect(tablesOf(otherProgram)).toEqual(['note']);
});

test.each([
  ['of a newer version', 'PRAGMA user_version = 2', 'database-newer'],
  ['of a Paydesk that was never released', 'PRAGMA user_version = 0', 'data-outdated'],
])('a file %s is refused, and left as it is', (_, change, code) => {
  const database = createNotes();
  database.runScript(change);
  for (const open of [() => refuseOtherVersion(database), () => createTables(database, [notes, extra])])
    expect(thrownBy(open)).toMatchObject({ code });
  expect(tablesOf(database)).toEqual(['note']);
  expectNoTransaction(database);
});

test('a file of this version and a file without tables are accepted', () => {
  expect(refuseOtherVersion(createNotes())).toBe(1);
  expect(refuseOtherVersion(openForTest(newPath()))).toBe(0);
});
