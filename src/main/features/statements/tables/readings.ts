/**
 * @file Counts reads of stored statements before they start, so that a read which crashes Paydesk is counted. After too
 * many crashes a statement is unreadable until the clerk retries.
 */
import { z } from 'zod';
import { changedSchema } from '../../../store/columns.ts';
import { procedure } from '../../../store/procedure.ts';

const id = z.number().int();

/** Crashes or timeouts after which a statement is unreadable. */
const maxBroken = 2;
/**
 * Reads interrupted by the end of Paydesk, after which a statement is unreadable; the statement is seldom the cause.
 */
const maxCutOff = 5;

/** SQL: the statement `s` is unreadable. */
export const isUnreadable = `(s.readings_broken >= ${maxBroken} OR s.readings_begun >= ${maxCutOff})`;

/**
 * Outcome of a read. `whole`: succeeded. `broken`: crashed the process or timed out. `stopped`: ended for another
 * reason.
 */
export const readingOutcomeSchema = z.enum(['whole', 'broken', 'stopped']);

export type ReadingOutcome = z.infer<typeof readingOutcomeSchema>;

/** Counts a read of each readable statement, and returns those statements. */
export const beginReading = procedure(
  'statements.beginReading',
  { args: z.object({ ids: z.array(id) }), result: z.array(z.object({ id })) },
  (database, { ids }) =>
    database.all(
      `UPDATE statement AS s SET readings_begun = readings_begun + 1
       WHERE id IN (SELECT value FROM json_each($ids)) AND NOT ${isUnreadable} RETURNING id`,
      { ids: JSON.stringify(ids) },
    ),
);

/** Returns the readable statements without counting. */
export const readable = procedure(
  'statements.readable',
  { args: z.object({ ids: z.array(id) }), result: z.array(z.object({ id })) },
  (database, { ids }) =>
    database.all(
      `SELECT id FROM statement AS s WHERE id IN (SELECT value FROM json_each($ids)) AND NOT ${isUnreadable}`,
      { ids: JSON.stringify(ids) },
    ),
);

/** Records the outcome of reads, and returns the statements that are unreadable now. */
export const endReading = procedure(
  'statements.endReading',
  {
    args: z.object({ ids: z.array(id), outcome: readingOutcomeSchema }),
    result: z.array(z.object({ id })),
  },
  (database, { ids, outcome }) => {
    const chosen = 'id IN (SELECT value FROM json_each($ids))';
    const args = {
      ids: JSON.stringify(ids),
      broken: outcome === 'broken' ? 1 : 0,
      whole: outcome === 'whole' ? 1 : 0,
    };
    database.run(
      `UPDATE statement SET readings_broken = readings_broken + $broken,
         readings_begun = CASE WHEN $whole = 1 THEN 0 ELSE max(0, readings_begun - 1) END WHERE ${chosen}`,
      args,
    );
    return database.all(`SELECT id FROM statement AS s WHERE ${chosen} AND ${isUnreadable}`, {
      ids: args.ids,
    });
  },
);

/** Counts a crash of an open statement, and returns whether the statement is unreadable now. */
export const breakReading = procedure(
  'statements.breakReading',
  { args: z.object({ id }), result: z.object({ isUnreadable: z.boolean() }) },
  (database, { id: wanted }) => {
    database.run('UPDATE statement SET readings_broken = readings_broken + 1 WHERE id = $wanted', { wanted });
    const row = database.get(
      `SELECT ${isUnreadable} AS "isUnreadable" FROM statement AS s WHERE id = $wanted`,
      {
        wanted,
      },
    );
    return { isUnreadable: row?.['isUnreadable'] === 1 };
  },
);

/** Allows one more read of an unreadable statement; another crash makes it unreadable again. */
export const readAgain = procedure(
  'statements.readAgain',
  { args: z.object({ profileId: z.string(), id }), result: changedSchema },
  (database, { profileId, id: wanted }) => {
    const { changes } = database.run(
      `UPDATE statement AS s SET readings_begun = 0, readings_broken = ${maxBroken - 1}
       WHERE id = $wanted AND profile_id = $profileId AND ${isUnreadable}`,
      { wanted, profileId },
    );
    return { changed: changes };
  },
);
