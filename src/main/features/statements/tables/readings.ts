/**
 * @file Readings of stored statements, counted before they begin, so that also one which ends the program is counted. A
 * statement that breaks them too often is unreadable until the clerk asks for it.
 */
import { z } from 'zod';
import { changedSchema } from '../../../store/columns.ts';
import { procedure } from '../../../store/procedure.ts';

const id = z.number().int();

/** Readings that may end the review process or pass their deadline. */
const maxBroken = 2;
/** Readings that may be cut off by the end of Paydesk, which seldom is the statement's fault. */
const maxCutOff = 5;

/** SQL: the statement, whose table is `s`, is not read by itself again. */
export const isUnreadable = `(s.readings_broken >= ${maxBroken} OR s.readings_begun >= ${maxCutOff})`;

/**
 * How a reading ended. `whole`: with an answer. `broken`: it ended the process or passed its deadline. `stopped`: by
 * something else.
 */
export const readingOutcomeSchema = z.enum(['whole', 'broken', 'stopped']);

export type ReadingOutcome = z.infer<typeof readingOutcomeSchema>;

/** Counts a reading of each statement that may be read, and gives those. */
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

/** Gives the statements that may be read, without counting anything. */
export const readable = procedure(
  'statements.readable',
  { args: z.object({ ids: z.array(id) }), result: z.array(z.object({ id })) },
  (database, { ids }) =>
    database.all(
      `SELECT id FROM statement AS s WHERE id IN (SELECT value FROM json_each($ids)) AND NOT ${isUnreadable}`,
      { ids: JSON.stringify(ids) },
    ),
);

/** Counts how readings ended, and gives the statements that are unreadable now. */
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

/** Counts a reading of an open statement that broke, and tells whether the statement is unreadable now. */
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

/** The clerk wants an unreadable statement to be read once more: one more broken reading, and it is unreadable again. */
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
