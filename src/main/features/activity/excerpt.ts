/** @file The part of the activity that belongs to statements and proofs, and the records of evidence packs. */
import { z } from 'zod';
import { activityEntrySchema, activityKindSchema } from '../../../shared/model/activity.ts';
import {
  formatDownload,
  formatMatching,
  parsePack,
  parsePeriod,
} from '../../../shared/model/activity-subject.ts';
import { packRecordSchema } from '../../../shared/model/evidence.ts';
import { timeColumn } from '../../storage/store/columns.ts';
import { procedure } from '../../storage/store/procedure.ts';
import { selectedColumns } from './database.ts';

const statementSchema = z.object({
  id: z.number().int(),
  walletId: z.number().int(),
  /** Calendar dates. */
  since: z.string(),
  till: z.string(),
});

const subjectRow = z.object({ id: z.number().int(), subject: z.string() });

/**
 * Returns the numbers of the entries about statements and proofs of a profile, in ascending order. Entries name their
 * profile; a renamed profile is found by the names in the downloads of its statements.
 */
export const findEntriesOf = procedure(
  'activity.entriesOf',
  {
    args: z.object({
      profile: z.string(),
      environment: z.string(),
      statements: z.array(statementSchema),
      references: z.array(z.string()),
      /** Names of ledgers. */
      ledgers: z.array(z.string()),
    }),
    result: z.array(z.number().int()),
  },
  (database, { profile, environment, statements, references, ledgers }) => {
    const downloads = z.array(subjectRow.extend({ profile: z.string().nullable() })).parse(
      database.all(
        `SELECT id, subject, profile FROM activity
         WHERE kind IN ('statement-download', 'sign-off', 'withdraw-sign-off', 'reopen-sign-off')
           AND subject IN (SELECT value FROM json_each($subjects))`,
        {
          subjects: JSON.stringify(
            statements.flatMap((statement) => [formatDownload(statement), `${statement.id}`]),
          ),
        },
      ),
    );
    const values = {
      environment,
      profiles: JSON.stringify([profile, ...downloads.map((row) => row.profile)]),
    };
    const isOfProfile = 'environment = $environment AND profile IN (SELECT value FROM json_each($profiles))';
    const requests = z
      .array(subjectRow)
      .parse(
        database.all(
          `SELECT id, subject FROM activity WHERE kind = 'statement-request' AND ${isOfProfile}`,
          values,
        ),
      );
    const statementsByPeriod = Map.groupBy(statements, ({ since, till }) => `${since} ${till}`);
    const requestsOfStatements = requests.filter(({ subject }) => {
      const period = parsePeriod(subject);
      if (period === null) return false;
      const ids = period.wallets.split(', ');
      // Long lists of wallets are recorded in part.
      const isRequestOf = (walletId: number) => ids.includes(String(walletId)) || ids.at(-1) === '…';
      const ofPeriod = statementsByPeriod.get(`${period.since} ${period.till}`);
      return ofPeriod?.some(({ walletId }) => isRequestOf(walletId)) === true;
    });
    const proofs = z.array(subjectRow).parse(
      database.all(
        `SELECT id, subject FROM activity WHERE kind = 'proof' AND ${isOfProfile}
           AND subject IN (SELECT value FROM json_each($references))`,
        { ...values, references: JSON.stringify(references) },
      ),
    );
    const matchings = z
      .array(subjectRow)
      .parse(
        database.all(
          `SELECT id, subject FROM activity WHERE kind = 'match-settings' AND ${isOfProfile}`,
          values,
        ),
      )
      .filter(({ subject }) => ledgers.some((name) => subject.startsWith(formatMatching(name, ''))));
    const found = [...downloads, ...requestsOfStatements, ...proofs, ...matchings];
    return found.map(({ id }) => id).sort((one, two) => one - two);
  },
);

const entryRow = activityEntrySchema.extend({ at: timeColumn });

/** Returns entries by their numbers, in ascending order. */
export const selectEntries = procedure(
  'activity.entries',
  { args: z.object({ numbers: z.array(z.number().int()) }), result: z.array(entryRow) },
  (database, { numbers }) =>
    database.all(
      `SELECT ${selectedColumns} FROM activity WHERE id IN (SELECT value FROM json_each($numbers)) ORDER BY id`,
      { numbers: JSON.stringify(numbers) },
    ),
);

/**
 * Returns when a pack with a fingerprint was written first; else when a pack with another fingerprint was written last to the
 * folder.
 */
export const findPackRecord = procedure(
  'activity.packRecord',
  { args: z.object({ folder: z.string(), fingerprint: z.string() }), result: packRecordSchema },
  (database, { folder, fingerprint }) => {
    const packs = z
      .array(z.object({ subject: z.string(), at: timeColumn }))
      .parse(database.all(`SELECT subject, at FROM activity WHERE kind = 'evidence-pack' ORDER BY id`, {}))
      .map(({ subject, at }) => ({ at, ...parsePack(subject) }));
    const same = packs.find((pack) => pack.fingerprint === fingerprint);
    if (same !== undefined) return { state: 'recorded', at: same.at };
    const other = packs.findLast((pack) => pack.folder === folder);
    return other === undefined ? { state: 'unknown' } : { state: 'other', at: other.at };
  },
);

/** Returns how many entries of these kinds each subject has. */
export const countBySubject = procedure(
  'activity.countBySubject',
  {
    args: z.object({ kinds: z.array(activityKindSchema) }),
    result: z.array(z.object({ kind: activityKindSchema, subject: z.string(), entries: z.int() })),
  },
  (database, { kinds }) =>
    database.all(
      `SELECT kind, subject, count(*) AS entries FROM activity
       WHERE kind IN (SELECT value FROM json_each($kinds)) GROUP BY kind, subject`,
      { kinds: JSON.stringify(kinds) },
    ),
);
