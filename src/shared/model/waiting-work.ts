/** @file What goes on by itself after a sign-in, read from the lines of *Needs you*: there is no other definition of it. */
import type { Need } from './needs-you.ts';
import { maxWaitingBatches, type WaitingWork } from './work-in-flight.ts';

/** Nothing of a profile waits for a sign-in. */
export function noWaitingWork(profileId: string): WaitingWork {
  return { profileId, batches: [], moreBatches: 0, documents: 0, proofs: 0 };
}

/** What waits for a sign-in, of every profile that has such work. */
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
