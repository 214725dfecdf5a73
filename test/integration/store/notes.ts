/** @file A small table set for tests of the store, in the versions of successive releases. */
import { z } from 'zod';
import { noResultSchema } from '../../../src/main/store/columns.ts';
import { procedure, type TableSet } from '../../../src/main/store/procedure.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';

const firstMigration = 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;';
const secondMigration = "ALTER TABLE note ADD COLUMN colour TEXT NOT NULL DEFAULT 'none';";
const brokenMigration = 'CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT; THIS IS NOT SQL;';

/** Writes one note. An existing text violates the unique constraint. */
export const write = procedure(
  'notes.write',
  { args: z.object({ text: z.string() }), result: noResultSchema },
  (database, { text }) => {
    database.run('INSERT INTO note (text) VALUES ($text)', { text });
    return null;
  },
);

/** Writes a note and then throws, so that the note must be rolled back. */
export const writeAndFail = procedure(
  'notes.writeAndFail',
  { args: z.object({ text: z.string() }), result: noResultSchema },
  (database, { text }) => {
    database.run('INSERT INTO note (text) VALUES ($text)', { text });
    throw new PaydeskError('batch-unknown', 'There is no such batch', { details: { name: text } });
  },
);

/** Returns all texts in order. */
export const texts = procedure(
  'notes.texts',
  { args: z.null(), result: z.array(z.object({ text: z.string() })) },
  (database) => database.all('SELECT text FROM note ORDER BY id'),
);

/** Prevents the database file from growing, to simulate a full disk. */
export const fillDisk = procedure(
  'notes.fillDisk',
  { args: z.null(), result: noResultSchema },
  (database) => {
    const pages = database.get('PRAGMA page_count')?.['page_count'];
    database.get(`PRAGMA max_page_count = ${Number(pages)}`);
    return null;
  },
);

/** Exits the thread that serves the database, during a call. */
export const endWorker = procedure('notes.endWorker', { args: z.null(), result: noResultSchema }, () => {
  process.exit(3);
});

/** A procedure that no table set has. */
export const unknown = procedure('notes.unknown', { args: z.null(), result: noResultSchema }, () => null);

const procedures = [write, writeAndFail, texts, fillDisk, endWorker];

/** The table sets of each version of the program. */
export const versions: Readonly<Record<string, readonly TableSet[]>> = {
  first: [{ name: 'notes', migrations: [firstMigration], procedures }],
  second: [{ name: 'notes', migrations: [firstMigration, secondMigration], procedures }],
  broken: [{ name: 'notes', migrations: [firstMigration, brokenMigration], procedures }],
  other: [
    { name: 'notes', migrations: [firstMigration], procedures },
    { name: 'extra', migrations: ['CREATE TABLE extra (id INTEGER PRIMARY KEY) STRICT;'], procedures: [] },
  ],
};
