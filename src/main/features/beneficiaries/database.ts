/** @file Tables of the address book. Attached documents come from the tables of the attach operations. */
import { z } from 'zod';
import { PaydeskError } from '../../../shared/errors.ts';
import { beneficiarySchema, beneficiaryStateSchema } from '../../../shared/model/beneficiary.ts';
import { fold } from '../../../shared/model/fold.ts';
import { pageOf, pageRequestSchema } from '../../../shared/model/paging.ts';
import { noResultSchema, timeColumn } from '../../storage/store/columns.ts';
import type { Database } from '../../storage/store/database.ts';
import { procedure } from '../../storage/store/procedure.ts';

export const schema = `
CREATE TABLE beneficiary (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id TEXT NOT NULL,
  label TEXT NOT NULL,
  -- Folded, for search and for matching with folder names.
  folded_label TEXT NOT NULL,
  recipient_id TEXT,
  -- Folded, for search; empty without an ID.
  folded_id TEXT NOT NULL DEFAULT '',
  -- JSON object that creates it at the service; kept only while it is a draft.
  payload TEXT,
  stage TEXT NOT NULL CHECK (stage IN ('known', 'draft', 'creating', 'id-needed')),
  -- Time of the last change of a draft.
  drafted_at INTEGER
) STRICT;
CREATE UNIQUE INDEX beneficiary_recipient ON beneficiary (profile_id, recipient_id) WHERE recipient_id IS NOT NULL;
CREATE INDEX beneficiary_label ON beneficiary (profile_id, folded_label);
`;

const profileId = z.string();
const id = z.number().int();
const addedSchema = z.object({ id });

const beneficiaryRow = beneficiarySchema.extend({ lastAttachedAt: timeColumn.nullable() });

const selectedColumns = `b.id, b.label, b.recipient_id AS "recipientId", b.stage,
  (SELECT count(*) FROM known_document k WHERE k.beneficiary_id = b.id) AS attached,
  (SELECT max(k.attached_at) FROM known_document k WHERE k.beneficiary_id = b.id) AS "lastAttachedAt",
  (SELECT count(*) FROM attach_operation o WHERE o.beneficiary_id = b.id AND o.state = 'unknown') AS unknown`;

/** The state of beneficiary `b`. Must agree with `beneficiaryState` of the model. */
const stateSql = `CASE WHEN EXISTS (SELECT 1 FROM attach_operation o WHERE o.beneficiary_id = b.id AND o.state = 'unknown')
  THEN 'unknown' ELSE b.stage END`;

/** A page of the address book: beneficiaries that need the clerk first, then by label. */
export const listBeneficiaries = procedure(
  'beneficiaries.list',
  {
    args: pageRequestSchema.extend({
      profileId,
      search: z.string(),
      state: beneficiaryStateSchema.nullable(),
    }),
    result: pageOf(beneficiaryRow),
  },
  (database, { profileId: profile, search, state: wantedState, offset, limit }) => {
    const where = `b.profile_id = $profile AND ($wantedState IS NULL OR ${stateSql} = $wantedState)
      AND ($search = '' OR instr(b.folded_label, $search) > 0 OR instr(b.folded_id, $search) > 0)`;
    const values = { profile, wantedState, search: fold(search) };
    const total = database.get(`SELECT count(*) AS total FROM beneficiary b WHERE ${where}`, values)?.[
      'total'
    ];
    const rows = database.all(
      `SELECT ${selectedColumns} FROM beneficiary b WHERE ${where}
       ORDER BY ${stateSql} IN ('unknown', 'id-needed') DESC, b.folded_label, b.id LIMIT $limit OFFSET $offset`,
      { ...values, limit, offset },
    );
    return { total, rows };
  },
);

/** Returns a beneficiary; `null` when there is none. */
export const selectBeneficiary = procedure(
  'beneficiaries.get',
  { args: z.object({ profileId, id }), result: beneficiaryRow.nullable() },
  (database, { profileId: profile, id: beneficiaryId }) =>
    database.get(
      `SELECT ${selectedColumns} FROM beneficiary b WHERE b.profile_id = $profile AND b.id = $beneficiaryId`,
      {
        profile,
        beneficiaryId,
      },
    ) ?? null,
);

function requireUnusedId(database: Database, profile: string, recipientId: string, except: number): void {
  const owner = database.get(
    'SELECT id, label FROM beneficiary WHERE profile_id = $profile AND recipient_id = $recipientId AND id <> $except',
    { profile, recipientId, except },
  );
  if (owner !== undefined) {
    throw new PaydeskError('beneficiary-exists', 'This recipient ID is in the address book', {
      details: { id: Number(owner['id']), label: String(owner['label']), recipientId },
    });
  }
}

/** Adds a beneficiary that exists at the service. Throws `beneficiary-exists`. */
export const addBeneficiary = procedure(
  'beneficiaries.add',
  { args: z.object({ profileId, label: z.string(), recipientId: z.string() }), result: addedSchema },
  (database, { profileId: profile, label, recipientId }) => {
    requireUnusedId(database, profile, recipientId, 0);
    const { lastId } = database.run(
      `INSERT INTO beneficiary (profile_id, label, folded_label, recipient_id, folded_id, stage)
       VALUES ($profile, $label, $folded, $recipientId, $foldedId, 'known')`,
      { profile, label, folded: fold(label), recipientId, foldedId: fold(recipientId) },
    );
    return { id: lastId };
  },
);

/** Counts how many of the given recipient IDs are in the address book. */
export const countKnown = procedure(
  'beneficiaries.countKnown',
  {
    args: z.object({ profileId, recipientIds: z.array(z.string()) }),
    result: z.object({ known: z.number() }),
  },
  (database, { profileId: profile, recipientIds }) =>
    database.get(
      `SELECT count(*) AS known FROM beneficiary
       WHERE profile_id = $profile AND recipient_id IN (SELECT value FROM json_each($ids))`,
      { profile, ids: JSON.stringify(recipientIds) },
    ),
);

/** Adds beneficiaries, and renames those that are in the address book already. */
export const importBeneficiaries = procedure(
  'beneficiaries.import',
  {
    args: z.object({
      profileId,
      entries: z.array(z.object({ label: z.string(), recipientId: z.string() })),
      /** Keeps the labels of existing beneficiaries. */
      onlyNew: z.boolean(),
    }),
    result: z.object({ added: z.number(), renamed: z.number(), unchanged: z.number() }),
  },
  (database, { profileId: profile, entries, onlyNew }) => {
    const counts = { added: 0, renamed: 0, unchanged: 0 };
    for (const { label, recipientId } of entries) {
      const values = { profile, label, folded: fold(label), recipientId, foldedId: fold(recipientId) };
      const existing = database.get(
        'SELECT label FROM beneficiary WHERE profile_id = $profile AND recipient_id = $recipientId',
        values,
      );
      if (existing === undefined) {
        database.run(
          `INSERT INTO beneficiary (profile_id, label, folded_label, recipient_id, folded_id, stage)
           VALUES ($profile, $label, $folded, $recipientId, $foldedId, 'known')`,
          values,
        );
        counts.added += 1;
      } else if (onlyNew || existing['label'] === label) counts.unchanged += 1;
      else {
        database.run(
          `UPDATE beneficiary SET label = $label, folded_label = $folded
           WHERE profile_id = $profile AND recipient_id = $recipientId`,
          values,
        );
        counts.renamed += 1;
      }
    }
    return counts;
  },
);

function createUnknownError(): PaydeskError {
  return new PaydeskError('beneficiary-unknown', 'There is no such beneficiary');
}

/** Changes a label. Throws `beneficiary-unknown`. */
export const renameBeneficiary = procedure(
  'beneficiaries.rename',
  { args: z.object({ profileId, id, label: z.string() }), result: noResultSchema },
  (database, { profileId: profile, id: beneficiaryId, label }) => {
    const { changes } = database.run(
      'UPDATE beneficiary SET label = $label, folded_label = $folded WHERE profile_id = $profile AND id = $beneficiaryId',
      { profile, beneficiaryId, label, folded: fold(label) },
    );
    if (changes === 0) throw createUnknownError();
    return null;
  },
);

/**
 * Removes a beneficiary without attached or assigned documents. Throws `beneficiary-in-use` or
 * `beneficiary-unknown`.
 */
export const removeBeneficiary = procedure(
  'beneficiaries.remove',
  { args: z.object({ profileId, id }), result: noResultSchema },
  (database, { profileId: profile, id: beneficiaryId }) => {
    const document = database.get(
      `SELECT 1 FROM attach_operation WHERE beneficiary_id = $beneficiaryId
       UNION ALL SELECT 1 FROM document WHERE beneficiary_id = $beneficiaryId LIMIT 1`,
      { beneficiaryId },
    );
    if (document !== undefined)
      throw new PaydeskError('beneficiary-in-use', 'This beneficiary has documents');
    const { changes } = database.run(
      'DELETE FROM beneficiary WHERE profile_id = $profile AND id = $beneficiaryId',
      {
        profile,
        beneficiaryId,
      },
    );
    if (changes === 0) throw createUnknownError();
    return null;
  },
);

/** Adds a draft with the JSON object for its creation at the service. */
export const addDraft = procedure(
  'beneficiaries.addDraft',
  {
    args: z.object({ profileId, label: z.string(), payload: z.string(), at: z.number() }),
    result: addedSchema,
  },
  (database, { profileId: profile, label, payload, at }) => {
    const { lastId } = database.run(
      `INSERT INTO beneficiary (profile_id, label, folded_label, payload, stage, drafted_at)
       VALUES ($profile, $label, $folded, $payload, 'draft', $at)`,
      { profile, label, folded: fold(label), payload, at },
    );
    return { id: lastId };
  },
);

/** Changes a draft. Throws `beneficiary-in-use` once it has been sent. */
export const changeDraft = procedure(
  'beneficiaries.changeDraft',
  { args: z.object({ profileId, id, label: z.string(), payload: z.string() }), result: noResultSchema },
  (database, { profileId: profile, id: beneficiaryId, label, payload }) => {
    const { changes } = database.run(
      `UPDATE beneficiary SET label = $label, folded_label = $folded, payload = $payload
       WHERE profile_id = $profile AND id = $beneficiaryId AND stage = 'draft'`,
      { profile, beneficiaryId, label, folded: fold(label), payload },
    );
    if (changes === 0) throw new PaydeskError('beneficiary-in-use', 'This draft has been sent');
    return null;
  },
);

/** Returns the JSON object of a draft; `null` for a beneficiary that is not a draft. */
export const selectPayload = procedure(
  'beneficiaries.payload',
  { args: z.object({ profileId, id }), result: z.object({ payload: z.string() }).nullable() },
  (database, { profileId: profile, id: beneficiaryId }) =>
    database.get(
      'SELECT payload FROM beneficiary WHERE profile_id = $profile AND id = $beneficiaryId AND payload IS NOT NULL',
      { profile, beneficiaryId },
    ) ?? null,
);

/** Sets the recipient ID of a created beneficiary when the answer did not contain it. Throws `beneficiary-exists`. */
export const setRecipientId = procedure(
  'beneficiaries.setRecipientId',
  { args: z.object({ profileId, id, recipientId: z.string() }), result: noResultSchema },
  (database, { profileId: profile, id: beneficiaryId, recipientId }) => {
    requireUnusedId(database, profile, recipientId, beneficiaryId);
    const { changes } = database.run(
      `UPDATE beneficiary SET recipient_id = $recipientId, folded_id = $foldedId, stage = 'known', payload = NULL
       WHERE profile_id = $profile AND id = $beneficiaryId AND stage = 'id-needed'`,
      { profile, beneficiaryId, recipientId, foldedId: fold(recipientId) },
    );
    if (changes === 0) throw new PaydeskError('beneficiary-unknown', 'This beneficiary already has its ID');
    return null;
  },
);

/** Counts the beneficiaries of a profile by state. */
export const countByState = procedure(
  'beneficiaries.count',
  {
    args: z.object({ profileId }),
    result: z.array(z.object({ state: beneficiaryStateSchema, number: z.number().int() })),
  },
  (database, { profileId: profile }) =>
    database.all(
      `SELECT ${stateSql} AS state, count(*) AS number FROM beneficiary b WHERE b.profile_id = $profile GROUP BY 1`,
      { profile },
    ),
);

/** Deletes the address book of a profile. */
export const removeProfile = procedure(
  'beneficiaries.removeProfile',
  { args: z.object({ profileId }), result: noResultSchema },
  (database, { profileId: profile }) => {
    database.run('DELETE FROM beneficiary WHERE profile_id = $profile', { profile });
    return null;
  },
);
