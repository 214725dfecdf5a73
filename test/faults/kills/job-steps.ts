/** @file The clerk's steps through one batch, starting from any state in which an earlier run left the batch. */
import { setTimeout as pause } from 'node:timers/promises';
import type { EarlierBatch } from '../../../src/shared/contract/documents.ts';
import type { TestApp } from '../../fakes/test-app.ts';
import type { Simulator } from '../../practice/simulator.ts';

/** Folders to drop, one for each beneficiary and with its label as name. */
export interface Job {
  readonly paths: readonly string[];
  readonly labels: readonly string[];
  /** Number of documents in all folders. */
  readonly documents: number;
}

/** Returns the recipient ID of a beneficiary. */
export function recipientOf(label: string): string {
  return `R-${label}`;
}

type Bridge = Pick<TestApp, 'call' | 'drop'>;

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(20);
}

async function latestBatch(testApp: Bridge): Promise<EarlierBatch | null> {
  const { rows } = await testApp.call('documents.earlier', { offset: 0, limit: 1 });
  return rows[0] ?? null;
}

async function waitUntilChecked(testApp: Bridge): Promise<EarlierBatch | null> {
  await waitUntil(async () => {
    const batch = await latestBatch(testApp);
    if (batch === null) return true;
    if (batch.state === 'checking') return false;
    return (await testApp.call('documents.review', { action: 'numbers', batchId: batch.id })).checking === 0;
  });
  return latestBatch(testApp);
}

async function addBeneficiaries(testApp: Bridge, labels: readonly string[]): Promise<void> {
  const { rows } = await testApp.call('beneficiaries.list', { search: '', offset: 0, limit: 200 });
  for (const label of labels) {
    if (rows.some((row) => row.label === label)) continue;
    await testApp.call('beneficiaries.add', { label, recipientId: recipientOf(label) });
  }
}

/** Assigns every folder of a batch to its beneficiary and starts the batch; returns the number of its documents. */
export async function startBatch({ call }: Pick<TestApp, 'call'>, batchId: number): Promise<number> {
  const matched = await call('documents.folders', { action: 'list', batchId });
  const folders = matched.flatMap(({ folder, match }) =>
    match === null ? [] : [{ folder, beneficiaryId: match.id }],
  );
  await call('documents.folders', { action: 'assign', batchId, folders });
  const { toAttach, beneficiaries } = await call('documents.review', { action: 'numbers', batchId });
  await call('documents.batch', { action: 'start', batchId, documents: toAttach, beneficiaries });
  return toAttach;
}

/** Settles unknown outcomes with the documents that the service has; returns their number. */
export async function settleByPortal(testApp: Pick<TestApp, 'call'>, simulator: Simulator): Promise<number> {
  const unknownOutcomes = await testApp.call('beneficiaries.unknownOutcomes', {});
  for (const { attachId, beneficiary, documents } of unknownOutcomes) {
    const attached = simulator.state.recipients.get(beneficiary.recipientId ?? '')?.documents ?? [];
    const attachedKeys = new Set(attached.map(({ key }) => key));
    await testApp.call(
      'beneficiaries.settle',
      documents.every(({ key }) => attachedKeys.has(key))
        ? { decision: 'is-there', attachId, recipientId: null }
        : { decision: 'send-again', attachId },
    );
  }
  return unknownOutcomes.length;
}

/**
 * Performs the remaining steps until the job's batch, number `batchNumber` of its profile, is done. Unknown outcomes are
 * settled by the simulated service's `portal`; `null` when no outcome can be unknown.
 */
export async function finishJob(
  testApp: Bridge,
  job: Job,
  { batchNumber, portal }: { readonly batchNumber: number; readonly portal: Simulator | null },
): Promise<void> {
  await addBeneficiaries(testApp, job.labels);
  let batch = await waitUntilChecked(testApp);
  if (batch === null || batch.number < batchNumber || batch.documents < job.documents) {
    await testApp.drop(job.paths);
    batch = await waitUntilChecked(testApp);
  }
  if (batch === null) throw new Error('The dropped batch does not exist');
  if (batch.state === 'draft') await startBatch(testApp, batch.id);
  await waitUntil(async () => {
    if (portal !== null) await settleByPortal(testApp, portal);
    return (await latestBatch(testApp))?.state === 'done';
  });
}
