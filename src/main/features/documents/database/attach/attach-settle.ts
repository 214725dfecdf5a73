/**
 * @file Decisions of the clerk on attach operations: settling an unknown outcome, and consent to an incomplete set.
 */
import { z } from 'zod';
import { PaydeskError } from '../../../../../shared/errors.ts';
import { documentSets } from '../../../../../shared/model/documents/document-machine.ts';
import { noResultSchema } from '../../../../storage/store/columns.ts';
import type { Database } from '../../../../storage/store/database.ts';
import { procedure } from '../../../../storage/store/procedure.ts';
import { sqlList } from '../../../../storage/store/state-sql.ts';
import { writeEvents } from '../events.ts';
import { attachUpdate, batchUpdate, documentUpdate } from '../state-updates.ts';
import { documentsOfOperation, updateBeneficiary } from './attach-end.ts';

const id = z.number().int();
const time = z.number();

/**
 * Settles an unknown outcome. `is-there` marks its documents as attached; `send-again` returns the documents to
 * `stored`, so that a new operation attaches them. Throws `outcome-settled` for an outcome that is already settled, and
 * `recipient-id-needed` for an existing new beneficiary without its ID.
 */
export const settleOutcome = procedure(
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
    const openOperation = database.get(
      `SELECT o.method, y.label, y.stage FROM attach_operation o JOIN beneficiary y ON y.id = o.beneficiary_id
       WHERE o.id = $attachId AND o.profile_id = $profileId AND o.state = 'unknown'`,
      { attachId, profileId },
    );
    if (openOperation === undefined)
      throw new PaydeskError('outcome-settled', 'This outcome is already settled');
    const isAttached = decision === 'is-there';
    if (isAttached && openOperation['method'] === 'POST') {
      if (recipientId === null)
        throw new PaydeskError('recipient-id-needed', 'The new recipient ID is needed');
      requireFreeRecipientId(database, profileId, recipientId);
    }
    const to = isAttached ? 'confirmed' : 'abandoned';
    database.run(attachUpdate('settle', { to, set: 'ended_at = $at', where: 'id = $attachId' }), {
      attachId,
      at,
    });
    writeEvents(database, { at, kind: 'settled', by }, `attach_id = $attachId AND state = 'attach-unknown'`, {
      attachId,
    });
    const { changes: documents } = database.run(
      documentUpdate('settle', { to: isAttached ? 'attached' : 'stored', ...documentsOfOperation }),
      { attachId, reason: null, at },
    );
    updateBeneficiary(
      database,
      attachId,
      isAttached ? { kind: 'attached', recipientId } : { kind: 'not-done' },
    );
    reopenBatches(database, attachId);
    return { label: openOperation['label'], documents };
  },
);

function requireFreeRecipientId(database: Database, profileId: string, recipientId: string): void {
  const idOwner = database.get(
    'SELECT label FROM beneficiary WHERE profile_id = $profileId AND recipient_id = $recipientId',
    { profileId, recipientId },
  );
  if (idOwner !== undefined) {
    throw new PaydeskError('beneficiary-exists', 'This recipient ID is in the address book', {
      details: { label: String(idOwner['label']), recipientId },
    });
  }
}

/**
 * Reopens batches whose documents were on hold or have returned to `stored`. A cancelled batch is reopened too, because
 * the clerk decided after the cancellation. The operation's own batch may end differently without the unknown outcome.
 */
function reopenBatches(database: Database, attachId: number): void {
  database.run(
    batchUpdate('reopenSettled', {
      to: 'running',
      set: 'finished_at = NULL',
      where: `id IN (
        SELECT d.batch_id FROM document d JOIN attach_operation o ON o.beneficiary_id = d.beneficiary_id
        WHERE o.id = $attachId AND d.state IN ${sqlList(documentSets.released)})`,
    }),
    { attachId },
  );
  database.run(
    batchUpdate('continue', {
      to: 'running',
      set: 'finished_at = NULL',
      where: 'id = (SELECT batch_id FROM attach_operation WHERE id = $attachId)',
    }),
    { attachId },
  );
}

/** Records the clerk's consent to attach the stored documents of an incomplete set. */
export const recordConsent = procedure(
  'documents.consent',
  { args: z.object({ batchId: id, beneficiaryId: id }), result: noResultSchema },
  (database, args) => {
    database.run('INSERT INTO consent VALUES ($batchId, $beneficiaryId) ON CONFLICT DO NOTHING', args);
    database.run(
      batchUpdate('continue', { to: 'running', set: 'finished_at = NULL', where: 'id = $batchId' }),
      args,
    );
    return null;
  },
);
