/** @file Transitions of a document during its upload: each is on the disk before the next step. */
import { z } from 'zod';
import { batchMachine } from '../../../../shared/model/documents/batch-machine.ts';
import { cancellationSchema } from '../../../../shared/model/documents/cancellation.ts';
import { documentReasonSchema } from '../../../../shared/model/documents/document.ts';
import { documentMachine, documentSets } from '../../../../shared/model/documents/document-machine.ts';
import { changedSchema } from '../../../storage/store/columns.ts';
import type { Database, Row } from '../../../storage/store/database.ts';
import { procedure } from '../../../storage/store/procedure.ts';
import { sqlList } from '../../../storage/store/state-sql.ts';
import { maxDocumentBytesInMemory } from '../intake/reread.ts';
import { cancelledReasonSql, countBatchFiles } from './cancellation.ts';
import { reconcileDuplicates, selectHashes } from './duplicates.ts';
import { serializeReason, writeEvent } from './events.ts';
import { batchUpdate, documentUpdate } from './state-updates.ts';

const id = z.number().int();
const time = z.number();

const uploadJobRow = z.object({
  id,
  batchId: id,
  attemptId: id,
  path: z.string(),
  name: z.string(),
  size: z.number(),
  modifiedAt: z.number().nullable(),
  sha256: z.string(),
  beneficiaryId: id,
  tries: id,
});

/** A document that was claimed for upload. */
export type UploadJob = z.infer<typeof uploadJobRow>;

/**
 * The longest retry delay in milliseconds. A due time further away was written before the clock was set back, so the
 * document is due.
 */
const maxRetryDelayMs = 11 * 60_000;

/** Selects documents in a state that may be sent now: of a running batch, with a beneficiary that is not on hold. */
const buildDueSql = (stateSql: string) => `SELECT d.id, d.batch_id AS "batchId", d.path, d.name, d.size,
    d.modified_at AS "modifiedAt", d.sha256, d.beneficiary_id AS "beneficiaryId", d.tries
  FROM batch b CROSS JOIN document d INDEXED BY document_state ON d.batch_id = b.id
  WHERE b.profile_id = $profileId AND b.state = 'running' AND ${stateSql}
    AND d.beneficiary_id IS NOT NULL AND d.sha256 IS NOT NULL
    AND d.beneficiary_id NOT IN (SELECT id FROM held_beneficiary)
    AND d.id NOT IN (SELECT value FROM json_each($except))
  ORDER BY b.number, d.size, d.id LIMIT $limit`;

/** Each state has its own query, so that the index gives the order and only claimed rows are read. */
const readySql = buildDueSql(`d.state = 'ready'`);
const retryDueSql = buildDueSql(
  `d.state = 'waiting-to-retry' AND (d.retry_at <= $now OR d.retry_at > $now + ${maxRetryDelayMs})`,
);

/** Compares by batch, then by size, then by ID. */
function compareJobs(a: Row, b: Row): number {
  const differences = ['batchId', 'size', 'id'].map((name) => Number(a[name]) - Number(b[name]));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** Memory budget of concurrent uploads in bytes; a single document may exceed it. */
export const maxBytesInMemory = 64 * 1024 * 1024;

/** Bytes of memory for a large document, which is streamed. */
const streamedDocumentBytes = 1024 * 1024;

/** Estimates the bytes of memory that the upload of a document of `size` bytes needs. */
export function estimateUploadMemory(size: number): number {
  return size > maxDocumentBytesInMemory ? streamedDocumentBytes : size;
}

/**
 * Claims documents for upload, in order of batch and size. Each gets an attempt. `except` are documents whose
 * last attempt has not ended yet: of two concurrent attempts, the end of one could be recorded for the other.
 * `memoryBudget` is in bytes; when nothing else is being uploaded, the first document is claimed whatever its size.
 */
export const claimUploadJobs = procedure(
  'documents.claim',
  {
    args: z.object({
      profileId: z.string(),
      limit: id,
      now: time,
      except: z.array(id),
      memoryBudget: z.number(),
    }),
    result: z.array(uploadJobRow),
  },
  (database, { except, memoryBudget, ...args }) => {
    const values = { ...args, except: JSON.stringify(except) };
    const dueRows = [...database.all(readySql, values), ...database.all(retryDueSql, values)]
      .sort(compareJobs)
      .slice(0, args.limit);
    let claimedBytes = 0;
    // Called once for each row, in order: sums the bytes of the rows.
    const fitsInBudget = (row: Row, index: number) => {
      claimedBytes += estimateUploadMemory(Number(row['size']));
      return claimedBytes <= memoryBudget || (index === 0 && except.length === 0);
    };
    // Stops at the first document that does not fit: a small document does not overtake a large one.
    const excessIndex = dueRows.findIndex((row, index) => !fitsInBudget(row, index));
    const rows = excessIndex === -1 ? dueRows : dueRows.slice(0, excessIndex);
    return rows.map((row) => {
      database.run(
        documentUpdate('claim', {
          to: 'linking',
          set: 'reason = NULL, retry_at = NULL, changed_at = $now',
          where: 'id = $id',
        }),
        { id: Number(row['id']), now: args.now },
      );
      const { lastId } = database.run('INSERT INTO attempt (document_id, started_at) VALUES ($id, $now)', {
        id: Number(row['id']),
        now: args.now,
      });
      return { ...row, attemptId: lastId };
    });
  },
);

/** Returns when the next document is due for a retry, in milliseconds since 1970; `null` when none waits for one. */
export const nextRetryTime = procedure(
  'documents.nextDue',
  {
    args: z.object({ profileId: z.string(), now: time }),
    result: z.object({ at: time.nullable() }),
  },
  (database, args) =>
    database.get(
      `SELECT min(iif(d.retry_at > $now + ${maxRetryDelayMs}, $now, d.retry_at)) AS at FROM batch b CROSS JOIN document d ON d.batch_id = b.id
       WHERE b.profile_id = $profileId AND b.state = 'running' AND d.state = 'waiting-to-retry'
         AND d.beneficiary_id NOT IN (SELECT id FROM held_beneficiary)`,
      args,
    ),
);

/**
 * Records the key before the first byte is sent. `changed: 0` means that the document was withdrawn, or that the key
 * belongs to another document.
 */
export const markSending = procedure(
  'documents.sending',
  {
    args: z.object({ id, attemptId: id, key: z.string(), at: time }),
    result: changedSchema.extend({ keyOfAnother: z.boolean() }),
  },
  (database, args) => {
    const otherDocument = database.get('SELECT 1 FROM attempt WHERE key = $key AND document_id <> $id', args);
    if (otherDocument !== undefined) return { changed: 0, keyOfAnother: true };
    const { changes } = database.run(
      documentUpdate('send', { to: 'sending', set: 'changed_at = $at', where: 'id = $id' }),
      args,
    );
    if (changes > 0) {
      database.run('UPDATE attempt SET key = $key WHERE id = $attemptId', args);
      writeEvent(database, { documentId: args.id, at: args.at, kind: 'sending' });
    }
    return { changed: changes, keyOfAnother: false };
  },
);

function endAttempt(
  database: Database,
  args: { attemptId: number; at: number; outcome: string; requestId: string | null },
): void {
  database.run(
    'UPDATE attempt SET ended_at = $at, outcome = $outcome, request_id = $requestId WHERE id = $attemptId',
    args,
  );
}

/** Records that the bytes are stored under the key. */
export const markStored = procedure(
  'documents.stored',
  {
    args: z.object({ id, attemptId: id, key: z.string(), at: time, requestId: z.string().nullable() }),
    result: changedSchema,
  },
  (database, args) => {
    const { changes } = database.run(
      documentUpdate('store', {
        to: 'stored',
        set: 'key = $key, tries = 0, changed_at = $at',
        where: 'id = $id',
      }),
      args,
    );
    endAttempt(database, { ...args, outcome: 'stored' });
    if (changes > 0) writeEvent(database, { documentId: args.id, at: args.at, kind: 'stored' });
    return { changed: changes };
  },
);

/** The next state of a document after a failed attempt. */
const attemptFailureSchema = z.discriminatedUnion('to', [
  /** The cause was not the document: paused, offline, signed out, or quitting. */
  z.object({ to: z.literal('ready') }),
  z.object({ to: z.literal('waiting-to-retry'), reason: documentReasonSchema, retryAt: time }),
  z.object({ to: z.literal('waiting-for-file'), reason: documentReasonSchema }),
  z.object({ to: z.literal('failed'), reason: documentReasonSchema }),
]);

export type AttemptFailure = z.infer<typeof attemptFailureSchema>;

/** Records an attempt that ended before the bytes were stored. */
export const failAttempt = procedure(
  'documents.setBack',
  {
    args: z.object({
      id,
      attemptId: id,
      at: time,
      requestId: z.string().nullable(),
      failure: attemptFailureSchema,
    }),
    result: changedSchema,
  },
  (database, { id: documentId, attemptId, at, requestId, failure }) => {
    const reason = 'reason' in failure ? failure.reason : null;
    const { changes } = database.run(
      documentUpdate('failAttempt', {
        to: failure.to,
        set: `reason = $reason, retry_at = $retryAt, key = NULL, tries = tries + $countedTries, changed_at = $at`,
        where: 'id = $documentId',
      }),
      {
        documentId,
        at,
        reason: serializeReason(reason),
        retryAt: 'retryAt' in failure ? failure.retryAt : null,
        countedTries: Number(failure.to === 'waiting-to-retry'),
      },
    );
    endAttempt(database, { attemptId, at, outcome: reason?.code ?? 'interrupted', requestId });
    if (changes > 0) {
      const eventKinds = {
        ready: 'interrupted',
        'waiting-to-retry': 'retrying',
        'waiting-for-file': 'waiting',
        failed: 'failed',
      } as const;
      writeEvent(database, { documentId, at, kind: eventKinds[failure.to], reason });
    }
    return { changed: changes };
  },
);

/**
 * Ends the batches of a profile without automatic work left, and returns them. Documents that wait for their file or
 * for a settlement keep a batch open; those that wait for consent do not.
 */
export const endBatches = procedure(
  'documents.endBatches',
  {
    args: z.object({ profileId: z.string(), at: time }),
    result: z.array(z.object({ id, number: id, state: z.enum(batchMachine.transitions.end.to) })),
  },
  (database, args) => {
    const hasEndedSql = `profile_id = $profileId
         AND NOT EXISTS (SELECT 1 FROM dropped_path p WHERE p.batch_id = batch.id AND p.listed = 0)
         AND NOT EXISTS (SELECT 1 FROM document d WHERE d.batch_id = batch.id AND d.state IN ${sqlList(documentSets.unfinishedByPaydesk)})
         AND NOT EXISTS (SELECT 1 FROM document d WHERE d.batch_id = batch.id AND d.state = 'stored'
           AND (NOT EXISTS (SELECT 1 FROM document f WHERE f.batch_id = d.batch_id
               AND f.beneficiary_id = d.beneficiary_id AND f.state = 'failed')
             OR EXISTS (SELECT 1 FROM consent c WHERE c.batch_id = d.batch_id
               AND c.beneficiary_id = d.beneficiary_id)))`;
    const hasProblemsSql = `EXISTS (SELECT 1 FROM document d WHERE d.batch_id = batch.id
      AND d.state IN ${sqlList(documentSets.unfinishedByClerk)})`;
    const set = 'finished_at = $at, pause_reason = NULL, pause_detail = NULL';
    const sqlWithProblems = batchUpdate('end', {
      to: 'done-with-problems',
      set,
      where: `${hasEndedSql} AND ${hasProblemsSql}`,
    });
    const sqlWithout = batchUpdate('end', { to: 'done', set, where: hasEndedSql });
    return [sqlWithProblems, sqlWithout].flatMap((sql) =>
      database.all(`${sql} RETURNING id, number, state`, args),
    );
  },
);

/**
 * Cancels a batch that has not ended: all documents that are neither attached nor being attached, failed ones too.
 * Unknown outcomes stay open for settlement. Counts all documents by where their files are afterwards.
 */
export const cancelBatch = procedure(
  'documents.cancelBatch',
  { args: z.object({ batchId: id, at: time, by: z.string() }), result: cancellationSchema },
  (database, { batchId, at, by }) => {
    const { changes } = database.run(
      batchUpdate('cancel', {
        to: 'cancelled',
        set: 'pause_reason = NULL, pause_detail = NULL, finished_at = $at',
        where: 'id = $batchId',
      }),
      { batchId, at },
    );
    if (changes === 0) return countBatchFiles(database, batchId);
    database.run(
      `INSERT INTO document_event (document_id, at, kind, reason, by)
       SELECT id, $at, 'cancelled', ${cancelledReasonSql}, $by FROM document
       WHERE batch_id = $batchId AND state IN ${sqlList(documentMachine.transitions.cancel.from)}`,
      { batchId, at, by },
    );
    database.run(
      documentUpdate('cancel', {
        to: 'cancelled',
        set: `reason = ${cancelledReasonSql}, retry_at = NULL, changed_at = $at`,
        where: 'batch_id = $batchId',
      }),
      { batchId, at, by },
    );
    database.run('UPDATE dropped_path SET listed = 1 WHERE batch_id = $batchId', { batchId });
    // Duplicates in prepared batches may have lost their original.
    reconcileDuplicates(database, batchId, selectHashes(database, 'd.batch_id = $batchId', { batchId }), at);
    return countBatchFiles(database, batchId);
  },
);
