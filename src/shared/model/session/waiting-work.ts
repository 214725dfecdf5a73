/** @file Work that continues after a sign-in. It is derived from the lines of *Needs you*, which alone define it. */
import type { Need } from '../needs-you/needs-you.ts';
import { maxWaitingBatches, type WaitingWork } from './work-in-flight.ts';

/** Returns the empty waiting work of a profile. */
export function noWaitingWork(profileId: string): WaitingWork {
  return { profileId, batches: [], moreBatches: 0, documents: 0, proofs: 0 };
}

/** Returns the work that waits for a sign-in, for every profile with such work. */
export function waitingWorkOf(needs: readonly Need[]): WaitingWork[] {
  const byProfile = new Map<string, { batches: WaitingWork['batches']; proofs: number }>();
  for (const need of needs) {
    if (need.profileId === null) continue;
    const work = byProfile.get(need.profileId) ?? { batches: [], proofs: 0 };
    if (need.kind === 'proofs-paused') work.proofs += need.proofs;
    else if (need.kind === 'batch-paused' && need.reason === 'sign-in' && need.documents > 0) {
      work.batches.push({ number: need.batchNumber, documents: need.documents });
    } else continue;
    byProfile.set(need.profileId, work);
  }
  return [...byProfile].map(([profileId, { batches, proofs }]) => ({
    profileId,
    batches: batches.toSorted((a, b) => a.number - b.number).slice(0, maxWaitingBatches),
    moreBatches: Math.max(0, batches.length - maxWaitingBatches),
    documents: batches.reduce((sum, { documents }) => sum + documents, 0),
    proofs,
  }));
}
