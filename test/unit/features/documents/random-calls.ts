/** @file Random calls of all procedures of documents, whether they make sense or not. */
import * as assign from '../../../../src/main/features/documents/database/assign/assign.ts';
import * as attach from '../../../../src/main/features/documents/database/attach/attach.ts';
import * as attachEnd from '../../../../src/main/features/documents/database/attach/attach-end.ts';
import * as attachSettle from '../../../../src/main/features/documents/database/attach/attach-settle.ts';
import * as batches from '../../../../src/main/features/documents/database/batches.ts';
import { closeBatch } from '../../../../src/main/features/documents/database/close.ts';
import { recordDrop } from '../../../../src/main/features/documents/database/drafts.ts';
import * as intake from '../../../../src/main/features/documents/database/dropped-files.ts';
import { reviewNumbers, startBatch } from '../../../../src/main/features/documents/database/review.ts';
import * as transfer from '../../../../src/main/features/documents/database/transfer.ts';
import { requeueReturned } from '../../../../src/main/features/documents/database/waiting-files.ts';
import { createRandom } from '../../../../src/main/practice/data/random.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { batchMachine } from '../../../../src/shared/model/documents/batch-machine.ts';
import type { DocumentGroup } from '../../../../src/shared/model/documents/document.ts';
import { documentMachine } from '../../../../src/shared/model/documents/document-machine.ts';
import { watchTransitions } from '../../../fakes/watch-transitions.ts';
import { openTables, profileId } from './tables.ts';

type UnfinishedCheck = { readonly id: number; readonly isSuspect: boolean };

const by = 'm.hansen';
const reason = { code: 'no-answer', facts: {} } as const;
/** Calls that are made more often than others, because few of them have an effect. */
const often = (times: number, call: () => unknown) => Array.from({ length: times }, () => call);
/** Rows of each table that the random calls choose from. */
const newestRows = 12;

/** Makes random calls on new tables; returns a function that lists the changes of states in a table. */
export function callRandomly(steps: number, seed: number): (table: string) => string[] {
  const random = createRandom(seed);
  const tables = openTables();
  const { database, run } = tables;
  const changesIn = watchTransitions(database);
  const pick = <Option>(options: readonly Option[]): Option => {
    const option = options[Math.floor(random() * options.length)];
    if (option === undefined) throw new Error('There is nothing to choose from');
    return option;
  };
  const idsOf = (table: string) =>
    database.all(`SELECT id FROM ${table} ORDER BY id DESC LIMIT ${newestRows}`).map(({ id }) => Number(id));
  let at = 0;

  /** Adds a batch, an attach operation and documents in random states. */
  function addBatch(): void {
    const batchId = tables.addBatch(pick(batchMachine.states));
    const beneficiaryId = tables.addBeneficiary(String(at));
    const attachId = tables.addOperation(
      batchId,
      beneficiaryId,
      pick(['sent', 'unknown', 'attached', 'attached']),
    );
    for (let number = 0; number < 5; number += 1)
      tables.addDocument(batchId, pick(documentMachine.states), { beneficiaryId, attachId, key: 'k' });
  }

  function check(id: number, isSuspect: boolean) {
    const state = pick(['ready', 'ready', 'ready', 'rejected', 'excluded', 'waiting-for-file'] as const);
    const isFailed = state === 'rejected' && random() < 0.5;
    return {
      id,
      isSuspect,
      state,
      warnings: [],
      kind: null,
      size: 1,
      modifiedAt: 1,
      sha256: state === 'ready' ? String(Math.floor(random() * 4)) : null,
      reason: isFailed ? ({ code: 'check-failed', facts: {} } as const) : null,
    };
  }

  const recordChecks = (ids: readonly number[], isSuspect: boolean, unfinished: UnfinishedCheck[]) =>
    run(intake.recordChecks, { checks: ids.map((id) => check(id, isSuspect)), unfinished, at });

  /** One random call with random arguments, whether they make sense now or not. */
  function callOnce(): void {
    const batchId = pick(idsOf('batch').slice(0, 3));
    const documents = idsOf('document');
    const id = pick(documents);
    const chosen = [id, ...documents.filter((one) => one !== id && random() < 0.2)];
    const beneficiaryId = pick(idsOf('beneficiary').slice(0, 3));
    const clerk = { batchId, selection: { kind: 'some' as const, ids: chosen }, at, by };
    const one = { kind: 'some' as const, ids: [id] };
    const calls: readonly (() => unknown)[] = [
      () => run(assign.assignDocuments, { ...clerk, beneficiaryId }),
      ...often(2, () => run(assign.excludeDocuments, { ...clerk, selection: one })),
      () => run(assign.includeDocuments, clerk),
      () => run(assign.recheckDocuments, clerk),
      () => run(assign.retryDocuments, clerk),
      () => run(assign.cancelDocuments, clerk),
      () => run(intake.claimForCheck, { profileId, limit: 9, suspects: random() < 0.3, at }),
      () => recordChecks(chosen, false, [{ id, isSuspect: true }]),
      () => recordChecks(documents, true, []),
      () => run(requeueReturned, { ids: chosen, at }),
      () => run(intake.endChecking, { profileId }),
      () => run(recordDrop, { profileId, droppedBy: by, at, paths: [] }),
      () => run(intake.requeueInterruptedChecks, { at }),
      ...often(3, () => start(batchId, beneficiaryId)),
      ...often(2, () => claim()),
      ...often(2, () => markStored(documents)),
      ...often(2, () => beginAttach()),
      ...often(2, () => endAttach()),
      ...often(2, () => settle()),
      ...often(2, () => run(transfer.endBatches, { profileId, at })),
      ...often(3, () => failAttempts(documents)),
      () => run(transfer.cancelBatch, { batchId, at, by }),
      () => run(closeBatch, { batchId, documents: countClosable(batchId), at, by }),
      () => run(attachSettle.recordConsent, { batchId, beneficiaryId }),
      () => random() < 0.2 && run(attachEnd.recoverAfterStart, { at }),
      () => setBatchState(batchId),
      () => run(batches.pauseAll, { profileId }),
      ...often(2, () => run(batches.resumeAll, { profileId, signedIn: true })),
    ];
    pick(calls)();
  }

  /** Starts a batch after its documents are checked or excluded, and assigned. */
  function start(batchId: number, beneficiaryId: number): void {
    const select = (group: DocumentGroup) => ({ kind: 'all' as const, filter: { group, text: '' } });
    run(assign.excludeDocuments, { batchId, selection: select('checking'), at, by });
    run(assign.assignDocuments, { batchId, selection: select('unassigned'), at, by, beneficiaryId });
    const { toAttach, beneficiaries: count } = run(reviewNumbers, { batchId, largeBytes: 1 });
    run(startBatch, { batchId, documents: toAttach, beneficiaries: count, at, by });
  }

  const claim = () =>
    run(transfer.claimUploadJobs, { profileId, limit: 5, now: at, except: [], memoryBudget: 1e9 });

  function markStored(documents: readonly number[]): void {
    for (const id of documents) {
      const values = { id, attemptId: 1, key: `key ${id}`, at };
      run(transfer.markSending, values);
      if (random() < 0.7) run(transfer.markStored, { ...values, requestId: null });
    }
  }

  function failAttempts(documents: readonly number[]): void {
    const failures = [
      { to: 'ready' },
      { to: 'waiting-to-retry', reason, retryAt: at },
      { to: 'waiting-for-file', reason },
      { to: 'failed', reason },
    ] as const;
    for (const id of documents)
      run(transfer.failAttempt, { id, attemptId: 1, at, requestId: null, failure: pick(failures) });
  }

  function countClosable(batchId: number): number {
    const sql = `SELECT count(*) AS count FROM document WHERE batch_id = $batchId AND state IN ('failed', 'stored')`;
    return Number(database.get(sql, { batchId })?.['count']);
  }

  function beginAttach(): void {
    const [pair] = run(attach.attachablePairs, { profileId, limit: 1 });
    if (pair !== undefined) run(attach.beginAttach, { profileId, ...pair, recipientUpdate: 'send-new', at });
  }

  function endAttach(): void {
    const outcome = pick([
      { kind: 'attached', recipientId: null },
      { kind: 'refused', reason },
      { kind: 'not-done' },
      { kind: 'unknown', cause: 'lost' },
    ] as const);
    for (const attachId of idsOf('attach_operation').slice(0, 3))
      run(attachEnd.endAttach, { attachId, outcome, status: null, requestId: null, at });
  }

  function settle(): void {
    const attachId = pick([0, ...idsOf('attach_operation')]);
    const decision = pick(['is-there', 'send-again', 'send-again'] as const);
    run(attachSettle.settleOutcome, { profileId, attachId, decision, recipientId: null, at, by });
  }

  function setBatchState(batchId: number): void {
    const state = pick(['running', 'paused'] as const);
    run(batches.setBatchState, { batchId, state, pauseReason: null, pauseDetail: null });
  }

  addBatch();
  for (at = 1; at < steps; at += 1) {
    if (at % 10 === 0) addBatch();
    try {
      callOnce();
    } catch (thrown) {
      if (!(thrown instanceof PaydeskError) || thrown.code === 'unexpected') throw thrown;
    }
  }
  return changesIn;
}
