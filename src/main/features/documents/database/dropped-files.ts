/** @file Intake: dropped paths, found files, and the results of checks. */
import { z } from 'zod';
import { endedBatchStates } from '../../../../shared/model/documents/batch.ts';
import type { DocumentReason, DocumentState } from '../../../../shared/model/documents/document.ts';
import { documentSets } from '../../../../shared/model/documents/document-machine.ts';
import { fold } from '../../../../shared/model/fold.ts';
import { changedSchema, noResultSchema } from '../../../storage/store/columns.ts';
import type { Database, Row } from '../../../storage/store/database.ts';
import { procedure } from '../../../storage/store/procedure.ts';
import { sqlList } from '../../../storage/store/state-sql.ts';
import { foundFileSchema, inspectionSchema } from '../intake/messages.ts';
import { reconcileDuplicates } from './duplicates.ts';
import { serializeReason, writeEvent } from './events.ts';
import { batchUpdate, documentUpdate } from './state-updates.ts';

const id = z.number().int();
const time = z.number();

const droppedPathRow = z.object({ id, batchId: id, path: z.string() });

/** A path that was dropped into a batch. */
export type DroppedPath = z.infer<typeof droppedPathRow>;

/** Dropped paths that have not been listed completely, oldest first. */
export const selectUnlistedPaths = procedure(
  'documents.unlistedPaths',
  {
    args: z.object({ profileId: z.string() }),
    result: z.array(droppedPathRow),
  },
  (database, args) =>
    database.all(
      `SELECT p.id, p.batch_id AS "batchId", p.path FROM dropped_path p JOIN batch b ON b.id = p.batch_id
       WHERE p.listed = 0 AND b.profile_id = $profileId ORDER BY p.id`,
      args,
    ),
);

/** States that a found file gets without a check. */
const uncheckedStateByReason = new Map<string, DocumentState>([
  ['system-file', 'excluded'],
  ['folder-repeated', 'excluded'],
  ['file-missing', 'waiting-for-file'],
  ['file-locked', 'waiting-for-file'],
  ['drive-away', 'waiting-for-file'],
  ['drive-not-responding', 'waiting-for-file'],
  ['cloud-only', 'waiting-for-file'],
]);

const foundFilesSchema = z.object({
  batchId: id,
  droppedPathId: id,
  files: z.array(foundFileSchema),
  /** True when the dropped path is completely listed. */
  last: z.boolean(),
});

/** Files that were found under one dropped path. */
export type FoundFiles = z.infer<typeof foundFilesSchema>;

/**
 * Adds files found under dropped paths. A path that is listed again after a crash adds no duplicates, and a batch
 * that was discarded or cancelled meanwhile gets none.
 */
export const addFoundFiles = procedure(
  'documents.addFound',
  { args: z.object({ finds: z.array(foundFilesSchema), at: time, by: z.string() }), result: changedSchema },
  (database, { finds, at, by }) => ({
    changed: finds.reduce((sum, find) => sum + insertFoundFiles(database, find, at, by), 0),
  }),
);

function insertFoundFiles(
  database: Database,
  { batchId, droppedPathId, files, last }: FoundFiles,
  at: number,
  by: string,
): number {
  const batch = database.get('SELECT state FROM batch WHERE id = $batchId', { batchId });
  if (batch === undefined || batch['state'] === 'cancelled') return 0;
  let changed = 0;
  for (const file of files) {
    const state =
      file.reason === null ? 'found' : (uncheckedStateByReason.get(file.reason.code) ?? 'rejected');
    const { changes, lastId } = database.run(
      `INSERT INTO document (batch_id, dropped_path_id, path, name, folder, folded, size, state, reason, changed_at)
       VALUES ($batchId, $droppedPathId, $path, $name, $folder, $folded, $size, $state, $reason, $at)
       ON CONFLICT (dropped_path_id, path) DO NOTHING`,
      {
        batchId,
        droppedPathId,
        path: file.path,
        name: file.name,
        folder: file.folder,
        folded: fold(`${file.folder}/${file.name}`),
        size: file.size,
        state,
        reason: serializeReason(file.reason),
        at,
      },
    );
    changed += changes;
    if (changes > 0) writeEvent(database, { documentId: lastId, at, kind: 'dropped', by });
  }
  if (last) {
    database.run(
      `UPDATE dropped_path SET listed = 1,
         folder = EXISTS (SELECT 1 FROM document WHERE dropped_path_id = $droppedPathId AND folder <> '')
       WHERE id = $droppedPathId`,
      { droppedPathId },
    );
  }
  return changed;
}

const checkJobRow = z.object({ id, batchId: id, path: z.string(), name: z.string() });

/** A document to be checked. */
export type CheckJob = z.infer<typeof checkJobRow>;

/** Unfinished checks after which only the clerk can start another. */
const maxBrokenChecks = 2;

/**
 * Checks interrupted by the end of Paydesk, after which the document is rejected. More than {@link maxBrokenChecks}: the
 * file is opened in a separate process, so a power cut or a kill is a likelier cause than the file.
 */
const maxInterruptedChecks = 5;

/** A found document `d`; the index `document_found` contains exactly these, so that a claim reads no other documents. */
const isClaimableSql = `d.state = 'found' AND (d.checks_begun > 0) = $suspects`;

/** The oldest batch of a profile with documents to claim. */
const batchToCheckSql = `SELECT b.id FROM batch b
  WHERE b.profile_id = $profileId AND b.state NOT IN ${sqlList(endedBatchStates)}
    AND EXISTS (SELECT 1 FROM document d WHERE d.batch_id = b.id AND ${isClaimableSql})
  ORDER BY b.number LIMIT 1`;

/**
 * Claims found documents of the oldest batch for checking, oldest first. The start of a check is on the disk before the
 * file is opened. `suspects` claims the documents with an unfinished check, and otherwise all documents without one.
 */
export const claimForCheck = procedure(
  'documents.takeForCheck',
  {
    args: z.object({ profileId: z.string(), limit: id, suspects: z.boolean(), at: time }),
    result: z.array(checkJobRow),
  },
  (database, { suspects, ...args }) =>
    database.all(
      `${documentUpdate('beginCheck', {
        to: 'checking',
        set: 'checks_begun = checks_begun + 1, changed_at = $at',
        where: `id IN (SELECT d.id FROM document d WHERE d.batch_id = (${batchToCheckSql}) AND ${isClaimableSql}
          ORDER BY d.id LIMIT $limit)`,
      })} RETURNING id, batch_id AS "batchId", path, name`,
      { ...args, suspects: Number(suspects) },
    ),
);

/**
 * Records the results of checks. Documents that were excluded meanwhile stay excluded. `unlisted` reports that a
 * folder was found in place of a file and that its dropped path must be listed again. `unfinished` checks are
 * repeated; the second unfinished check of a suspect rejects its document.
 */
export const recordChecks = procedure(
  'documents.recordChecks',
  {
    args: z.object({
      checks: z.array(inspectionSchema.extend({ id, isSuspect: z.boolean() })),
      unfinished: z.array(z.object({ id, isSuspect: z.boolean() })),
      at: time,
    }),
    result: changedSchema.extend({ unlisted: z.boolean() }),
  },
  (database, { checks, unfinished, at }) => {
    const batches = new Map<number, string[]>();
    let changed = 0;
    let unlisted = false;
    for (const check of checks) {
      if (check.reason?.code === 'is-folder' && requeueListing(database, check.id)) {
        unlisted = true;
        changed += 1;
        continue;
      }
      const written = writeCheck(database, check, at);
      if (written === null) continue;
      changed += 1;
      batches.set(written.batchId, [...(batches.get(written.batchId) ?? []), ...written.hashes]);
    }
    for (const check of unfinished) changed += Number(requeueCheck(database, check, at));
    for (const [batchId, hashes] of batches) reconcileDuplicates(database, batchId, hashes, at);
    return { changed, unlisted };
  },
);

type RecordedCheck = z.infer<typeof inspectionSchema> & { readonly id: number; readonly isSuspect: boolean };

/**
 * Records one check. Returns the batch and the hashes whose duplicates may have changed; `null` for a document that is no
 * longer being checked.
 */
function writeCheck(
  database: Database,
  check: RecordedCheck,
  at: number,
): { readonly batchId: number; readonly hashes: string[] } | null {
  const documentBefore = database.get(
    `SELECT d.batch_id AS "batchId", d.sha256, b.started_at IS NOT NULL AS started,
       d.returned = 1 AND b.started_at IS NOT NULL AS confirmed
     FROM document d JOIN batch b ON b.id = d.batch_id WHERE d.id = $id AND d.state = 'checking'`,
    { id: check.id },
  );
  if (documentBefore === undefined) return null;
  const transition = decideCheckedState(check, documentBefore);
  database.run(
    documentUpdate('endCheck', {
      to: transition.state,
      set: `reason = $reason, warnings = $warnings, kind = coalesce($kind, kind),
        size_before = CASE WHEN size <> $size THEN size ELSE size_before END,
        size = coalesce($size, size), modified_at = $modifiedAt, sha256 = $sha256, returned = 0, rejection_recorded = 0,
        checks_begun = checks_begun * $isSuspect, changed_at = $at`,
      where: 'id = $id',
    }),
    {
      id: check.id,
      reason: serializeReason(transition.reason),
      warnings: JSON.stringify(check.warnings),
      kind: check.kind,
      size: check.size,
      modifiedAt: check.modifiedAt,
      // A waiting document keeps the confirmed hash, to be compared when its file returns.
      sha256: transition.state === 'waiting-for-file' ? hashOf(documentBefore) : check.sha256,
      // A factor: clears the count of unfinished checks unless the file is suspect.
      isSuspect: Number(check.isSuspect),
      at,
    },
  );
  const kind = eventOfState[transition.state];
  writeEvent(database, { documentId: check.id, at, kind, reason: transition.reason });
  // The former content of the document may have been the original of a duplicate.
  const hashes = [check.sha256, documentBefore['sha256']].filter((hash) => typeof hash === 'string');
  return { batchId: Number(documentBefore['batchId']), hashes };
}

const failedInspection = {
  state: 'rejected',
  reason: { code: 'check-failed', facts: {} },
  warnings: [],
  kind: null,
  size: null,
  modifiedAt: null,
  sha256: null,
} as const;

/** Requeues a document with an unfinished check, or rejects it; `false` when it is not being checked. */
function requeueCheck(
  database: Database,
  { id: documentId, isSuspect }: { readonly id: number; readonly isSuspect: boolean },
  at: number,
  maxUnfinishedChecks = maxBrokenChecks,
): boolean {
  const documentAtLimitSql = `SELECT 1 FROM document WHERE id = $documentId AND state = 'checking'
    AND checks_begun >= $maxUnfinishedChecks`;
  if (isSuspect && database.get(documentAtLimitSql, { documentId, maxUnfinishedChecks }) !== undefined)
    return (
      writeCheck(database, { ...failedInspection, warnings: [], id: documentId, isSuspect }, at) !== null
    );
  const { changes } = database.run(
    documentUpdate('repeatCheck', {
      to: 'found',
      set: 'checks_begun = max(0, checks_begun - $uncountedChecks), changed_at = $at',
      where: 'id = $documentId',
    }),
    { documentId, uncountedChecks: Number(!isSuspect), at },
  );
  return changes > 0;
}

const eventOfState = {
  ready: 'checked',
  rejected: 'rejected',
  excluded: 'excluded',
  'waiting-for-file': 'waiting',
  failed: 'failed',
} as const;

function hashOf(row: Row): string | null {
  return typeof row['sha256'] === 'string' ? row['sha256'] : null;
}

/**
 * Decides the state of a document after its check. In a started batch, a document fails when its file returned with
 * other content than the clerk confirmed, and when its check did not finish: rejection would be final.
 */
function decideCheckedState(
  check: z.infer<typeof inspectionSchema>,
  documentBefore: Row,
): { readonly state: keyof typeof eventOfState; readonly reason: DocumentReason | null } {
  if (check.reason?.code === 'check-failed' && documentBefore['started'] === 1)
    return { state: 'failed', reason: check.reason };
  const hashBefore = hashOf(documentBefore);
  const hasOtherContent = check.state === 'ready' && hashBefore !== null && hashBefore !== check.sha256;
  if (!hasOtherContent || documentBefore['confirmed'] !== 1) return check;
  return { state: 'failed', reason: { code: 'file-changed', facts: { size: check.size ?? 0 } } };
}

/**
 * Requeues the listing of a dropped path whose document turned out to be a folder, and deletes that document. Returns
 * `false` for a started batch, which accepts no more documents.
 */
function requeueListing(database: Database, documentId: number): boolean {
  const { changes } = database.run(
    `UPDATE dropped_path SET listed = 0 WHERE id = (
       SELECT d.dropped_path_id FROM document d JOIN batch b ON b.id = d.batch_id
       WHERE d.id = $documentId AND d.state = 'checking' AND b.started_at IS NULL)`,
    { documentId },
  );
  if (changes > 0) database.run('DELETE FROM document WHERE id = $documentId', { documentId });
  return changes > 0;
}

/** Ends the checking of batches without anything left to list or check; returns their IDs. */
export const endChecking = procedure(
  'documents.endChecking',
  { args: z.object({ profileId: z.string() }), result: z.array(z.object({ id })) },
  (database, args) =>
    database.all(
      `${batchUpdate('endCheck', {
        to: 'draft',
        where: `profile_id = $profileId
          AND NOT EXISTS (SELECT 1 FROM dropped_path p WHERE p.batch_id = batch.id AND p.listed = 0)
          AND NOT EXISTS (SELECT 1 FROM document d WHERE d.batch_id = batch.id
            AND d.state IN ${sqlList(documentSets.unchecked)})`,
      })} RETURNING id`,
      args,
    ),
);

/**
 * Requeues documents whose check a crash interrupted. Each of the files may be the cause, so each is checked in isolation.
 * The fifth crash during a check rejects the document.
 */
export const requeueInterruptedChecks = procedure(
  'documents.resetChecking',
  { args: z.object({ at: time }), result: noResultSchema },
  (database, { at }) => {
    for (const row of database.all(`SELECT id FROM document WHERE state = 'checking'`, {}))
      requeueCheck(database, { id: Number(row['id']), isSuspect: true }, at, maxInterruptedChecks);
    return null;
  },
);

/** Requeues documents for a check at the clerk's request. `ids` is a JSON array of their IDs. */
export function requeueForCheck(
  database: Database,
  transition: 'include' | 'recheck' | 'retry',
  ids: string,
  at: number,
) {
  return database.run(
    documentUpdate(transition, {
      to: 'found',
      set: `reason = NULL, key = NULL, attach_id = NULL, tries = 0, retry_at = NULL, returned = 0,
        checks_begun = min(checks_begun, ${maxBrokenChecks - 1}), changed_at = $at`,
      where: 'id IN (SELECT value FROM json_each($ids))',
    }),
    { ids, at },
  );
}
