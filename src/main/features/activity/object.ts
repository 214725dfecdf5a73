/**
 * @file Finds the object of an entry. Entries have no IDs of objects, because they outlive the objects; an object is
 * found by what its entry says: a request ID, a reference, a name, a time.
 */
import { z } from 'zod';
import {
  type ActivityEntry,
  activityEntrySchema,
  entryObjectSchema,
} from '../../../shared/model/activity.ts';
import {
  parseAttached,
  parseBatchNumber,
  parseDownload,
  parsePeriod,
} from '../../../shared/model/activity-subject.ts';
import type { ScreenTarget } from '../../../shared/model/needs-you/screen-target.ts';
import type { Values } from '../../storage/store/database.ts';
import { procedure } from '../../storage/store/procedure.ts';

/** A query for the object of an entry. */
interface ObjectQuery {
  /** Selects `profileId` and `id`; the first row counts. */
  readonly sql: string;
  readonly values: Values;
  readonly toTarget: (id: number) => ScreenTarget;
}

/** Profiles may share a name, so an entry may be of one of several profiles. */
const isOfProfile = (column: string) => `${column} IN (SELECT value FROM json_each($profileIds))`;

/** A file is found by the request ID of its upload, or else as the file of this name whose upload began last. */
function queryFile({ requestId, at }: ActivityEntry, nameSql: string, subject: string): ObjectQuery {
  return {
    sql: `SELECT b.profile_id AS "profileId", b.id FROM attempt a
      JOIN document d ON d.id = a.document_id JOIN batch b ON b.id = d.batch_id
      WHERE ${isOfProfile('b.profile_id')} AND ${nameSql} AND a.started_at <= $at
      ORDER BY a.request_id IS $requestId DESC, a.started_at DESC, a.id DESC`,
    values: { subject, requestId, at: Date.parse(at) },
    toTarget: (batchId) => ({ screen: 'documents', batchId, group: null }),
  };
}

function queryBatch({ kind, subject }: ActivityEntry): ObjectQuery {
  return {
    sql: `SELECT profile_id AS "profileId", id FROM batch WHERE ${isOfProfile('profile_id')} AND number = $number`,
    values: { number: parseBatchNumber(subject) },
    toTarget: (batchId) => ({
      screen: 'documents',
      batchId,
      group: kind === 'reject-files' ? 'rejected' : null,
    }),
  };
}

/** A beneficiary is found by the request ID of its attach operation, or else by its ID or one of its labels. */
function queryBeneficiary(
  { request, requestId }: ActivityEntry,
  labels: readonly (string | undefined)[],
): ObjectQuery {
  return {
    sql: `SELECT b.profile_id AS "profileId", b.id, EXISTS (SELECT 1 FROM attach_operation o
        WHERE o.beneficiary_id = b.id AND o.request_id = $requestId) AS "isOfRequest"
      FROM beneficiary b WHERE ${isOfProfile('b.profile_id')}
        AND ("isOfRequest" OR b.recipient_id = $recipientId OR b.label IN (SELECT value FROM json_each($labels)))
      ORDER BY "isOfRequest" DESC, b.id DESC`,
    values: {
      requestId,
      recipientId: request?.split('/recipients/')[1] ?? null,
      labels: JSON.stringify(labels.filter((label) => label !== undefined)),
    },
    toTarget: (beneficiaryId) => ({ screen: 'beneficiaries', beneficiaryId, state: null }),
  };
}

const toStatement = (statementId: number): ScreenTarget => ({
  screen: 'statement',
  tab: 'inbox',
  statementId,
});

/** Returns the query for the object of an entry; `null` for an entry without an object that a screen shows. */
function queryObject(entry: ActivityEntry): ObjectQuery | null {
  const { kind, subject } = entry;
  switch (kind) {
    case 'upload':
      return queryFile(entry, 'd.name = $subject', subject);
    case 'upload-link':
      // The subject lists the names of all files, the first of which decides.
      return queryFile(entry, "instr($subject, d.name || ', ') = 1", `${subject}, `);
    case 'close-batch':
    case 'reject-files':
      return queryBatch(entry);
    case 'attach':
      return queryBeneficiary(entry, []);
    case 'create-beneficiary':
      return queryBeneficiary(entry, [subject, parseAttached(subject)?.label]);
    case 'settle-outcome':
      return queryBeneficiary(entry, [subject]);
    case 'proof':
      return {
        sql: `SELECT profile_id AS "profileId", id FROM proof_reference
          WHERE ${isOfProfile('profile_id')} AND reference = $subject`,
        values: { subject },
        toTarget: (proofId) => ({ screen: 'proofs', state: null, proofId }),
      };
    case 'statement-request': {
      const { since = null, till = null } = parsePeriod(subject) ?? {};
      return {
        sql: `SELECT r.profile_id AS "profileId", s.id FROM statement_request r
          JOIN statement s ON s.request_id = r.id
          WHERE ${isOfProfile('r.profile_id')} AND r.since = $since AND r.till = $till AND r.asked_at <= $at
          ORDER BY r.asked_at DESC, r.id DESC, s.id`,
        values: { since, till, at: Date.parse(entry.at) },
        toTarget: toStatement,
      };
    }
    case 'statement-download':
    case 'sign-off':
    case 'withdraw-sign-off':
    case 'reopen-sign-off':
      return {
        sql: `SELECT profile_id AS "profileId", id FROM statement WHERE ${isOfProfile('profile_id')} AND id = $id`,
        values: { id: parseDownload(subject).id },
        toTarget: toStatement,
      };
    default:
      return null;
  }
}

const objectRow = z.object({ profileId: z.string(), id: z.number().int() });

/** Returns the screen with the object of an entry, and the profile of that screen; `null` when the object is gone. */
export const findObject = procedure(
  'activity.object',
  {
    args: z.object({ entry: activityEntrySchema, profileIds: z.array(z.string()) }),
    result: entryObjectSchema.nullable(),
  },
  (database, { entry, profileIds }) => {
    const query = queryObject(entry);
    if (query === null) return null;
    const row = database.get(`${query.sql} LIMIT 1`, {
      ...query.values,
      profileIds: JSON.stringify(profileIds),
    });
    if (row === undefined) return null;
    const { profileId, id } = objectRow.parse(row);
    return { profileId, target: query.toTarget(id) };
  },
);
