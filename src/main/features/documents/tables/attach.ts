/**
 * @file Attach operations. The operation, its exact body and its documents are on the disk before the request is sent;
 * whatever then happens, it is known that it may have happened.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { PaydeskError } from '../../../../shared/errors.ts';
import { type DocumentReason, documentReasonSchema } from '../../../../shared/model/document.ts';
import { fold } from '../../../../shared/model/fold.ts';
import { recipientUpdateSchema } from '../../../../shared/model/profile.ts';
import { createBody, updateBody } from '../../../service/recipients.ts';
import { changedSchema, nothingSchema } from '../../../store/columns.ts';
import type { Database } from '../../../store/database.ts';
import { procedure } from '../../../store/procedure.ts';
import { reasonText, writeEvents } from './events.ts';

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

/** States of documents for which an attach of their beneficiary waits. */
const unsettled = `('found', 'checking', 'ready', 'linking', 'sending', 'waiting-for-file', 'waiting-to-retry')`;

/** Pairs of batch and beneficiary of a profile that can be attached now. */
export const attachable = procedure(
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
           WHERE o.beneficiary_id = p.beneficiary_id AND o.state IN ('unknown', 'sent'))
         AND NOT EXISTS (SELECT 1 FROM document o WHERE o.batch_id = p.batch_id
           AND o.beneficiary_id = p.beneficiary_id AND o.state IN ${unsettled})
         AND (NOT EXISTS (SELECT 1 FROM document o WHERE o.batch_id = p.batch_id
             AND o.beneficiary_id = p.beneficiary_id AND o.state = 'failed')
           OR EXISTS (SELECT 1 FROM consent c
             WHERE c.batch_id = p.batch_id AND c.beneficiary_id = p.beneficiary_id))
       ORDER BY p.batch_id, p.beneficiary_id LIMIT $limit`,
      args,
    ),
);

function knownItems(database: Database, beneficiaryId: number): z.infer<typeof itemRow>[] {
  return z.array(itemRow).parse(
    database.all(
      `SELECT key, name, sha256 FROM known_document WHERE beneficiary_id = $beneficiaryId
       ORDER BY attached_at, attach_id, position`,
      { beneficiaryId },
    ),
  );
}

function storedItems(
  database: Database,
  batchId: number | null,
  beneficiaryId: number,
): z.infer<typeof itemRow>[] {
  return z.array(itemRow).parse(
    database.all(
      `SELECT key, name, sha256 FROM document WHERE batch_id = $batchId AND beneficiary_id = $beneficiaryId
       AND state = 'stored' AND key IS NOT NULL ORDER BY id`,
      { batchId, beneficiaryId },
    ),
  );
}

/**
 * Writes down an attach operation with its exact body, and takes its documents. `batchId: null` creates a beneficiary
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
    refuseOpen(database, beneficiaryId);
    const found = database.get(
      `SELECT label, recipient_id AS "recipientId", payload, stage FROM beneficiary
       WHERE id = $beneficiaryId AND profile_id = $profileId`,
      { beneficiaryId, profileId },
    );
    if (found === undefined) throw nothingToSend();
    const beneficiary = beneficiaryRow.parse(found);
    const fresh = storedItems(database, batchId, beneficiaryId);
    const creates = beneficiary.recipientId === null;
    if (creates ? beneficiary.stage !== 'draft' : fresh.length === 0) throw nothingToSend();
    const known = !creates && recipientUpdate === 'send-known' ? knownItems(database, beneficiaryId) : [];
    const items = [
      ...known.map((item) => ({ ...item, isNew: 0 })),
      ...fresh.map((item) => ({ ...item, isNew: 1 })),
    ];
    const body = creates ? createBody(payloadOf(beneficiary.payload), items) : updateBody(items);
    const { lastId } = database.run(
      `INSERT INTO attach_operation (profile_id, batch_id, beneficiary_id, method, recipient_id, body, body_sha256,
         state, sent_at)
       VALUES ($profileId, $batchId, $beneficiaryId, $method, $recipientId, $body, $hash, 'sent', $at)`,
      {
        profileId,
        batchId,
        beneficiaryId,
        method: creates ? 'POST' : 'PUT',
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
    const taken = `batch_id = $batchId AND beneficiary_id = $beneficiaryId AND state = 'stored'`;
    writeEvents(database, { at, kind: 'attaching', by: beneficiary.label }, taken, values);
    database.run(
      `UPDATE document SET state = 'attaching', attach_id = $attachId, changed_at = $at WHERE ${taken}`,
      {
        ...values,
        attachId: lastId,
        at,
      },
    );
    if (creates) {
      database.run(`UPDATE beneficiary SET stage = 'creating' WHERE id = $beneficiaryId`, { beneficiaryId });
    }
    return operationOf(database, lastId);
  },
);

function nothingToSend(): PaydeskError {
  return new PaydeskError('beneficiary-unknown', 'There is nothing to send for this beneficiary');
}

function refuseOpen(database: Database, beneficiaryId: number): void {
  const open = database.get(
    `SELECT 1 FROM attach_operation WHERE beneficiary_id = $beneficiaryId AND state IN ('sent', 'unknown')`,
    { beneficiaryId },
  );
  if (open !== undefined) {
    throw new PaydeskError(
      'attach-unknown-elsewhere',
      'Another operation of this beneficiary is not settled',
    );
  }
}

const payloadSchema = z.record(z.string(), z.unknown());

function payloadOf(text: string | null): Record<string, unknown> {
  return payloadSchema.parse(JSON.parse(text ?? '{}'));
}

function operationOf(database: Database, attachId: number): unknown {
  return database.get(
    `SELECT o.id, o.beneficiary_id AS "beneficiaryId", y.label, o.method, o.recipient_id AS "recipientId", o.body,
       (SELECT count(*) FROM attach_item i WHERE i.attach_id = o.id AND i.is_new = 1) AS "newDocuments"
     FROM attach_operation o JOIN beneficiary y ON y.id = o.beneficiary_id WHERE o.id = $attachId`,
    { attachId },
  );
}

const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('attached'), recipientId: z.string().nullable() }),
  z.object({ kind: z.literal('refused'), reason: documentReasonSchema }),
  z.object({ kind: z.literal('not-done') }),
  z.object({ kind: z.literal('unknown'), cause: z.string() }),
]);

/** How an attach operation ended. */
export type AttachOutcome = z.infer<typeof outcomeSchema>;

const documentStateOf = {
  attached: 'attached',
  refused: 'failed',
  'not-done': 'stored',
  unknown: 'attach-unknown',
} as const;

const eventOf = {
  attached: 'attached',
  refused: 'failed',
  'not-done': 'interrupted',
  unknown: 'unknown',
} as const;

/** Writes down how an attach operation ended, for the operation, its documents and its beneficiary at once. */
export const endAttach = procedure(
  'documents.endAttach',
  {
    args: z.object({
      attachId: id,
      outcome: outcomeSchema,
      status: id.nullable(),
      requestId: z.string().nullable(),
      at: time,
    }),
    result: nothingSchema,
  },
  (database, { attachId, outcome, status, requestId, at }) => {
    database.run(
      `UPDATE attach_operation SET state = $state, ended_at = $at, status = $status, request_id = $requestId,
         cause = $cause WHERE id = $attachId AND state = 'sent'`,
      {
        attachId,
        state: outcome.kind,
        at,
        status,
        requestId,
        cause: 'cause' in outcome ? outcome.cause : null,
      },
    );
    const reason =
      outcome.kind === 'refused'
        ? outcome.reason
        : outcome.kind === 'unknown'
          ? ({ code: 'answer-lost', facts: { cause: outcome.cause } } as const)
          : null;
    moveDocuments(database, attachId, 'attaching', documentStateOf[outcome.kind], reasonText(reason), at);
    cancelPutOff(database, attachId, at);
    writeEvents(database, { at, kind: eventOf[outcome.kind], by: null }, 'attach_id = $attachId', {
      attachId,
    });
    moveBeneficiary(database, attachId, outcome);
    return null;
  },
);

/** Documents that were not attached after all, of a batch that was cancelled while the answer was awaited. */
function cancelPutOff(database: Database, attachId: number, at: number): void {
  const reason: DocumentReason = { code: 'cancelled-by-clerk', facts: {} };
  database.run(
    `UPDATE document SET state = 'cancelled', reason = $reason, changed_at = $at
     WHERE attach_id = $attachId AND state = 'stored'
       AND batch_id IN (SELECT id FROM batch WHERE state = 'cancelled')`,
    { attachId, at, reason: reasonText(reason) },
  );
}

function moveDocuments(
  database: Database,
  attachId: number,
  from: string,
  to: string,
  reason: string | null,
  at: number,
): number {
  return database.run(
    `UPDATE document SET state = $to, reason = $reason, changed_at = $at WHERE attach_id = $attachId AND state = $from`,
    { attachId, from, to, reason, at },
  ).changes;
}

/**
 * What a creation's outcome means for the beneficiary that it was to create. An ID that another beneficiary has cannot
 * be its own, so it is not taken from the answer.
 */
function moveBeneficiary(database: Database, attachId: number, outcome: AttachOutcome): void {
  if (outcome.kind === 'unknown') return;
  const created = outcome.kind === 'attached';
  const named = created ? outcome.recipientId : null;
  const taken = database.get(
    `SELECT 1 FROM beneficiary y JOIN attach_operation o ON o.profile_id = y.profile_id
     WHERE o.id = $attachId AND y.recipient_id = $named`,
    { attachId, named },
  );
  const recipientId = taken === undefined ? named : null;
  database.run(
    `UPDATE beneficiary SET recipient_id = $recipientId, folded_id = $foldedId, payload = CASE WHEN $created THEN NULL ELSE payload END,
       stage = CASE WHEN NOT $created THEN 'draft' WHEN $recipientId IS NULL THEN 'id-needed' ELSE 'known' END
     WHERE stage = 'creating' AND id = (
       SELECT beneficiary_id FROM attach_operation WHERE id = $attachId AND method = 'POST')`,
    { attachId, created: Number(created), recipientId, foldedId: fold(recipientId ?? '') },
  );
}

/**
 * The clerk has settled an unknown outcome. `is-there` makes its documents attached; `send-again` makes them stored
 * again, so that they are named once more. Throws `outcome-settled` when it was settled already, and
 * `recipient-id-needed` when a creation is there but nobody said under which ID.
 */
export const settle = procedure(
  'documents.settle',
  {
    args: z.object({
      profileId: z.string(),
      attachId: id,
      decision: z.enum(['is-there', 'send-again']),
      recipientId: z.string().nullable(),
      at: time,
      by: z.string(),
    }),
    result: z.object({ label: z.string(), documents: id }),
  },
  (database, { profileId, attachId, decision, recipientId, at, by }) => {
    const open = database.get(
      `SELECT o.method, y.label, y.stage FROM attach_operation o JOIN beneficiary y ON y.id = o.beneficiary_id
       WHERE o.id = $attachId AND o.profile_id = $profileId AND o.state = 'unknown'`,
      { attachId, profileId },
    );
    if (open === undefined) throw new PaydeskError('outcome-settled', 'This outcome is settled already');
    const there = decision === 'is-there';
    if (there && open['method'] === 'POST') {
      if (recipientId === null)
        throw new PaydeskError('recipient-id-needed', 'The new recipient ID is needed');
      refuseTaken(database, profileId, recipientId);
    }
    database.run(`UPDATE attach_operation SET state = $state, ended_at = $at WHERE id = $attachId`, {
      attachId,
      state: there ? 'confirmed' : 'abandoned',
      at,
    });
    writeEvents(database, { at, kind: 'settled', by }, `attach_id = $attachId AND state = 'attach-unknown'`, {
      attachId,
    });
    const to = there ? 'attached' : 'stored';
    const documents = moveDocuments(database, attachId, 'attach-unknown', to, null, at);
    moveBeneficiary(database, attachId, there ? { kind: 'attached', recipientId } : { kind: 'not-done' });
    reopenBatches(database, attachId);
    return { label: open['label'], documents };
  },
);

function refuseTaken(database: Database, profileId: string, recipientId: string): void {
  const taken = database.get(
    'SELECT label FROM beneficiary WHERE profile_id = $profileId AND recipient_id = $recipientId',
    { profileId, recipientId },
  );
  if (taken !== undefined) {
    throw new PaydeskError('beneficiary-exists', 'This recipient ID is in the address book', {
      details: { label: String(taken['label']), recipientId },
    });
  }
}

/**
 * Batches go on in which documents were on hold, or are stored again; also a cancelled one, because the clerk has asked
 * for it after that. The operation's own batch is looked at again: without the unknown outcome it may end otherwise.
 */
function reopenBatches(database: Database, attachId: number): void {
  database.run(
    `UPDATE batch SET state = 'running', finished_at = NULL
     WHERE state IN ('done', 'done-with-problems', 'cancelled') AND id IN (
       SELECT d.batch_id FROM document d JOIN attach_operation o ON o.beneficiary_id = d.beneficiary_id
       WHERE o.id = $attachId AND d.state IN ('stored', 'ready'))`,
    { attachId },
  );
  database.run(
    `UPDATE batch SET state = 'running', finished_at = NULL WHERE state = 'done-with-problems'
       AND id = (SELECT batch_id FROM attach_operation WHERE id = $attachId)`,
    { attachId },
  );
}

/** The clerk consents to attach what is stored of an incomplete set. */
export const consent = procedure(
  'documents.consent',
  { args: z.object({ batchId: id, beneficiaryId: id }), result: nothingSchema },
  (database, args) => {
    database.run('INSERT INTO consent VALUES ($batchId, $beneficiaryId) ON CONFLICT DO NOTHING', args);
    database.run(
      `UPDATE batch SET state = 'running', finished_at = NULL WHERE id = $batchId AND state = 'done-with-problems'`,
      args,
    );
    return null;
  },
);

/**
 * After a start, before anything is sent: transfers that were under way start over with a new link, and every attach
 * operation without an answer becomes unknown. Tells the batches that go on what happened to them.
 */
export const recover = procedure(
  'documents.recover',
  { args: z.object({ at: time }), result: changedSchema },
  (database, { at }) => {
    const interrupted = `state IN ('linking', 'sending')`;
    writeEvents(database, { at, kind: 'interrupted', by: null }, interrupted, {});
    database.run(
      `UPDATE batch SET resumed_at = $at,
       resumed_sent_again = (SELECT count(*) FROM document d WHERE d.batch_id = batch.id AND d.${interrupted}),
       resumed_unknown = (SELECT count(*) FROM attach_operation o WHERE o.batch_id = batch.id AND o.state = 'sent')
     WHERE state = 'running' AND started_at IS NOT NULL`,
      { at },
    );
    database.run(`UPDATE attempt SET ended_at = $at, outcome = 'interrupted' WHERE ended_at IS NULL`, { at });
    const again = database.run(
      `UPDATE document SET state = 'ready', key = NULL, changed_at = $at WHERE ${interrupted}`,
      {
        at,
      },
    );
    const open = database.all(`SELECT id FROM attach_operation WHERE state = 'sent'`);
    const reason = JSON.stringify({ code: 'answer-lost', facts: { cause: 'interrupted' } });
    for (const { id: attachId } of open) {
      database.run(
        `UPDATE attach_operation SET state = 'unknown', cause = 'interrupted' WHERE id = $attachId`,
        {
          attachId: Number(attachId),
        },
      );
      moveDocuments(database, Number(attachId), 'attaching', 'attach-unknown', reason, at);
      writeEvents(database, { at, kind: 'unknown', by: null }, 'attach_id = $attachId', {
        attachId: Number(attachId),
      });
    }
    return { changed: again.changes + open.length };
  },
);
