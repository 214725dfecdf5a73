/** @file Assigns, excludes and includes documents. */
import { z } from 'zod';
import { selectionSchema } from '../../../../../shared/contract/documents.ts';
import { cancellationSchema } from '../../../../../shared/model/documents/cancellation.ts';
import { type DocumentState, documentStates } from '../../../../../shared/model/documents/document.ts';
import { documentMachine, documentSets } from '../../../../../shared/model/documents/document-machine.ts';
import { idSetSchema, packIds } from '../../../../../shared/model/id-set.ts';
import { changedSchema, jsonColumn } from '../../../../storage/store/columns.ts';
import type { Database } from '../../../../storage/store/database.ts';
import { procedure } from '../../../../storage/store/procedure.ts';
import { sqlList } from '../../../../storage/store/state-sql.ts';
import { cancelledReasonSql, countDocumentFiles } from '../cancellation.ts';
import { requeueForCheck } from '../dropped-files.ts';
import { reconcileDuplicates, selectHashes } from '../duplicates.ts';
import { writeEvents } from '../events.ts';
import { documentsSql } from '../group-sql.ts';
import { selectionSql, selectionValues } from '../lists.ts';
import { batchUpdate, documentUpdate } from '../state-updates.ts';
import { beginStep, endStep, requireBeneficiary, setBeneficiary } from './assignment-history.ts';

const { transitions } = documentMachine;

const id = z.number().int();
const time = z.number();
const selectionArgs = z.object({ batchId: id, selection: selectionSchema, at: time, by: z.string() });
type SelectionArgs = z.infer<typeof selectionArgs>;

/**
 * Returns the IDs of selected documents in one of the states, as JSON: a selection by filter must not change between
 * the statements of one transaction.
 */
function selectedIds(
  database: Database,
  { batchId, selection }: Pick<SelectionArgs, 'batchId' | 'selection'>,
  states: readonly DocumentState[],
  condition = '1 = 1',
): string {
  const rows = database.all(
    `SELECT d.id FROM ${documentsSql} WHERE ${selectionSql(selection)} AND d.state IN ${sqlList(states)} AND ${condition}`,
    selectionValues(batchId, selection),
  );
  return JSON.stringify(rows.map((row) => row['id']));
}

/** Excludes documents of cancelled batches, which never change. */
const isNotCancelledSql = `b.state <> 'cancelled'`;

const isSelectedSql = 'id IN (SELECT value FROM json_each($ids))';

function selectHashesOfIds(database: Database, ids: string): string[] {
  return selectHashes(database, 'd.id IN (SELECT value FROM json_each($ids))', { ids });
}

/** Assigns a beneficiary to selected documents. Throws `beneficiary-unknown`. */
export const assignDocuments = procedure(
  'documents.assign',
  { args: selectionArgs.extend({ beneficiaryId: id }), result: changedSchema },
  (database, args) => {
    const ids = selectedIds(database, args, documentSets.assignable);
    const { batchId, beneficiaryId, at, by } = args;
    requireBeneficiary(database, batchId, beneficiaryId);
    const step = beginStep(database, { batchId, way: 'hand', at, by });
    const changed = setBeneficiary(database, step, ids, beneficiaryId);
    endStep(database, step);
    return { changed };
  },
);

/** Removes the beneficiary of selected documents. */
export const unassignDocuments = procedure(
  'documents.unassign',
  { args: selectionArgs, result: changedSchema },
  (database, args) => {
    const ids = selectedIds(database, args, documentSets.assignable, 'd.beneficiary_id IS NOT NULL');
    const { batchId, at, by } = args;
    const step = beginStep(database, { batchId, way: 'taken-away', at, by });
    const changed = setBeneficiary(database, step, ids, null);
    endStep(database, step);
    return { changed };
  },
);

const reasonSqlOf = {
  excluded: `json_object('code', 'excluded-by-clerk', 'facts', json_object('by', $by))`,
  cancelled: cancelledReasonSql,
} as const;

/** Excludes or cancels selected documents. `ids` is a JSON array of their IDs. */
function withdrawDocuments(
  database: Database,
  args: SelectionArgs,
  transition: 'exclude' | 'cancel',
): { changed: number; ids: string } {
  const ids = selectedIds(database, args, transitions[transition].from);
  const [to] = transitions[transition].to;
  const hashes = selectHashesOfIds(database, ids);
  const { changes } = database.run(
    documentUpdate(transition, {
      to,
      set: `reason = ${reasonSqlOf[to]}, retry_at = NULL, changed_at = $at`,
      where: isSelectedSql,
    }),
    { ids, by: args.by, at: args.at },
  );
  writeEvents(database, { at: args.at, kind: to, by: args.by }, isSelectedSql, { ids });
  reconcileDuplicates(database, args.batchId, hashes, args.at);
  // Documents that waited for a failed one may be attached now, and the batch may end without problems.
  if (changes > 0) continueEndedBatch(database, args.batchId, 'continue');
  return { changed: changes, ids };
}

const idsSchema = jsonColumn(z.array(id));

/** Excludes selected documents. */
export const excludeDocuments = procedure(
  'documents.exclude',
  { args: selectionArgs, result: changedSchema.extend({ excluded: idSetSchema }) },
  (database, args) => {
    const { changed, ids } = withdrawDocuments(database, args, 'exclude');
    return { changed, excluded: packIds(idsSchema.parse(ids)) };
  },
);

/**
 * Cancels the selected documents of a started batch that are neither attached nor being attached. Counts all selected
 * documents by where their files are afterwards.
 */
export const cancelDocuments = procedure(
  'documents.cancelDocuments',
  { args: selectionArgs, result: changedSchema.extend({ outcome: cancellationSchema }) },
  (database, args) => {
    const ids = selectedIds(database, args, documentStates);
    const { changed } = withdrawDocuments(database, args, 'cancel');
    return { changed, outcome: countDocumentFiles(database, ids) };
  },
);

/** Includes excluded documents, cancelled documents and duplicates; all but duplicates are checked again. */
export const includeDocuments = procedure(
  'documents.include',
  { args: selectionArgs, result: changedSchema },
  (database, args) => {
    const excluded = selectedIds(database, args, transitions.include.from, isNotCancelledSql);
    const duplicates = selectedIds(database, args, transitions.sendAnyway.from, isNotCancelledSql);
    const { at, by } = args;
    const rechecked = requeueForCheck(database, 'include', excluded, at);
    const unmarked = database.run(
      documentUpdate('sendAnyway', {
        to: 'ready',
        set: 'reason = NULL, keep = 1, changed_at = $at',
        where: isSelectedSql,
      }),
      { ids: duplicates, at },
    );
    for (const ids of [excluded, duplicates])
      writeEvents(database, { at, kind: 'included', by }, isSelectedSql, { ids });
    reopenBatch(database, args.batchId, rechecked.changes);
    if (unmarked.changes > 0) continueEndedBatch(database, args.batchId, 'reopen');
    return { changed: rechecked.changes + unmarked.changes };
  },
);

/** Checks selected files again. */
export const recheckDocuments = procedure(
  'documents.recheck',
  { args: selectionArgs, result: changedSchema },
  (database, args) => {
    const ids = selectedIds(database, args, transitions.recheck.from, isNotCancelledSql);
    const { changes } = requeueForCheck(database, 'recheck', ids, args.at);
    reopenBatch(database, args.batchId, changes);
    return { changed: changes };
  },
);

/** Retries selected failed documents from the start. */
export const retryDocuments = procedure(
  'documents.retry',
  { args: selectionArgs, result: changedSchema },
  (database, args) => {
    const ids = selectedIds(database, args, transitions.retry.from, isNotCancelledSql);
    writeEvents(database, { at: args.at, kind: 'retrying', by: args.by }, isSelectedSql, { ids });
    const { changes } = requeueForCheck(database, 'retry', ids, args.at);
    reopenBatch(database, args.batchId, changes);
    return { changed: changes };
  },
);

/** Reopens a batch, unless no documents were requeued. */
function reopenBatch(database: Database, batchId: number, requeuedDocuments: number): void {
  if (requeuedDocuments === 0) return;
  database.run(batchUpdate('checkFiles', { to: 'checking', where: 'id = $batchId' }), { batchId });
  continueEndedBatch(database, batchId, 'reopen');
}

/** Continues an ended batch; one that was never started is not affected. */
function continueEndedBatch(database: Database, batchId: number, transition: 'continue' | 'reopen'): void {
  database.run(
    batchUpdate(transition, { to: 'running', set: 'finished_at = NULL', where: 'id = $batchId' }),
    {
      batchId,
    },
  );
}
