/** @file The states of a download. */
import { z } from 'zod';
import { statementMachine } from '../../../../shared/model/statements/statement-machine.ts';
import { statementFormatSchema } from '../../../../shared/model/statements/statements.ts';
import { wireErrorSchema } from '../../../../shared/wire-error.ts';
import { insertItem, itemRowSchema } from '../../../storage/library/database.ts';
import { changedSchema, flagColumn, noResultSchema } from '../../../storage/store/columns.ts';
import { procedure } from '../../../storage/store/procedure.ts';
import { settleReceived } from './events.ts';
import { unknownStatement } from './listing.ts';
import { unreadableSql } from './read-attempts.ts';
import { statementUpdate } from './state-updates.ts';

const idSchema = z.number().int();
const instantSchema = z.number();

const downloadedStatementSchema = z.object({
  id: idSchema,
  walletId: z.number().int(),
  since: z.string(),
  till: z.string(),
  companyId: z.string(),
  identity: z.string(),
});

/** A statement whose download has begun. */
export type DownloadedStatement = z.infer<typeof downloadedStatementSchema>;

/**
 * Marks a download as started; `null` when the statement is no longer ready. The problem of the last attempt stays until
 * the outcome of this one, and the time of the last change is that of the event.
 */
export const beginDownload = procedure(
  'statements.beginDownload',
  { args: z.object({ id: idSchema }), result: downloadedStatementSchema.nullable() },
  (database, { id }) =>
    database.get(
      `${statementUpdate('beginDownload', {
        to: 'downloading',
        where: 'id = $id',
      })} RETURNING id, wallet_id AS "walletId", since, till, company_id AS "companyId", identity`,
      { id },
    ) ?? null,
);

/** Records an incomplete download: the statement stays ready, or its link is unusable. */
export const endDownload = procedure(
  'statements.endDownload',
  {
    args: z.object({
      id: idSchema,
      at: instantSchema,
      state: z.enum(statementMachine.transitions.failDownload.to),
      problem: wireErrorSchema,
    }),
    result: noResultSchema,
  },
  (database, { id, at, state, problem }) => {
    const changedAt = state === 'ready' ? null : at;
    database.run(
      statementUpdate('failDownload', {
        to: state,
        set: 'changed_at = coalesce($changedAt, changed_at), problem = $problem',
        where: 'id = $id',
      }),
      { id, changedAt, problem: JSON.stringify(problem) },
    );
    return null;
  },
);

const storedFileSchema = z.object({
  id: idSchema,
  at: instantSchema,
  item: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  format: statementFormatSchema,
});

const setFileSql = `changed_at = $changedAt, item = $item, size = $size, sha256 = $sha256, format = $format,
  problem = NULL, readings_begun = 0, readings_broken = 0, damaged = 0,
  failed_checks = NULL, closed_at = NULL`;

/** What the library knows about the file of a statement. */
export const fileMetadataSchema = z.object({
  profileId: z.string(),
  companyId: z.string(),
  walletId: idSchema,
  since: z.string(),
  till: z.string(),
  /** The statement's random identity. */
  identity: z.string(),
});

export type FileMetadata = z.infer<typeof fileMetadataSchema>;

/** Assigns a file in the library to the statement that it was stored for, unless the statement has a file already. */
export const adoptFile = procedure(
  'statements.adopt',
  {
    args: storedFileSchema.omit({ id: true }).extend({ about: fileMetadataSchema }),
    result: changedSchema,
  },
  (database, { about, at: changedAt, item, size, sha256, format }) => {
    const rows = database.all(
      `${statementUpdate('adoptFile', {
        to: 'stored',
        set: setFileSql,
        where: `identity = $identity AND profile_id = $profileId AND company_id = $companyId AND wallet_id = $walletId
          AND since = $since AND till = $till AND item IS NULL`,
      })} RETURNING id`,
      { ...about, changedAt, item, size, sha256, format },
    );
    for (const row of z.array(z.object({ id: idSchema })).parse(rows)) settleReceived(database, row.id);
    return { changed: rows.length };
  },
);

/** Records the stored file of a statement, and lists it in the library. */
export const recordStoredFile = procedure(
  'statements.stored',
  { args: storedFileSchema.omit({ item: true }).extend({ row: itemRowSchema }), result: noResultSchema },
  (database, { id, at: changedAt, row, size, sha256, format }) => {
    insertItem(database, row);
    const item = row.id;
    database.run(statementUpdate('store', { to: 'stored', set: setFileSql, where: 'id = $id' }), {
      id,
      changedAt,
      item,
      size,
      sha256,
      format,
    });
    settleReceived(database, id);
    return null;
  },
);

/** Returns the facts of a stored statement for the viewer. Throws `statement-unknown`. */
export const getStoredItem = procedure(
  'statements.storedItem',
  {
    args: z.object({ profileId: z.string(), id: idSchema }),
    result: z.object({
      id: idSchema,
      item: z.string().nullable(),
      format: statementFormatSchema,
      walletId: idSchema,
      since: z.string(),
      till: z.string(),
      companyId: z.string(),
      currency: z.string().nullable(),
      transactions: z.number().int().nullable(),
      size: z.number().int().nullable(),
      sha256: z.string().nullable(),
      changedAt: z.number(),
    }),
  },
  (database, { profileId, id }) => {
    const row = database.get(
      `SELECT s.id, s.item, s.format, s.wallet_id AS "walletId", s.since, s.till, s.company_id AS "companyId",
         w.currency, s.transactions, s.size, s.sha256, s.changed_at AS "changedAt"
       FROM statement s LEFT JOIN wallet w ON w.profile_id = s.profile_id AND w.wallet_id = s.wallet_id
       WHERE s.id = $id AND s.profile_id = $profileId`,
      { id, profileId },
    );
    if (row === undefined) throw unknownStatement();
    return row;
  },
);

const storedItemRow = z.object({
  id: idSchema,
  item: z.string(),
  since: z.string(),
  till: z.string(),
  /** Bytes. */
  size: z.number().int(),
});

/** Returns all stored statements of a profile, newest period first. */
export const listStoredItems = procedure(
  'statements.storedItems',
  {
    args: z.object({ profileId: z.string(), format: statementFormatSchema.nullable() }),
    result: z.array(
      storedItemRow
        .extend({
          format: statementFormatSchema,
          walletId: idSchema,
          walletName: z.string().nullable(),
          currency: z.string().nullable(),
        })
        .transform(({ walletId, walletName, currency, ...row }) => ({
          ...row,
          wallet: { id: walletId, name: walletName, currency },
        })),
    ),
  },
  (database, { profileId, format }) =>
    database.all(
      `SELECT s.id, s.item, s.format, s.since, s.till, coalesce(s.size, 0) AS size, s.wallet_id AS "walletId", w.name AS "walletName", w.currency
       FROM statement s LEFT JOIN wallet w ON w.profile_id = s.profile_id AND w.wallet_id = s.wallet_id
       WHERE s.profile_id = $profileId AND s.state = 'stored' AND s.item IS NOT NULL
         AND ($format IS NULL OR s.format = $format) ORDER BY s.till DESC, s.id DESC`,
      { profileId, format },
    ),
);

const otherRow = storedItemRow.extend({ unreadable: flagColumn });

export type OtherStatement = z.infer<typeof otherRow>;

/** Returns the other stored CSV statements of a wallet, newest period first. */
export const listOtherStoredItems = procedure(
  'statements.storedBeside',
  {
    args: z.object({ profileId: z.string(), id: idSchema, walletId: idSchema }),
    result: z.array(otherRow),
  },
  (database, { profileId, id: own, walletId }) =>
    database.all(
      `SELECT id, item, since, till, coalesce(size, 0) AS size, ${unreadableSql} AS unreadable FROM statement AS s
       WHERE profile_id = $profileId AND wallet_id = $walletId AND id <> $own AND state = 'stored'
         AND item IS NOT NULL AND format = 'csv' ORDER BY till DESC, id DESC`,
      { profileId, walletId, own },
    ),
);

/** Marks statements whose files are missing from the library as no longer stored. */
export const forgetItems = procedure(
  'statements.forgetItems',
  {
    args: z.object({ items: z.array(z.string()), at: instantSchema, problem: wireErrorSchema }),
    result: changedSchema,
  },
  (database, { items, at: changedAt, problem }) => {
    const { changes } = database.run(
      statementUpdate('loseFile', {
        to: 'expired',
        set: 'item = NULL, changed_at = $changedAt, problem = $problem',
        where: 'item IN (SELECT value FROM json_each($items))',
      }),
      { items: JSON.stringify(items), changedAt, problem: JSON.stringify(problem) },
    );
    return { changed: changes };
  },
);

/** Returns the files of all profiles that the database expects in the library. */
export const listAllItems = procedure(
  'statements.allItems',
  { args: z.null(), result: z.array(z.object({ item: z.string() })) },
  (database) => database.all(`SELECT item FROM statement WHERE state = 'stored' AND item IS NOT NULL`),
);

/** Returns the stored statements of all profiles with the dates that a retention period counts from. */
export const listRetained = procedure(
  'statements.retained',
  {
    args: z.null(),
    result: z.array(
      z.object({
        id: idSchema,
        profileId: z.string(),
        item: z.string(),
        sha256: z.string().nullable(),
        walletId: idSchema,
        walletName: z.string().nullable(),
        since: z.string(),
        till: z.string(),
        format: statementFormatSchema,
        storedAt: instantSchema,
      }),
    ),
  },
  (database) =>
    database.all(
      `SELECT s.id, s.profile_id AS "profileId", s.item, s.sha256, s.wallet_id AS "walletId", w.name AS "walletName",
         s.since, s.till, s.format, s.changed_at AS "storedAt"
       FROM statement s LEFT JOIN wallet w ON w.profile_id = s.profile_id AND w.wallet_id = s.wallet_id
       WHERE s.state = 'stored' AND s.item IS NOT NULL ORDER BY s.id`,
    ),
);

/** Removes the stored statements with these files, and requests of which no statement is left. */
export const removeStatements = procedure(
  'statements.remove',
  { args: z.object({ profileId: z.string(), items: z.array(z.string()) }), result: noResultSchema },
  (database, { profileId, items }) => {
    database.run(
      `DELETE FROM statement WHERE profile_id = $profileId AND state = 'stored'
         AND item IN (SELECT value FROM json_each($items))`,
      { profileId, items: JSON.stringify(items) },
    );
    database.run(
      `DELETE FROM statement_request WHERE profile_id = $profileId
         AND NOT EXISTS (SELECT 1 FROM statement s WHERE s.request_id = statement_request.id)`,
      { profileId },
    );
    return null;
  },
);
