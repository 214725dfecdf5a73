/** @file The table of the library's items. What an item is stays sealed; only the library's thread can read it. */
import { z } from 'zod';
import { changedSchema, noResultSchema } from '../store/columns.ts';
import type { Database } from '../store/database.ts';
import { procedure } from '../store/procedure.ts';

/** Kinds of items; features name theirs. */
export const itemKinds = [
  'proof',
  'proof-text',
  'statement',
  'annotations',
  'sign-off',
  'statement-view',
  'ledger',
  'ledger-original',
  'ledger-links',
] as const;

export type ItemKind = (typeof itemKinds)[number];

/** `sealed` is NULL for a removed item, whose file may come back by a power loss. */
export const schema = `
CREATE TABLE library_item (
  position INTEGER PRIMARY KEY,
  library_id TEXT NOT NULL,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  sealed BLOB
) STRICT;
CREATE INDEX library_item_by_kind ON library_item (library_id, kind, position);
`;

const sealedSchema = z.instanceof(Uint8Array);
/** The identifier of a row that was read: an altered one may be any text. */
const readIdSchema = z.string();
const kindSchema = z.enum(itemKinds);

export const itemRowSchema = z.object({
  libraryId: z.string(),
  id: z.uuid(),
  kind: kindSchema,
  /** The facts about the item, sealed. */
  sealed: sealedSchema,
});

/** A row of an item. */
export type ItemRow = z.infer<typeof itemRowSchema>;

const libraryIdSchema = z.object({ libraryId: z.string() });
const rowsPerPage = 500;
/** Begins the identifier of a library whose key ends with the session. */
export const sessionPrefix = 'session ';

/** Adds an item. Other features call it, so that what refers to an item is recorded in the same transaction. */
export function insertItem(database: Database, { libraryId, id, kind, sealed }: ItemRow): void {
  database.run(
    'INSERT INTO library_item (library_id, id, kind, sealed) VALUES ($libraryId, $id, $kind, $sealed)',
    { libraryId, id, kind, sealed },
  );
}

export const addItem = procedure(
  'library.addItem',
  { args: itemRowSchema, result: noResultSchema },
  (database, row) => {
    insertItem(database, row);
    return null;
  },
);

/** Replaces the facts about an item that was not removed. */
export const replaceItem = procedure(
  'library.replaceItem',
  { args: z.object({ id: z.uuid(), sealed: sealedSchema }), result: changedSchema },
  (database, { id, sealed }) => {
    const sql = 'UPDATE library_item SET sealed = $sealed WHERE id = $id AND sealed IS NOT NULL';
    return { changed: database.run(sql, { id, sealed }).changes };
  },
);

export const removeItem = procedure(
  'library.removeItem',
  { args: z.object({ id: z.uuid() }), result: noResultSchema },
  (database, { id }) => {
    database.run('UPDATE library_item SET sealed = NULL WHERE id = $id', { id });
    return null;
  },
);

/**
 * Returns the identifiers and kinds of a library's items, and the identifiers of removed items: as two texts with a line
 * for each, because a hundred thousand rows take long to cross between threads.
 */
export const listIds = procedure(
  'library.listIds',
  { args: libraryIdSchema, result: z.object({ items: z.string(), removed: z.string() }) },
  (database, { libraryId }) =>
    database.get(
      `SELECT coalesce(group_concat(id || ' ' || kind, char(10)) FILTER (WHERE sealed IS NOT NULL), '') AS items,
         coalesce(group_concat(id, char(10)) FILTER (WHERE sealed IS NULL), '') AS removed
       FROM library_item WHERE library_id = $libraryId`,
      { libraryId },
    ),
);

const pageRowSchema = z.object({ position: z.number().int(), id: readIdSchema, sealed: sealedSchema });

/** Returns the next items of a kind after a position. */
export const listPage = procedure(
  'library.listPage',
  {
    args: libraryIdSchema.extend({ kind: kindSchema, after: z.number().int() }),
    result: z.array(pageRowSchema),
  },
  (database, { libraryId, kind, after }) =>
    database.all(
      `SELECT position, id, sealed FROM library_item
       WHERE library_id = $libraryId AND kind = $kind AND position > $after AND sealed IS NOT NULL
       ORDER BY position LIMIT ${rowsPerPage}`,
      { libraryId, kind, after },
    ),
);

/** Returns the sealed facts about an item; `null` for an unknown or removed one. */
export const findItem = procedure(
  'library.findItem',
  {
    args: z.object({ id: readIdSchema }),
    result: z.object({ sealed: sealedSchema.nullable() }).nullable(),
  },
  (database, { id }) => database.get('SELECT sealed FROM library_item WHERE id = $id', { id }) ?? null,
);

/** Forgets the removed items whose files are gone. */
export const forgetRemoved = procedure(
  'library.forgetRemoved',
  { args: z.object({ ids: z.array(readIdSchema) }), result: noResultSchema },
  (database, { ids }) => {
    database.run(
      'DELETE FROM library_item WHERE sealed IS NULL AND id IN (SELECT value FROM json_each($ids))',
      { ids: JSON.stringify(ids) },
    );
    return null;
  },
);

/** Forgets the items of libraries whose keys ended with an earlier session. */
export const forgetSessions = procedure(
  'library.forgetSessions',
  { args: z.null(), result: noResultSchema },
  (database) => {
    database.run(`DELETE FROM library_item WHERE library_id LIKE '${sessionPrefix}%'`);
    return null;
  },
);
