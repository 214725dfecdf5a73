/** @file Counts the work of a profile from its topics. */
import { type BatchSummary, countInProgress, countNeedingClerk } from '../../shared/model/documents/batch.ts';
import type { ProfileWork } from '../../shared/model/session/profile.ts';
import type { ProfileValues } from '../bridge/profile-topics.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Unknown outcomes are counted with the beneficiaries, where the clerk settles them. */
function countNeedsWithoutUnknown(batch: BatchSummary): number {
  return Math.max(0, countNeedingClerk(batch) - (batch.counts.unknown ?? 0));
}

/** Counts documents, references and statements in progress, and everything that waits for the clerk. */
export function countProfileWork(values: ProfileValues): ProfileWork {
  const { batches, beneficiaries, proofs, statements } = values;
  const { running } = proofs;
  return {
    underWay: sum([
      ...batches.map((batch) => (batch.state === 'running' ? countInProgress(batch) : 0)),
      running === null ? 0 : running.total - running.done,
      statements.counts.downloading ?? 0,
    ]),
    needsClerk: sum([
      ...batches.map(countNeedsWithoutUnknown),
      values.moreBatches.needClerk,
      beneficiaries.unknown.length,
      beneficiaries.counts['id-needed'] ?? 0,
      (proofs.counts.failed ?? 0) + (proofs.counts['not-found'] ?? 0),
      statements.quarantined + (statements.counts.expired ?? 0),
    ]),
  };
}
