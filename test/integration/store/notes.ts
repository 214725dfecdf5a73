/** @file A small table set to try the store with, in the versions that a release after the other would have. */
import { z } from 'zod';
import { noResultSchema } from '../../../src/main/store/columns.ts';
import { procedure, type TableSet } from '../../../src/main/store/procedure.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';

const schema = 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;';
const secondSchema = "ALTER TABLE note ADD COLUMN colour TEXT NOT NULL DEFAULT 'none';";
const brokenSchema = 'CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT; THIS IS NOT SQL;';

/** Writes one note. A text that is there already breaks a rule of the table. */
export const write = procedure(
  'notes.write',
  { args: z.object({ text: z.string() }), result: noResultSchema },
  (database, { text }) => {
    database.run('INSERT INTO note (text) VALUES ($text)', { text });
    return null;
  },
);

/** Writes a note and then throws: nothing of it may stay. */
export const writeAndFail = procedure(
  'notes.writeAndFail',
  { args: z.object({ text: z.string() }), result: noResultSchema },
  (database, { text }) => {
    database.run('INSERT INTO note (text) VALUES ($text)', { text });
    throw new PaydeskError('batch-unknown', 'There is no such batch', { details: { name: text } });
  },
);

/** All texts in order. */
export const texts = procedure(
  'notes.texts',
  { args: z.null(), result: z.array(z.object({ text: z.string() })) },
  (database) => database.all('SELECT text FROM note ORDER BY id'),
);

/** Lets the file grow no further, as a full disk does. */
export const fillDisk = procedure(
  'notes.fillDisk',
  { args: z.null(), result: noResultSchema },
  (database) => {
    const pages = database.get('PRAGMA page_count')?.['page_count'];
    database.get(`PRAGMA max_page_count = ${Number(pages)}`);
    return null;
  },
);

/** Ends the thread that serves the database, in the middle of its work. */
export const endWorker = procedure('notes.endWorker', { args: z.null(), result: noResultSchema }, () => {
  process.exit(3);
});

/** A procedure that no table set has. */
export const unknown = procedure('notes.unknown', { args: z.null(), result: noResultSchema }, () => null);

const procedures = [write, writeAndFail, texts, fillDisk, endWorker];

/** What each version of the program would bring. */
export const versions: Readonly<Record<string, readonly TableSet[]>> = {
  first: [{ name: 'notes', migrations: [schema], procedures }],
  second: [{ name: 'notes', migrations: [schema, secondSchema], procedures }],
  broken: [{ name: 'notes', migrations: [schema, brokenSchema], procedures }],
  other: [
    { name: 'notes', migrations: [schema], procedures },
    { name: 'extra', migrations: ['CREATE TABLE extra (id INTEGER PRIMARY KEY) STRICT;'], procedures: [] },
  ],
};
