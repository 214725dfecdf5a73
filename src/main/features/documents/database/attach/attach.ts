/**
 * @file Begins attach operations. The operation, its exact body and its documents are on the disk before the request
 * is sent, so that after a crash it is known that the request may have been carried out.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { PaydeskError } from '../../../../../shared/errors.ts';
import { openAttachStates } from '../../../../../shared/model/documents/attach-operation.ts';
import { documentSets } from '../../../../../shared/model/documents/document-machine.ts';
import { recipientUpdateSchema } from '../../../../../shared/model/session/profile.ts';
import { createBody, updateBody } from '../../../../service/recipients.ts';
import type { Database } from '../../../../storage/store/database.ts';
import { procedure } from '../../../../storage/store/procedure.ts';
import { sqlList } from '../../../../storage/store/state-sql.ts';
import { writeEvents } from '../events.ts';
import { documentUpdate } from '../state-updates.ts';

const id = z.number().int();
const time = z.number();

const operationRow = z.object({
  id,
  beneficiaryId: id,
  label: z.string(),
  method: z.enum(['PUT', 'POST']),
  recipientId: z.string().nullable(),
  body: z.string(),
  newDocuments: id,
});

/** An attach operation that is about to be sent. */
export type AttachOperation = z.infer<typeof operationRow>;

const itemRow = z.object({ key: z.string(), name: z.string(), sha256: z.string().nullable() });
const beneficiaryRow = z.object({
  label: z.string(),
  recipientId: z.string().nullable(),
  payload: z.string().nullable(),
  stage: z.enum(['known', 'draft', 'creating', 'id-needed']),
});

/** Returns the pairs of batch and beneficiary that can be attached now. */
export const attachablePairs = procedure(
  'documents.attachable',
  {
    args: z.object({ profileId: z.string(), limit: id }),
    result: z.array(z.object({ batchId: id, beneficiaryId: id })),
  },
  (database, args) =>
    database.all(
      `WITH pair AS MATERIALIZED (
         SELECT DISTINCT d.batch_id, d.beneficiary_id FROM batch b CROSS JOIN document d ON d.batch_id = b.id
         WHERE b.profile_id = $profileId AND b.state = 'running' AND d.state = 'stored')
       SELECT p.batch_id AS "batchId", p.beneficiary_id AS "beneficiaryId"
       FROM pair p JOIN beneficiary y ON y.id = p.beneficiary_id
       WHERE y.stage IN ('known', 'draft')
         AND NOT EXISTS (SELECT 1 FROM attach_operation o
           WHERE o.beneficiary_id = p.beneficiary_id AND o.state IN ${sqlList(openAttachStates)})
         AND NOT EXISTS (SELECT 1 FROM document o WHERE o.batch_id = p.batch_id
           AND o.beneficiary_id = p.beneficiary_id AND o.state IN ${sqlList(documentSets.unsettled)})
         AND (NOT EXISTS (SELECT 1 FROM document o WHERE o.batch_id = p.batch_id
             AND o.beneficiary_id = p.beneficiary_id AND o.state = 'failed')
           OR EXISTS (SELECT 1 FROM consent c
             WHERE c.batch_id = p.batch_id AND c.beneficiary_id = p.beneficiary_id))
       ORDER BY p.batch_id, p.beneficiary_id LIMIT $limit`,
      args,
    ),
);

function selectKnownItems(database: Database, beneficiaryId: number): z.infer<typeof itemRow>[] {
  return z.array(itemRow).parse(
    database.all(
      `SELECT key, name, sha256 FROM known_document WHERE beneficiary_id = $beneficiaryId
       ORDER BY attached_at, attach_id, position`,
      { beneficiaryId },
    ),
  );
}

/** Returns the stored documents of a beneficiary; none when the clerk has just paused or cancelled the batch. */
function selectStoredItems(
  database: Database,
  batchId: number | null,
  beneficiaryId: number,
): z.infer<typeof itemRow>[] {
  return z.array(itemRow).parse(
    database.all(
      `SELECT key, name, sha256 FROM document WHERE batch_id = $batchId AND beneficiary_id = $beneficiaryId
       AND state = 'stored' AND key IS NOT NULL
       AND EXISTS (SELECT 1 FROM batch b WHERE b.id = $batchId AND b.state = 'running') ORDER BY id`,
      { batchId, beneficiaryId },
    ),
  );
}

/**
 * Records an attach operation with its exact body and claims its documents. `batchId: null` creates a beneficiary
 * without documents. Throws `attach-unknown-elsewhere` while another operation of the beneficiary is open, and
 * `beneficiary-unknown` when there is nothing to send.
 */
export const beginAttach = procedure(
  'documents.beginAttach',
  {
    args: z.object({
      profileId: z.string(),
      batchId: id.nullable(),
      beneficiaryId: id,
      recipientUpdate: recipientUpdateSchema,
      at: time,
    }),
    result: operationRow,
  },
  (database, { profileId, batchId, beneficiaryId, recipientUpdate, at }) => {
    requireNoOpenOperation(database, beneficiaryId);
    const row = database.get(
      `SELECT label, recipient_id AS "recipientId", payload, stage FROM beneficiary
       WHERE id = $beneficiaryId AND profile_id = $profileId`,
      { beneficiaryId, profileId },
    );
    if (row === undefined) throw createNothingToSendError();
    const beneficiary = beneficiaryRow.parse(row);
    const newItems = selectStoredItems(database, batchId, beneficiaryId);
    const isCreation = beneficiary.recipientId === null;
    const isCreationWithoutDocuments = isCreation && batchId === null;
    if (newItems.length === 0 && !isCreationWithoutDocuments) throw createNothingToSendError();
    if (isCreation && beneficiary.stage !== 'draft') throw createNothingToSendError();
    const knownItems =
      !isCreation && recipientUpdate === 'send-known' ? selectKnownItems(database, beneficiaryId) : [];
    const items = [
      ...knownItems.map((item) => ({ ...item, isNew: 0 })),
      ...newItems.map((item) => ({ ...item, isNew: 1 })),
    ];
    const body = isCreation ? createBody(parsePayload(beneficiary.payload), items) : updateBody(items);
    const { lastId } = database.run(
      `INSERT INTO attach_operation (profile_id, batch_id, beneficiary_id, method, recipient_id, body, body_sha256,
         state, sent_at)
       VALUES ($profileId, $batchId, $beneficiaryId, $method, $recipientId, $body, $hash, 'sent', $at)`,
      {
        profileId,
        batchId,
        beneficiaryId,
        method: isCreation ? 'POST' : 'PUT',
        recipientId: beneficiary.recipientId,
        body,
        hash: createHash('sha256').update(body).digest('hex'),
        at,
      },
    );
    for (const [position, item] of items.entries()) {
      database.run(
        `INSERT INTO attach_item (attach_id, position, key, name, sha256, is_new)
         VALUES ($attachId, $position, $key, $name, $sha256, $isNew)`,
        { ...item, attachId: lastId, position },
      );
    }
    const values = { batchId, beneficiaryId };
    const isClaimedSql = `batch_id = $batchId AND beneficiary_id = $beneficiaryId AND state = 'stored'`;
    writeEvents(database, { at, kind: 'attaching', by: beneficiary.label }, isClaimedSql, values);
    database.run(
      documentUpdate('attach', {
        to: 'attaching',
        set: 'attach_id = $attachId, changed_at = $at',
        where: isClaimedSql,
      }),
      { ...values, attachId: lastId, at },
    );
    if (isCreation) {
      database.run(`UPDATE beneficiary SET stage = 'creating' WHERE id = $beneficiaryId`, { beneficiaryId });
    }
    return selectOperation(database, lastId);
  },
);

function createNothingToSendError(): PaydeskError {
  return new PaydeskError('beneficiary-unknown', 'There is nothing to send for this beneficiary');
}

function requireNoOpenOperation(database: Database, beneficiaryId: number): void {
  const openOperation = database.get(
    `SELECT 1 FROM attach_operation WHERE beneficiary_id = $beneficiaryId AND state IN ${sqlList(openAttachStates)}`,
    { beneficiaryId },
  );
  if (openOperation !== undefined) {
    throw new PaydeskError(
      'attach-unknown-elsewhere',
      'Another operation of this beneficiary is not settled',
    );
  }
}

const payloadSchema = z.record(z.string(), z.unknown());

function parsePayload(text: string | null): Record<string, unknown> {
  return payloadSchema.parse(JSON.parse(text ?? '{}'));
}

function selectOperation(database: Database, attachId: number): unknown {
  return database.get(
    `SELECT o.id, o.beneficiary_id AS "beneficiaryId", y.label, o.method, o.recipient_id AS "recipientId", o.body,
       (SELECT count(*) FROM attach_item i WHERE i.attach_id = o.id AND i.is_new = 1) AS "newDocuments"
     FROM attach_operation o JOIN beneficiary y ON y.id = o.beneficiary_id WHERE o.id = $attachId`,
    { attachId },
  );
}
