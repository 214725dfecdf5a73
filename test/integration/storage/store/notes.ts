/** @file A small table set for tests of the store. */
import { z } from 'zod';
import { noResultSchema } from '../../../../src/main/storage/store/columns.ts';
import { type FeatureDatabase, procedure } from '../../../../src/main/storage/store/procedure.ts';

/** Writes one note. An existing text violates the unique constraint. */
export const write = procedure(
  'notes.write',
  { args: z.object({ text: z.string() }), result: noResultSchema },
  (database, { text }) => {
    database.run('INSERT INTO note (text) VALUES ($text)', { text });
    return null;
  },
);

/** Returns all texts in order. */
export const texts = procedure(
  'notes.texts',
  { args: z.null(), result: z.array(z.object({ text: z.string() })) },
  (database) => database.all('SELECT text FROM note ORDER BY id'),
);

export const notes: FeatureDatabase = {
  name: 'notes',
  schema: 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;',
  procedures: [write, texts],
};
