/** @file What would go on by itself after the next sign-in, whoever is signed in now. */
import { waitingWorkOf } from '../shared/model/waiting-work.ts';
import type { WaitingWork } from '../shared/model/work-in-flight.ts';
import { openWork as openDocuments } from './features/documents/tables/open-work.ts';
import { openWork as openProofs } from './features/proofs/open-work.ts';
import type { Store } from './store/store.ts';

/** Reads the lines that *Needs you* would have with nobody signed in; gives every profile that has such work. */
export async function readWaitingWork(store: Store): Promise<WaitingWork[]> {
  const active: string[] = [];
  const [documents, proofs] = await Promise.all([
    store.run(openDocuments, { active }),
    store.run(openProofs, { active }),
  ]);
  return waitingWorkOf([...documents.needs, ...proofs.needs]);
}
