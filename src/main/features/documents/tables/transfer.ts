/** @file The transitions of a document on its way to the store: each is on the disk before the next step is taken. */
import { z } from 'zod';
import { cancellationSchema } from '../../../../shared/model/cancellation.ts';
import { documentReasonSchema } from '../../../../shared/model/document.ts';
import { changedSchema } from '../../../store/columns.ts';
import type { Database, Row } from '../../../store/database.ts';
import { procedure } from '../../../store/procedure.ts';
import { maxDocumentBytesInMemory } from '../intake/reread.ts';
import { cancelledReasonSql, countBatch } from './cancellation.ts';
import { hashesOf, reconcileDuplicates } from './duplicates.ts';
import { reasonText, writeEvent } from './events.ts';

const id = z.number().int();
const time = z.number();

const uploadJobRow = z.object({
  id,
  batchId: id,
  attemptId: id,
  path: z.string(),
  name: z.string(),
  size: z.number(),
  sha256: z.string(),
  beneficiaryId: id,
  tries: id,
});

/** A document that was taken for sending. */
export type UploadJob = z.infer<typeof uploadJobRow>;

/**
 * Milliseconds. No document waits longer to be tried again, so a time that is further away was written by a clock that
 * has been set back since: what waits for it is due.
 */
const maxWaitMs = 11 * 60_000;

/** Documents in a state that may go now: of a running batch, and of a beneficiary that is not held. */
const dueSql = (state: string) => `SELECT d.id, d.batch_id AS "batchId", d.path, d.name, d.size, d.sha256,
    d.beneficiary_id AS "beneficiaryId", d.tries
  FROM batch b CROSS JOIN document d INDEXED BY document_state ON d.batch_id = b.id
  WHERE b.profile_id = $profileId AND b.state = 'running' AND ${state}
    AND d.beneficiary_id IS NOT NULL AND d.sha256 IS NOT NULL
    AND d.beneficiary_id NOT IN (SELECT id FROM held_beneficiary)
    AND d.id NOT IN (SELECT value FROM json_each($except))
  ORDER BY b.number, d.size, d.id LIMIT $limit`;

/** One state at a time, because then the index gives the order and only as many rows are read as are taken. */
const readySql = dueSql(`d.state = 'ready'`);
const retriedSql = dueSql(
  `d.state = 'waiting-to-retry' AND (d.retry_at <= $now OR d.retry_at > $now + ${maxWaitMs})`,
);

function inOrder(one: Row, other: Row): number {
  const differences = ['batchId', 'size', 'id'].map((name) => Number(one[name]) - Number(other[name]));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** The most bytes that documents on their way may take in memory, unless a single one needs more. */
export const maxBytesInMemory = 64 * 1024 * 1024;

/** Bytes of memory that a large document takes while it is sent piece by piece. */
const streamedDocumentBytes = 1024 * 1024;

/** Bytes of memory that a document of a size takes while it is on its way. */
export function memoryOf(size: number): number {
  return size > maxDocumentBytesInMemory ? streamedDocumentBytes : size;
}

/**
 * Takes documents for sending, in order of batch and size. Each gets an attempt. `except` are those whose earlier
 * attempt has not ended yet: two at once could each take the other's end for its own. `room` is the memory that they may
 * take, in bytes; when nothing else is on its way the first is taken whatever it needs.
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
    const due = [...database.all(readySql, values), ...database.all(retriedSql, values)]
      .sort(inOrder)
      .slice(0, args.limit);
    let claimed = 0;
    const fits = (row: Row, index: number) => {
      claimed += memoryOf(Number(row['size']));
      return claimed <= memoryBudget || (index === 0 && except.length === 0);
    };
    // In order: a small one does not overtake a large one that waits for room.
    const end = due.findIndex((row, index) => !fits(row, index));
    const rows = end === -1 ? due : due.slice(0, end);
    return rows.map((row) => {
      database.run(
        `UPDATE document SET state = 'linking', reason = NULL, retry_at = NULL, changed_at = $now WHERE id = $id`,
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

/** When the next waiting document is due, in milliseconds since 1970; `null` when none waits. */
export const nextDue = procedure(
  'documents.nextDue',
  {
    args: z.object({ profileId: z.string(), now: time }),
    result: z.object({ at: time.nullable() }),
  },
  (database, args) =>
    database.get(
      `SELECT min(iif(d.retry_at > $now + ${maxWaitMs}, $now, d.retry_at)) AS at FROM batch b CROSS JOIN document d ON d.batch_id = b.id
       WHERE b.profile_id = $profileId AND b.state = 'running' AND d.state = 'waiting-to-retry'
         AND d.beneficiary_id NOT IN (SELECT id FROM held_beneficiary)`,
      args,
    ),
);

/**
 * The key is known and the first byte is about to leave. `changed: 0` means that the document was taken away, or that
 * the key is the one of another document.
 */
export const markSending = procedure(
  'documents.sending',
  {
    args: z.object({ id, attemptId: id, key: z.string(), at: time }),
    result: changedSchema.extend({ keyOfAnother: z.boolean() }),
  },
  (database, args) => {
    const another = database.get('SELECT 1 FROM attempt WHERE key = $key AND document_id <> $id', args);
    if (another !== undefined) return { changed: 0, keyOfAnother: true };
    const { changes } = database.run(
      `UPDATE document SET state = 'sending', changed_at = $at WHERE id = $id AND state IN ('linking', 'sending')`,
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

/** Its bytes are stored under the key. */
export const markStored = procedure(
  'documents.stored',
  {
    args: z.object({ id, attemptId: id, key: z.string(), at: time, requestId: z.string().nullable() }),
    result: changedSchema,
  },
  (database, args) => {
    const { changes } = database.run(
      `UPDATE document SET state = 'stored', key = $key, tries = 0, changed_at = $at
       WHERE id = $id AND state = 'sending'`,
      args,
    );
    endAttempt(database, { ...args, outcome: 'stored' });
    if (changes > 0) writeEvent(database, { documentId: args.id, at: args.at, kind: 'stored' });
    return { changed: changes };
  },
);

/** Where a document goes when an attempt did not end with its bytes stored. */
const attemptFailureSchema = z.discriminatedUnion('to', [
  /** Nothing of its own went wrong: paused, offline, signed out, quitting. */
  z.object({ to: z.literal('ready') }),
  z.object({ to: z.literal('waiting-to-retry'), reason: documentReasonSchema, retryAt: time }),
  z.object({ to: z.literal('waiting-for-file'), reason: documentReasonSchema }),
  z.object({ to: z.literal('failed'), reason: documentReasonSchema }),
]);

/** See {@link attemptFailureSchema}. */
export type AttemptFailure = z.infer<typeof attemptFailureSchema>;

/** An attempt ended without its bytes being stored. */
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
      `UPDATE document SET state = $to, reason = $reason, retry_at = $retryAt, key = NULL,
         tries = tries + $counts, changed_at = $at WHERE id = $documentId AND state IN ('linking', 'sending')`,
      {
        documentId,
        at,
        to: failure.to,
        reason: reasonText(reason),
        retryAt: 'retryAt' in failure ? failure.retryAt : null,
        counts: Number(failure.to === 'waiting-to-retry'),
      },
    );
    endAttempt(database, { attemptId, at, outcome: reason?.code ?? 'interrupted', requestId });
    if (changes > 0) {
      const kinds = {
        ready: 'interrupted',
        'waiting-to-retry': 'retrying',
        'waiting-for-file': 'waiting',
        failed: 'failed',
      } as const;
      writeEvent(database, { documentId, at, kind: kinds[failure.to], reason });
    }
    return { changed: changes };
  },
);

/**
 * Ends the batches of a profile in which nothing is left to do by itself; gives them. What waits for its file or for
 * its beneficiary to be settled keeps a batch open; what waits for consent does not.
 */
export const endBatches = procedure(
  'documents.endBatches',
  {
    args: z.object({ profileId: z.string(), at: time }),
    result: z.array(z.object({ id, number: id, state: z.enum(['done', 'done-with-problems']) })),
  },
  (database, args) =>
    database.all(
      `UPDATE batch SET finished_at = $at, pause_reason = NULL, pause_detail = NULL,
         state = CASE WHEN EXISTS (SELECT 1 FROM document d WHERE d.batch_id = batch.id
             AND d.state IN ('failed', 'attach-unknown', 'stored')) THEN 'done-with-problems' ELSE 'done' END
       WHERE profile_id = $profileId AND state = 'running'
         AND NOT EXISTS (SELECT 1 FROM dropped_path p WHERE p.batch_id = batch.id AND p.listed = 0)
         AND NOT EXISTS (SELECT 1 FROM document d WHERE d.batch_id = batch.id AND d.state IN ('found', 'checking',
           'ready', 'linking', 'sending', 'attaching', 'waiting-for-file', 'waiting-to-retry'))
         AND NOT EXISTS (SELECT 1 FROM document d WHERE d.batch_id = batch.id AND d.state = 'stored'
           AND (NOT EXISTS (SELECT 1 FROM document f WHERE f.batch_id = d.batch_id
               AND f.beneficiary_id = d.beneficiary_id AND f.state = 'failed')
             OR EXISTS (SELECT 1 FROM consent c WHERE c.batch_id = d.batch_id
               AND c.beneficiary_id = d.beneficiary_id)))
       RETURNING id, number, state`,
      args,
    ),
);

/**
 * Cancels a batch that is not over: everything that is not attached and not on its way to a beneficiary, what failed
 * too. What has an unknown outcome is left to be settled. Counts all documents by where their files are then.
 */
export const cancelBatch = procedure(
  'documents.cancelBatch',
  { args: z.object({ batchId: id, at: time, by: z.string() }), result: cancellationSchema },
  (database, { batchId, at, by }) => {
    const open = `SELECT 1 FROM batch WHERE id = $batchId AND state NOT IN ('done', 'cancelled')`;
    if (database.get(open, { batchId }) === undefined) return countBatch(database, batchId);
    const states = `('found', 'checking', 'ready', 'duplicate', 'linking', 'sending', 'stored', 'waiting-for-file',
      'waiting-to-retry', 'failed')`;
    database.run(
      `INSERT INTO document_event (document_id, at, kind, reason, by)
       SELECT id, $at, 'cancelled', ${cancelledReasonSql}, $by FROM document
       WHERE batch_id = $batchId AND state IN ${states}`,
      { batchId, at, by },
    );
    database.run(
      `UPDATE document SET state = 'cancelled', reason = ${cancelledReasonSql}, retry_at = NULL, changed_at = $at
       WHERE batch_id = $batchId AND state IN ${states}`,
      { batchId, at, by },
    );
    database.run('UPDATE dropped_path SET listed = 1 WHERE batch_id = $batchId', { batchId });
    database.run(
      `UPDATE batch SET state = 'cancelled', pause_reason = NULL, pause_detail = NULL, finished_at = $at
       WHERE id = $batchId`,
      { batchId, at },
    );
    // What is being prepared may have been a duplicate of what goes nowhere now.
    reconcileDuplicates(database, batchId, hashesOf(database, 'd.batch_id = $batchId', { batchId }), at);
    return countBatch(database, batchId);
  },
);
