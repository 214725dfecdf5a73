/** @file Assigns, excludes and includes documents. */
import { z } from 'zod';
import { selectionSchema } from '../../../../shared/contract/documents.ts';
import { cancellationSchema } from '../../../../shared/model/cancellation.ts';
import { documentStates } from '../../../../shared/model/document.ts';
import { fold } from '../../../../shared/model/fold.ts';
import { idSetSchema, packIds } from '../../../../shared/model/id-set.ts';
import { changedSchema, jsonColumn } from '../../../store/columns.ts';
import type { Database, Values } from '../../../store/database.ts';
import { procedure } from '../../../store/procedure.ts';
import { assignable, beginStep, endStep, requireBeneficiary, setBeneficiary } from './assignment-history.ts';
import { cancelledReasonSql, countDocuments } from './cancellation.ts';
import { hashesOf, reconcileDuplicates } from './duplicates.ts';
import { writeEvents } from './events.ts';
import { documentsSql } from './group-sql.ts';
import { recheckDocuments } from './intake.ts';
import { selectionSql, selectionValues } from './lists.ts';

const id = z.number().int();
const time = z.number();
const selected = z.object({ batchId: id, selection: selectionSchema, at: time, by: z.string() });
type Selected = z.infer<typeof selected>;

/**
 * Returns the IDs of selected documents in one of the states, as JSON: a selection by filter must not change between
 * the statements of one transaction.
 */
function selectedIds(
  database: Database,
  { batchId, selection }: Pick<Selected, 'batchId' | 'selection'>,
  states: string,
  condition = '1 = 1',
): string {
  const rows = database.all(
    `SELECT d.id FROM ${documentsSql} WHERE ${selectionSql(selection)} AND d.state IN ${states} AND ${condition}`,
    selectionValues(batchId, selection),
  );
  return JSON.stringify(rows.map((row) => row['id']));
}

const allStates = `(${documentStates.map((state) => `'${state}'`).join(', ')})`;

/** A cancelled batch never changes again. */
const notCancelled = `b.state <> 'cancelled'`;

const byIds = 'id IN (SELECT value FROM json_each($ids))';

function hashesOfIds(database: Database, ids: string): string[] {
  return hashesOf(database, 'd.id IN (SELECT value FROM json_each($ids))', { ids });
}

/** Assigns a beneficiary to selected documents. Throws `beneficiary-unknown`. */
export const assign = procedure(
  'documents.assign',
  { args: selected.extend({ beneficiaryId: id }), result: changedSchema },
  (database, args) => {
    const ids = selectedIds(database, args, assignable);
    const { batchId, beneficiaryId, at, by } = args;
    requireBeneficiary(database, batchId, beneficiaryId);
    const step = beginStep(database, { batchId, way: 'hand', at, by });
    const changed = setBeneficiary(database, step, ids, beneficiaryId);
    endStep(database, step);
    return { changed };
  },
);

/** Removes the beneficiary of selected documents. */
export const unassign = procedure(
  'documents.unassign',
  { args: selected, result: changedSchema },
  (database, args) => {
    const ids = selectedIds(database, args, assignable, 'd.beneficiary_id IS NOT NULL');
    const { batchId, at, by } = args;
    const step = beginStep(database, { batchId, way: 'taken-away', at, by });
    const changed = setBeneficiary(database, step, ids, null);
    endStep(database, step);
    return { changed };
  },
);

const folderRow = z.object({ folder: z.string(), documents: id });

/** Folders of a batch that hold documents which can be assigned. */
function foldersOf(database: Database, batchId: number): z.infer<typeof folderRow>[] {
  return z.array(folderRow).parse(
    database.all(
      `SELECT folder, count(*) AS documents FROM document
       WHERE batch_id = $batchId AND state IN ${assignable} GROUP BY folder ORDER BY folder`,
      { batchId },
    ),
  );
}

const nameRow = z.object({ id, label: z.string(), recipientId: z.string().nullable() });

/** Finds beneficiaries whose label or recipient ID equals a name, ignoring case and accents. */
function namedLike(database: Database, profileId: string, name: string): z.infer<typeof nameRow>[] {
  return z.array(nameRow).parse(
    database.all(
      `SELECT id, label, recipient_id AS "recipientId" FROM beneficiary
       WHERE profile_id = $profileId AND (folded_label = $folded OR recipient_id = $name) LIMIT 10`,
      { profileId, name: name.trim(), folded: fold(name) },
    ),
  );
}

/** The folders of a batch with the beneficiary that the innermost matching part of their path names. */
export const folders = procedure(
  'documents.folders',
  {
    args: z.object({ batchId: id, profileId: z.string() }),
    result: z.array(folderRow.extend({ match: nameRow.nullable(), matches: id })),
  },
  (database, { batchId, profileId }) => {
    const known = new Map<string, z.infer<typeof nameRow>[]>();
    const matching = (name: string) => {
      const found = known.get(name) ?? namedLike(database, profileId, name);
      known.set(name, found);
      return found;
    };
    return foldersOf(database, batchId).map(({ folder, documents }) => {
      const found = folder
        .split('/')
        .reverse()
        .map((part) => (part === '' ? [] : matching(part)))
        .find((matches) => matches.length > 0);
      const [first = null, ...others] = found ?? [];
      return {
        folder,
        documents,
        match: others.length === 0 ? first : null,
        matches: first === null ? 0 : others.length + 1,
      };
    });
  },
);

/** Assigns a beneficiary to all documents of each folder. Throws `beneficiary-unknown`. */
export const assignFolders = procedure(
  'documents.assignFolders',
  {
    args: z.object({
      batchId: id,
      folders: z.array(z.object({ folder: z.string(), beneficiaryId: id })),
      at: time,
      by: z.string(),
    }),
    result: changedSchema,
  },
  (database, { batchId, folders: chosen, at, by }) => {
    const step = beginStep(database, { batchId, way: 'folder', at, by });
    let changed = 0;
    for (const { folder, beneficiaryId } of chosen) {
      requireBeneficiary(database, batchId, beneficiaryId);
      const rows = database.all(
        `SELECT id FROM document WHERE batch_id = $batchId AND folder = $folder AND state IN ${assignable}`,
        { batchId, folder },
      );
      const ids = JSON.stringify(rows.map((row) => row['id']));
      changed += setBeneficiary(database, step, ids, beneficiaryId);
    }
    endStep(database, step);
    return { changed };
  },
);

const reasonSqlOf = {
  excluded: `json_object('code', 'excluded-by-clerk', 'facts', json_object('by', $by))`,
  cancelled: cancelledReasonSql,
} as const;

function settle(
  database: Database,
  args: Selected,
  states: string,
  to: 'excluded' | 'cancelled',
): { changed: number; ids: string } {
  const ids = selectedIds(database, args, states);
  const hashes = hashesOfIds(database, ids);
  const { changes } = database.run(
    `UPDATE document SET state = $to, reason = ${reasonSqlOf[to]}, retry_at = NULL, changed_at = $at WHERE ${byIds}`,
    { ids, to, by: args.by, at: args.at },
  );
  writeEvents(database, { at: args.at, kind: to, by: args.by }, byIds, { ids });
  reconcileDuplicates(database, args.batchId, hashes, args.at);
  // Documents that waited for a failed one may be attached now, and the batch may end without problems.
  if (changes > 0) continueEnded(database, args.batchId, `('done-with-problems')`);
  return { changed: changes, ids };
}

const idsSchema = jsonColumn(z.array(id));

/** Excludes selected documents. */
export const exclude = procedure(
  'documents.exclude',
  { args: selected, result: changedSchema.extend({ excluded: idSetSchema }) },
  (database, args) => {
    const { changed, ids } = settle(
      database,
      args,
      `('found', 'checking', 'ready', 'duplicate', 'rejected', 'waiting-for-file', 'waiting-to-retry', 'failed')`,
      'excluded',
    );
    return { changed, excluded: packIds(idsSchema.parse(ids)) };
  },
);

/**
 * Cancels the selected documents of a started batch that are neither attached nor being attached; counts all selected
 * ones by where their files are afterwards.
 */
export const cancelDocuments = procedure(
  'documents.cancelDocuments',
  { args: selected, result: changedSchema.extend({ outcome: cancellationSchema }) },
  (database, args) => {
    const ids = selectedIds(database, args, allStates);
    const { changed } = settle(
      database,
      args,
      `('found', 'checking', 'ready', 'duplicate', 'linking', 'sending', 'stored', 'waiting-for-file',
        'waiting-to-retry', 'failed')`,
      'cancelled',
    );
    return { changed, outcome: countDocuments(database, ids) };
  },
);

/** Includes excluded documents and duplicates again; excluded ones are checked again. */
export const include = procedure(
  'documents.include',
  { args: selected, result: changedSchema },
  (database, args) => {
    const excluded = selectedIds(database, args, `('excluded', 'cancelled')`, notCancelled);
    const duplicates = selectedIds(database, args, `('duplicate')`, notCancelled);
    const { at, by } = args;
    const again = recheckDocuments(database, byIds, { ids: excluded }, at);
    const kept = database.run(
      `UPDATE document SET state = 'ready', reason = NULL, keep = 1, changed_at = $at WHERE ${byIds}`,
      { ids: duplicates, at },
    );
    for (const ids of [excluded, duplicates])
      writeEvents(database, { at, kind: 'included', by }, byIds, { ids });
    reopen(database, args.batchId, again.changes);
    if (kept.changes > 0) continueEnded(database, args.batchId, `('done', 'done-with-problems')`);
    return { changed: again.changes + kept.changes };
  },
);

/** Checks selected files again. */
export const recheck = procedure(
  'documents.recheck',
  { args: selected, result: changedSchema },
  (database, args) => {
    const states = `('ready', 'rejected', 'waiting-for-file', 'failed')`;
    const ids = selectedIds(database, args, states, notCancelled);
    const { changes } = recheckDocuments(database, byIds, { ids }, args.at);
    reopen(database, args.batchId, changes);
    return { changed: changes };
  },
);

/** Retries selected failed documents from the start. */
export const retry = procedure(
  'documents.retry',
  { args: selected, result: changedSchema },
  (database, args) => {
    const ids = selectedIds(database, args, `('failed', 'waiting-to-retry')`, notCancelled);
    writeEvents(database, { at: args.at, kind: 'retrying', by: args.by }, byIds, { ids });
    const { changes } = recheckDocuments(database, byIds, { ids }, args.at);
    reopen(database, args.batchId, changes);
    return { changed: changes };
  },
);

/** Reopens a batch whose documents have work to do again. */
function reopen(database: Database, batchId: number, changed: number): void {
  const values: Values = { batchId };
  if (changed === 0) return;
  database.run(
    `UPDATE batch SET state = CASE WHEN started_at IS NULL THEN 'checking' ELSE 'running' END, finished_at = NULL
     WHERE id = $batchId AND state IN ('draft', 'review', 'done', 'done-with-problems')`,
    values,
  );
}

/** Continues a batch that ended in one of the states; one that was never started is not affected. */
function continueEnded(database: Database, batchId: number, states: string): void {
  database.run(
    `UPDATE batch SET state = 'running', finished_at = NULL WHERE id = $batchId AND state IN ${states}`,
    { batchId },
  );
}
