/** @file The append-only table of everything that left or entered the machine, each entry chained to the one before. */
import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import { activityFilterSchema } from '../../../shared/contract/activity.ts';
import {
  activityEntrySchema,
  activityKindSchema,
  activityOutcomeSchema,
  problemOutcomes,
} from '../../../shared/model/activity.ts';
import { fold } from '../../../shared/model/fold.ts';
import { pageOf, pageRequestSchema } from '../../../shared/model/paging.ts';
import { environmentSchema } from '../../../shared/model/session/environment.ts';
import { noResultSchema, timeColumn } from '../../storage/store/columns.ts';
import type { Database, Row, Values } from '../../storage/store/database.ts';
import { procedure } from '../../storage/store/procedure.ts';
import { sqlList } from '../../storage/store/state-sql.ts';

export const schema = `
CREATE TABLE activity (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  os_user TEXT NOT NULL,
  profile TEXT,
  environment TEXT,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  outcome TEXT NOT NULL,
  request TEXT,
  status INTEGER,
  request_id TEXT,
  bytes_sent INTEGER NOT NULL,
  milliseconds INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX activity_kind ON activity (kind, id);
CREATE TRIGGER activity_is_not_changed BEFORE UPDATE ON activity
  BEGIN SELECT RAISE (ABORT, 'activity is append-only'); END;
CREATE TRIGGER activity_is_not_removed BEFORE DELETE ON activity
  BEGIN SELECT RAISE (ABORT, 'activity is append-only'); END;
-- The length and the last hash of the chain, authenticated with a key of the library.
CREATE TABLE activity_seal (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  entries INTEGER NOT NULL,
  mac TEXT NOT NULL
) STRICT;
`;

/** Replaces ill-formed Unicode and NUL, which the database would return changed, so that hashes stay reproducible. */
const storableText = z.string().transform((value) => value.toWellFormed().replaceAll('\0', '\ufffd'));

/** An entry without its number and hash. `at` is in milliseconds since 1970. */
const newEntrySchema = z.object({
  at: z.number().int(),
  osUser: storableText,
  profile: storableText.nullable(),
  environment: environmentSchema.nullable(),
  kind: activityKindSchema,
  subject: storableText,
  outcome: activityOutcomeSchema,
  request: storableText.nullable(),
  status: z.number().int().nullable(),
  requestId: storableText.nullable(),
  bytesSent: z.number().int(),
  milliseconds: z.number().int(),
});

export type NewEntry = z.infer<typeof newEntrySchema>;

const insertedColumns = `at, os_user, profile, environment, kind, subject, outcome, request, status, request_id, bytes_sent,
  milliseconds`;
/** SQL of all columns of an entry. */
export const selectedColumns = `id, at, os_user AS "osUser", profile, environment, kind, subject, outcome, request, status,
  request_id AS "requestId", bytes_sent AS "bytesSent", milliseconds, hash`;

const entryRow = activityEntrySchema.extend({ at: timeColumn });

const hashedFields = newEntrySchema.keyof().options;

/** Returns the text of an entry that is hashed: all fields in a fixed order. */
export function chainText(entry: NewEntry): string {
  return JSON.stringify(hashedFields.map((name) => entry[name]));
}

/** Hashes an entry: the hash of the previous entry and the text of this one. */
function chainHash(previous: string, entry: NewEntry): string {
  return createHash('sha256').update(previous).update(chainText(entry)).digest('hex');
}

function selectLastHash(database: Database): string {
  const row = database.get('SELECT hash FROM activity ORDER BY id DESC LIMIT 1');
  return typeof row?.['hash'] === 'string' ? row['hash'] : '';
}

/** Returns the highest entry number ever assigned, even if that entry is missing. */
function selectLastNumber(database: Database): number {
  return Number(database.get("SELECT seq FROM sqlite_sequence WHERE name = 'activity'")?.['seq'] ?? 0);
}

export const sealKeySchema = z.instanceof(Uint8Array);

const computeMac = (key: Uint8Array, entries: unknown, hash: unknown) =>
  createHmac('sha256', key)
    .update(JSON.stringify([entries, hash]))
    .digest('hex');

/** Returns true when there is a seal that fits the chain up to the last sealed entry. */
function hasFittingSeal(database: Database, key: Uint8Array): boolean {
  const row = database.get(
    `SELECT entries, mac, iif(entries = 0, '', (SELECT hash FROM activity WHERE id = entries)) AS hash FROM activity_seal`,
  );
  return row !== undefined && row['mac'] === computeMac(key, row['entries'], row['hash']);
}

function writeSeal(database: Database, key: Uint8Array): void {
  const entries = selectLastNumber(database);
  const mac = computeMac(key, entries, selectLastHash(database));
  database.run('INSERT OR REPLACE INTO activity_seal VALUES (1, $entries, $mac)', { entries, mac });
}

/** Seals the chain for the first time, while the library of the key is being created. */
export const createSeal = procedure(
  'activity.createSeal',
  { args: z.object({ key: sealKeySchema }), result: noResultSchema },
  (database, { key }) => {
    writeSeal(database, key);
    return null;
  },
);

/** Returns whether the seal fits the chain. */
export const isSealed = procedure(
  'activity.isSealed',
  { args: z.object({ key: sealKeySchema }), result: z.object({ sealed: z.boolean() }) },
  (database, { key }) => ({ sealed: hasFittingSeal(database, key) }),
);

/**
 * Appends entries and seals them. A seal that is missing or does not fit is not replaced, so that the chain stays
 * unsealed for good; without a key, the next call seals also these entries.
 */
export const appendEntries = procedure(
  'activity.append',
  {
    args: z.object({ entries: z.array(newEntrySchema), key: sealKeySchema.nullable() }),
    result: z.object({ entries: z.number().int() }),
  },
  (database, { entries, key }) => {
    const fittingKey = key !== null && hasFittingSeal(database, key) ? key : null;
    let hash = selectLastHash(database);
    for (const entry of entries) {
      hash = chainHash(hash, entry);
      database.run(
        `INSERT INTO activity (${insertedColumns}, hash) VALUES ($at, $osUser, $profile, $environment, $kind, $subject,
         $outcome, $request, $status, $requestId, $bytesSent, $milliseconds, $hash)`,
        { ...entry, hash },
      );
    }
    if (fittingKey !== null) writeSeal(database, fittingKey);
    // Not counted, because the table grows with every request.
    return { entries: selectLastNumber(database) };
  },
);

function countEntriesWhere(database: Database, where: string, values: Values): Row {
  return database.get(`SELECT count(*) AS entries FROM activity WHERE ${where}`, values) ?? { entries: 0 };
}

/** SQL for a case-folded column. ASCII is folded by SQLite itself, which is several times as fast. */
const foldedColumn = (column: string) =>
  `CASE WHEN ${column} GLOB '*[^ -~]*' THEN fold(${column}) ELSE lower(${column}) END`;

/** The outcome as shown. Must agree with `toShownOutcome` of the model. */
const shownOutcomeSql = `CASE WHEN outcome = 'refused' AND kind = 'reject-files' THEN 'not-accepted'
  WHEN outcome = 'refused' AND kind = 'proof' AND status = 404 THEN 'no-proof' ELSE outcome END`;

// Addresses and request IDs are always ASCII.
const filterSql = `($kind IS NULL OR kind = $kind) AND ($outcome IS NULL OR ${shownOutcomeSql} = $outcome
    OR ($outcome = 'problems' AND outcome IN ${sqlList(problemOutcomes)}))
  AND at >= $since AND at < $before
  AND ($text = '' OR instr(lower(coalesce(request, '')), $text) > 0
       OR instr(lower(coalesce(request_id, '')), $text) > 0 OR instr(${foldedColumn('subject')}, $text) > 0
       OR instr(${foldedColumn('os_user')}, $text) > 0)`;

function filterValues(filter: z.infer<typeof activityFilterSchema>): Values {
  const { kind, outcome, text, since, before } = filter;
  return {
    kind,
    outcome,
    text: fold(text),
    since: since === null ? 0 : Date.parse(since),
    before: before === null ? Number.MAX_SAFE_INTEGER : Date.parse(before),
  };
}

/** A page of entries, newest first. */
export const listEntries = procedure(
  'activity.list',
  {
    args: pageRequestSchema.extend({ filter: activityFilterSchema }),
    result: pageOf(entryRow),
  },
  (database, { offset, limit, filter }) => {
    const values = filterValues(filter);
    const rows = database.all(
      `SELECT ${selectedColumns} FROM activity WHERE ${filterSql} ORDER BY id DESC LIMIT $limit OFFSET $offset`,
      { ...values, limit, offset },
    );
    return { total: countEntriesWhere(database, filterSql, values)['entries'], rows };
  },
);

/** Returns one entry, or `null`. */
export const getEntry = procedure(
  'activity.entry',
  { args: z.object({ id: z.number().int() }), result: entryRow.nullable() },
  (database, { id }) =>
    database.get(`SELECT ${selectedColumns} FROM activity WHERE id = $id`, { id }) ?? null,
);

/** Entries in ascending order of their number, for the export and the integrity check. */
export const selectExportPage = procedure(
  'activity.run',
  {
    args: z.object({ after: z.number().int(), limit: z.number().int(), filter: activityFilterSchema }),
    result: z.array(entryRow),
  },
  (database, { after, limit, filter }) =>
    database.all(
      `SELECT ${selectedColumns} FROM activity WHERE id > $after AND ${filterSql} ORDER BY id LIMIT $limit`,
      { ...filterValues(filter), after, limit },
    ),
);

/** An entry with its number and hash, as it is hashed. */
export const chainRow = newEntrySchema.extend({ id: z.number().int(), hash: z.string() });

/**
 * Recomputes the hash chain over a range of entries. Returns the first broken entry or the position to resume at;
 * missing entries at the end count as a break.
 */
export const verifyRange = procedure(
  'activity.verify',
  {
    args: z.object({ after: z.number().int(), previous: z.string(), limit: z.number().int() }),
    result: z.object({
      checked: z.number().int(),
      last: z.number().int(),
      previous: z.string(),
      brokenAt: z.number().int().nullable(),
    }),
  },
  (database, { after, previous, limit }) => {
    const rows = z.array(chainRow).parse(
      database.all(`SELECT ${selectedColumns} FROM activity WHERE id > $after ORDER BY id LIMIT $limit`, {
        after,
        limit,
      }),
    );
    let hash = previous;
    let lastId = after;
    for (const { id, hash: storedHash, ...entry } of rows) {
      hash = chainHash(hash, entry);
      if (hash !== storedHash || id !== lastId + 1)
        return { checked: rows.length, last: id, previous: hash, brokenAt: id };
      lastId = id;
    }
    const isCutOff = rows.length < limit && lastId < selectLastNumber(database);
    return { checked: rows.length, last: lastId, previous: hash, brokenAt: isCutOff ? lastId + 1 : null };
  },
);

export const countEntries = procedure(
  'activity.count',
  { args: z.null(), result: z.object({ entries: z.number().int() }) },
  (database) => ({ entries: selectLastNumber(database) }),
);
