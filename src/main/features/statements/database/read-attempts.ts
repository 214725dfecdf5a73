/**
 * @file Counts reads of stored statements before they start, so that a read which crashes Paydesk is counted. After too
 * many crashes a statement is unreadable until the clerk retries.
 */
import { z } from 'zod';
import { changedSchema } from '../../../storage/store/columns.ts';
import { procedure } from '../../../storage/store/procedure.ts';

const idSchema = z.number().int();

/** Crashes or timeouts after which a statement is unreadable. */
const maxCrashes = 2;
/**
 * Reads interrupted by the end of Paydesk after which a statement is unreadable. The limit is higher than that of
 * crashes, because the statement is seldom the cause.
 */
const maxInterruptedReads = 5;

/** SQL: the statement `s` is unreadable. */
export const unreadableSql = `(s.readings_broken >= ${maxCrashes} OR s.readings_begun >= ${maxInterruptedReads})`;

/**
 * Outcome of a read. `whole`: succeeded. `damaged`: found that the file was altered. `broken`: crashed the process or timed
 * out. `stopped`: ended for another reason.
 */
const readingOutcomeSchema = z.enum(['whole', 'damaged', 'broken', 'stopped']);

export type ReadingOutcome = z.infer<typeof readingOutcomeSchema>;

/** Counts a read of each readable statement, and returns those statements. */
export const beginReading = procedure(
  'statements.beginReading',
  { args: z.object({ ids: z.array(idSchema) }), result: z.array(z.object({ id: idSchema })) },
  (database, { ids }) =>
    database.all(
      `UPDATE statement AS s SET readings_begun = readings_begun + 1
       WHERE id IN (SELECT value FROM json_each($ids)) AND NOT ${unreadableSql} RETURNING id`,
      { ids: JSON.stringify(ids) },
    ),
);

/** Returns the readable statements without counting. */
export const findReadable = procedure(
  'statements.readable',
  { args: z.object({ ids: z.array(idSchema) }), result: z.array(z.object({ id: idSchema })) },
  (database, { ids }) =>
    database.all(
      `SELECT id FROM statement AS s WHERE id IN (SELECT value FROM json_each($ids)) AND NOT ${unreadableSql}`,
      { ids: JSON.stringify(ids) },
    ),
);

/** Records the outcome of reads, and returns the statements that are unreadable now. */
export const endReading = procedure(
  'statements.endReading',
  {
    args: z.object({ ids: z.array(idSchema), outcome: readingOutcomeSchema }),
    result: z.array(z.object({ id: idSchema })),
  },
  (database, { ids, outcome }) => {
    const isChosenSql = 'id IN (SELECT value FROM json_each($ids))';
    const args = { ids: JSON.stringify(ids) };
    database.run(
      `UPDATE statement SET readings_broken = readings_broken + ($outcome = 'broken'),
         damaged = CASE WHEN $outcome IN ('whole', 'damaged') THEN $outcome = 'damaged' ELSE damaged END,
         readings_begun = CASE WHEN $outcome = 'whole' THEN 0 ELSE max(0, readings_begun - 1) END WHERE ${isChosenSql}`,
      { ...args, outcome },
    );
    return database.all(`SELECT id FROM statement AS s WHERE ${isChosenSql} AND ${unreadableSql}`, args);
  },
);

/** Counts a crash of an open statement, and returns whether the statement is unreadable now. */
export const breakReading = procedure(
  'statements.breakReading',
  { args: z.object({ id: idSchema }), result: z.object({ isUnreadable: z.boolean() }) },
  (database, { id }) => {
    database.run('UPDATE statement SET readings_broken = readings_broken + 1 WHERE id = $id', { id });
    const row = database.get(`SELECT ${unreadableSql} AS "isUnreadable" FROM statement AS s WHERE id = $id`, {
      id,
    });
    return { isUnreadable: row?.['isUnreadable'] === 1 };
  },
);

/** Allows one more read of an unreadable statement; another crash makes it unreadable again. */
export const allowReread = procedure(
  'statements.readAgain',
  { args: z.object({ profileId: z.string(), id: idSchema }), result: changedSchema },
  (database, { profileId, id }) => {
    const { changes } = database.run(
      `UPDATE statement AS s SET readings_begun = 0, readings_broken = ${maxCrashes - 1}
       WHERE id = $id AND profile_id = $profileId AND ${unreadableSql}`,
      { id, profileId },
    );
    return { changed: changes };
  },
);
