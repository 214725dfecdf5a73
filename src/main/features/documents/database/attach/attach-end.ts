/** @file Ends attach operations: by the response of the service, or by recovery after the program ended. */
import { z } from 'zod';
import { type DocumentReason, documentReasonSchema } from '../../../../../shared/model/documents/document.ts';
import { documentMachine } from '../../../../../shared/model/documents/document-machine.ts';
import { fold } from '../../../../../shared/model/fold.ts';
import { changedSchema, noResultSchema } from '../../../../storage/store/columns.ts';
import type { Database } from '../../../../storage/store/database.ts';
import { procedure } from '../../../../storage/store/procedure.ts';
import { sqlList } from '../../../../storage/store/state-sql.ts';
import { serializeReason, writeEvents } from '../events.ts';
import { attachUpdate, documentUpdate } from '../state-updates.ts';

const id = z.number().int();
const time = z.number();

const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('attached'), recipientId: z.string().nullable() }),
  z.object({ kind: z.literal('refused'), reason: documentReasonSchema }),
  /** Certainly nothing was attached; the documents can be attached again. */
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

const eventKindOf = {
  attached: 'attached',
  refused: 'failed',
  'not-done': 'interrupted',
  unknown: 'unknown',
} as const;

/** Records the outcome of an attach operation for the operation, its documents and its beneficiary. */
export const endAttach = procedure(
  'documents.endAttach',
  {
    args: z.object({
      attachId: id,
      outcome: outcomeSchema,
      /** HTTP status of an acceptance or refusal, if known. */
      status: z.number().int().nullable(),
      requestId: z.string().nullable(),
      at: time,
    }),
    result: noResultSchema,
  },
  (database, { attachId, outcome, status, requestId, at }) => {
    database.run(
      attachUpdate('end', {
        to: outcome.kind,
        set: 'ended_at = $at, status = $status, request_id = $requestId, cause = $cause',
        where: 'id = $attachId',
      }),
      {
        attachId,
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
    database.run(
      documentUpdate('endAttach', { to: documentStateOf[outcome.kind], ...documentsOfOperation }),
      {
        attachId,
        reason: serializeReason(reason),
        at,
      },
    );
    const values = { attachId };
    writeEvents(
      database,
      { at, kind: eventKindOf[outcome.kind], by: null },
      documentsOfOperation.where,
      values,
    );
    cancelUnattached(database, attachId, at);
    updateBeneficiary(database, attachId, outcome);
    return null;
  },
);

/** Cancels the unattached documents of an operation whose batch was cancelled during the request. */
function cancelUnattached(database: Database, attachId: number, at: number): void {
  const reason: DocumentReason = { code: 'cancelled-by-clerk', facts: { stage: 'stored' } };
  const where = `${documentsOfOperation.where} AND batch_id IN (SELECT id FROM batch WHERE state = 'cancelled')`;
  const values = { attachId, at, reason: serializeReason(reason) };
  database.run(
    `INSERT INTO document_event (document_id, at, kind, reason)
     SELECT id, $at, 'cancelled', $reason FROM document
     WHERE ${where} AND state IN ${sqlList(documentMachine.transitions.cancel.from)}`,
    values,
  );
  database.run(documentUpdate('cancel', { to: 'cancelled', ...documentsOfOperation, where }), values);
}

/** The documents of an operation, and what changes with their state. */
export const documentsOfOperation = {
  set: 'reason = $reason, changed_at = $at',
  where: 'attach_id = $attachId',
} as const;

/**
 * Updates the beneficiary that a `POST` attach operation was to create; other operations leave beneficiaries unchanged.
 * Ignores a recipient ID in the response that belongs to another beneficiary.
 */
export function updateBeneficiary(database: Database, attachId: number, outcome: AttachOutcome): void {
  if (outcome.kind === 'unknown') return;
  const isCreated = outcome.kind === 'attached';
  const reportedRecipientId = isCreated ? outcome.recipientId : null;
  const idOwner = database.get(
    `SELECT 1 FROM beneficiary y JOIN attach_operation o ON o.profile_id = y.profile_id
     WHERE o.id = $attachId AND y.recipient_id = $reportedRecipientId`,
    { attachId, reportedRecipientId },
  );
  const recipientId = idOwner === undefined ? reportedRecipientId : null;
  database.run(
    `UPDATE beneficiary SET recipient_id = $recipientId, folded_id = $foldedId, payload = CASE WHEN $created THEN NULL ELSE payload END,
       stage = CASE WHEN NOT $created THEN 'draft' WHEN $recipientId IS NULL THEN 'id-needed' ELSE 'known' END
     WHERE stage = 'creating' AND id = (
       SELECT beneficiary_id FROM attach_operation WHERE id = $attachId AND method = 'POST')`,
    { attachId, created: Number(isCreated), recipientId, foldedId: fold(recipientId ?? '') },
  );
}

/**
 * Recovers after a start, before anything is sent: interrupted transfers restart with a new link, and every attach
 * operation without a response becomes unknown. Records for each running batch how
 * many of its documents are sent again and how many of its outcomes are unknown.
 */
export const recoverAfterStart = procedure(
  'documents.recover',
  { args: z.object({ at: time }), result: changedSchema },
  (database, { at }) => {
    const isInterruptedSql = `state IN ${sqlList(documentMachine.transitions.interrupt.from)}`;
    writeEvents(database, { at, kind: 'interrupted', by: null }, isInterruptedSql, {});
    // Clears the counts of an earlier start for batches that have ended or been paused since.
    database.run(
      `UPDATE batch SET resumed_at = NULL, resumed_sent_again = 0, resumed_unknown = 0
       WHERE resumed_at IS NOT NULL AND state <> 'running'`,
    );
    database.run(
      `UPDATE batch SET resumed_at = $at,
       resumed_sent_again = (SELECT count(*) FROM document d WHERE d.batch_id = batch.id AND d.${isInterruptedSql}),
       resumed_unknown = (SELECT count(*) FROM attach_operation o WHERE o.batch_id = batch.id AND o.state = 'sent')
     WHERE state = 'running' AND started_at IS NOT NULL`,
      { at },
    );
    database.run(`UPDATE attempt SET ended_at = $at, outcome = 'interrupted' WHERE ended_at IS NULL`, { at });
    const restarted = database.run(
      documentUpdate('interrupt', { to: 'ready', set: 'key = NULL, changed_at = $at' }),
      { at },
    );
    const openOperations = database.all(`SELECT id FROM attach_operation WHERE state = 'sent'`);
    const reason = JSON.stringify({ code: 'answer-lost', facts: { cause: 'interrupted' } });
    for (const { id: attachId } of openOperations) {
      const set = `cause = 'interrupted'`;
      database.run(attachUpdate('loseAnswer', { to: 'unknown', set, where: 'id = $attachId' }), {
        attachId: Number(attachId),
      });
      database.run(documentUpdate('endAttach', { to: 'attach-unknown', ...documentsOfOperation }), {
        attachId: Number(attachId),
        reason,
        at,
      });
      writeEvents(database, { at, kind: 'unknown', by: null }, documentsOfOperation.where, {
        attachId: Number(attachId),
      });
    }
    return { changed: restarted.changes + openOperations.length };
  },
);
