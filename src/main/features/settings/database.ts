/** @file The table of settings: one JSON value per name. */
import { z } from 'zod';
import { noResultSchema } from '../../storage/store/columns.ts';
import { procedure } from '../../storage/store/procedure.ts';

export const schema = `
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

/** Reads the JSON text of a name, or `null`. */
export const read = procedure(
  'settings.read',
  { args: z.object({ name: z.string() }), result: z.object({ value: z.string() }).nullable() },
  (database, { name }) => database.get('SELECT value FROM setting WHERE name = $name', { name }) ?? null,
);

/** Writes the JSON text of a name. */
export const write = procedure(
  'settings.write',
  { args: z.object({ name: z.string(), value: z.string() }), result: noResultSchema },
  (database, { name, value }) => {
    database.run(
      'INSERT INTO setting (name, value) VALUES ($name, $value) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      { name, value },
    );
    return null;
  },
);

/** Removes every entry whose name begins with a prefix. */
export const remove = procedure(
  'settings.remove',
  { args: z.object({ start: z.string().min(1) }), result: noResultSchema },
  (database, { start }) => {
    database.run('DELETE FROM setting WHERE substr(name, 1, length($start)) = $start', { start });
    return null;
  },
);
