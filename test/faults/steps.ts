/** @file The clerk's way through one batch, from wherever an earlier Paydesk left it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Simulator } from '../../src/main/simulator/simulator.ts';
import type { EarlierBatch } from '../../src/shared/contract/documents.ts';
import type { Desk } from '../fakes/desk.ts';

/** A folder with one folder for each beneficiary, named after it. */
export interface Job {
  readonly paths: readonly string[];
  readonly labels: readonly string[];
  /** The number of documents in all folders together. */
  readonly documents: number;
}

/** The ID of a beneficiary at the service. */
export function recipientOf(label: string): string {
  return `R-${label}`;
}

type Bridge = Pick<Desk, 'call' | 'references'>;

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(5);
}

async function latestBatch(desk: Bridge): Promise<EarlierBatch | null> {
  const { rows } = await desk.call('documents.earlier', { offset: 0, limit: 1 });
  return rows[0] ?? null;
}

async function checkedBatch(desk: Bridge): Promise<EarlierBatch | null> {
  await until(async () => {
    const batch = await latestBatch(desk);
    if (batch === null) return true;
    if (batch.state === 'checking') return false;
    return (await desk.call('documents.review', { batchId: batch.id })).checking === 0;
  });
  return latestBatch(desk);
}

async function addBeneficiaries(desk: Bridge, labels: readonly string[]): Promise<void> {
  const { rows } = await desk.call('beneficiaries.list', { search: '', offset: 0, limit: 200 });
  for (const label of labels) {
    if (rows.some((row) => row.label === label)) continue;
    await desk.call('beneficiaries.add', { label, recipientId: recipientOf(label) });
  }
}

/** Settles unknown outcomes by what the company's portal shows; gives how many there were. */
export async function settleByPortal(desk: Pick<Desk, 'call'>, simulator: Simulator): Promise<number> {
  const unknown = await desk.call('beneficiaries.unknownOutcomes', {});
  for (const { attachId, beneficiary, documents } of unknown) {
    const there = simulator.state.recipients.get(beneficiary.recipientId ?? '')?.documents ?? [];
    const keys = new Set(there.map(({ key }) => key));
    await desk.call(
      'beneficiaries.settle',
      documents.every(({ key }) => keys.has(key))
        ? { decision: 'is-there', attachId, recipientId: null }
        : { decision: 'send-again', attachId },
    );
  }
  return unknown.length;
}

/**
 * Does everything that is still to be done until the job's batch, the `number`-th of its Paydesk, is done. Unknown
 * outcomes are settled with the portal, `null` when there can be none.
 */
export async function bringToEnd(
  desk: Bridge,
  job: Job,
  { number, portal }: { readonly number: number; readonly portal: Simulator | null },
): Promise<void> {
  await addBeneficiaries(desk, job.labels);
  let batch = await checkedBatch(desk);
  if (batch === null || batch.number < number || batch.documents < job.documents) {
    await desk.call('documents.add', { references: desk.references([...job.paths]) });
    batch = await checkedBatch(desk);
  }
  if (batch === null) throw new Error('What was dropped is not there');
  const batchId = batch.id;
  if (batch.state === 'draft') {
    const matched = await desk.call('documents.folders', { batchId });
    const folders = matched.flatMap(({ folder, match }) =>
      match === null ? [] : [{ folder, beneficiaryId: match.id }],
    );
    await desk.call('documents.assignFolders', { batchId, folders });
    const { toAttach, beneficiaries } = await desk.call('documents.review', { batchId });
    await desk.call('documents.start', { batchId, documents: toAttach, beneficiaries });
  }
  await until(async () => {
    if (portal !== null) await settleByPortal(desk, portal);
    return (await latestBatch(desk))?.state === 'done';
  });
}
