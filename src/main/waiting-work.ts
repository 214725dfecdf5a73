/** @file What goes on by itself once its profile is signed in, over all features. */
import type { WaitingWork } from '../shared/model/work-in-flight.ts';
import { waitingBatches } from './features/documents/tables/waiting.ts';
import { waitingProofs } from './features/proofs/tables.ts';
import type { Store } from './store/store.ts';

/** Counts what waits, for every profile that has such work. */
export async function countWaitingWork(store: Store): Promise<WaitingWork[]> {
  const [batches, proofs] = await Promise.all([
    store.run(waitingBatches, null),
    store.run(waitingProofs, null),
  ]);
  const ids = new Set([...batches, ...proofs].map(({ profileId }) => profileId));
  return [...ids].map((profileId) => ({
    profileId,
    batches: batches
      .filter((batch) => batch.profileId === profileId)
      .map(({ number, documents }) => ({ number, documents })),
    proofs: proofs.find((one) => one.profileId === profileId)?.proofs ?? 0,
  }));
}
