/** @file Assigns documents in steps that are recorded, so that the last one can be undone. */
import { z } from 'zod';
import { PaydeskError } from '../../../../../shared/errors.ts';
import type { AssignedBy } from '../../../../../shared/model/documents/document.ts';
import { documentSets } from '../../../../../shared/model/documents/document-machine.ts';
import { changedSchema } from '../../../../storage/store/columns.ts';
import type { Database } from '../../../../storage/store/database.ts';
import { procedure } from '../../../../storage/store/procedure.ts';
import { sqlList } from '../../../../storage/store/state-sql.ts';
import { reconcileDuplicates, selectHashes } from '../duplicates.ts';
import { writeEvents } from '../events.ts';

const id = z.number().int();

const assignableStates = sqlList(documentSets.assignable);

/** Maximum number of recorded steps per batch; older steps cannot be undone. */
const maxSteps = 20;

/** One action of the clerk, which may assign many documents to many beneficiaries. */
export interface Step {
  readonly id: number | null;
  readonly batchId: number;
  /** How the clerk assigned the documents. */
  readonly way: AssignedBy | 'taken-away';
  readonly at: number;
  /** Name of the operating system user. */
  readonly by: string;
}

/** Begins a step. Nothing is recorded in a started batch, because its assignments cannot be undone. */
export function beginStep(database: Database, step: Omit<Step, 'id'>): Step {
  const { batchId, way, at } = step;
  const preparedBatch = database.get('SELECT 1 FROM batch WHERE id = $batchId AND started_at IS NULL', {
    batchId,
  });
  if (preparedBatch === undefined) return { ...step, id: null };
  const { lastId } = database.run(
    'INSERT INTO mapping_step (batch_id, way, at) VALUES ($batchId, $way, $at)',
    { batchId, way, at },
  );
  database.run(
    `DELETE FROM mapping_step WHERE batch_id = $batchId AND id NOT IN (
       SELECT id FROM mapping_step WHERE batch_id = $batchId ORDER BY id DESC LIMIT $maxSteps)`,
    { batchId, maxSteps },
  );
  return { ...step, id: lastId };
}

/** Ends a step, and deletes its record if it changed nothing. */
export function endStep(database: Database, { id: stepId }: Step): void {
  database.run(
    `DELETE FROM mapping_step WHERE id = $stepId
       AND NOT EXISTS (SELECT 1 FROM mapping_change WHERE step_id = $stepId)`,
    { stepId },
  );
}

const isInIdsSql = 'id IN (SELECT value FROM json_each($ids))';

/** Sets the beneficiary of documents (a JSON list of IDs), or removes it with `null`, as part of a step. */
export function setBeneficiary(
  database: Database,
  step: Step,
  ids: string,
  beneficiaryId: number | null,
): number {
  const { batchId, way, at } = step;
  const assignedBy = way === 'taken-away' ? null : way;
  if (step.id !== null) {
    database.run(
      `INSERT INTO mapping_change (step_id, document_id, beneficiary_before, assigned_by_before, beneficiary_after)
       SELECT $stepId, id, beneficiary_id, assigned_by, $beneficiaryId FROM document WHERE ${isInIdsSql}
       ON CONFLICT DO UPDATE SET beneficiary_after = excluded.beneficiary_after`,
      { ids, stepId: step.id, beneficiaryId },
    );
  }
  const { changes } = database.run(
    `UPDATE document SET beneficiary_id = $beneficiaryId, assigned_by = $assignedBy, changed_at = $at WHERE ${isInIdsSql}`,
    { ids, beneficiaryId, assignedBy, at },
  );
  const kind = beneficiaryId === null ? 'unassigned' : 'assigned';
  const by = assignedBy === null || assignedBy === 'hand' ? step.by : assignedBy;
  writeEvents(database, { at, kind, by }, isInIdsSql, { ids });
  const hashes = selectHashes(database, 'd.id IN (SELECT value FROM json_each($ids))', { ids });
  reconcileDuplicates(database, batchId, hashes, at);
  return changes;
}

/** Throws `beneficiary-unknown` unless the beneficiary is in the address book of the batch's profile. */
export function requireBeneficiary(database: Database, batchId: number, beneficiaryId: number): void {
  const beneficiary = database.get(
    `SELECT 1 FROM beneficiary y JOIN batch b ON b.profile_id = y.profile_id
     WHERE y.id = $beneficiaryId AND b.id = $batchId`,
    { batchId, beneficiaryId },
  );
  if (beneficiary === undefined)
    throw new PaydeskError('beneficiary-unknown', 'There is no such beneficiary');
}

const changeRow = z.object({ id, before: id.nullable(), assignedBy: z.string().nullable() });

/**
 * Undoes the last step of a batch: restores the previous beneficiaries. Skips documents that have changed since the step
 * or can no longer be reassigned. A document whose previous beneficiary is no longer in the address book gets none.
 */
export const undoMapping = procedure(
  'documents.undoMapping',
  { args: z.object({ batchId: id, at: z.number(), by: z.string() }), result: changedSchema },
  (database, { batchId, at, by }) => {
    const lastStep = database.get(
      `SELECT s.id FROM mapping_step s JOIN batch b ON b.id = s.batch_id
       WHERE s.batch_id = $batchId AND b.started_at IS NULL ORDER BY s.id DESC LIMIT 1`,
      { batchId },
    );
    if (lastStep === undefined) return { changed: 0 };
    const stepId = Number(lastStep['id']);
    const changes = z.array(changeRow).parse(
      database.all(
        `SELECT d.id, y.id AS before, CASE WHEN y.id IS NULL THEN NULL ELSE c.assigned_by_before END AS "assignedBy"
         FROM mapping_change c JOIN document d ON d.id = c.document_id
           LEFT JOIN beneficiary y ON y.id = c.beneficiary_before
         WHERE c.step_id = $stepId AND d.state IN ${assignableStates} AND d.beneficiary_id IS c.beneficiary_after`,
        { stepId },
      ),
    );
    for (const { id: documentId, before, assignedBy } of changes) {
      database.run(
        `UPDATE document SET beneficiary_id = $before, assigned_by = $assignedBy, changed_at = $at
         WHERE id = $documentId`,
        { documentId, before, assignedBy, at },
      );
    }
    const toJson = (ids: readonly number[]) => JSON.stringify(ids);
    const restoredIds = (hasBeneficiary: boolean) =>
      toJson(changes.filter(({ before }) => (before !== null) === hasBeneficiary).map((row) => row.id));
    writeEvents(database, { at, kind: 'assigned', by }, isInIdsSql, { ids: restoredIds(true) });
    writeEvents(database, { at, kind: 'unassigned', by }, isInIdsSql, { ids: restoredIds(false) });
    const ids = toJson(changes.map((row) => row.id));
    const hashes = selectHashes(database, 'd.id IN (SELECT value FROM json_each($ids))', { ids });
    reconcileDuplicates(database, batchId, hashes, at);
    database.run('DELETE FROM mapping_step WHERE id = $stepId', { stepId });
    return { changed: changes.length };
  },
);
