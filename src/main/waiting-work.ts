/** @file Work that resumes after the next sign-in, of all profiles. */
import { waitingWorkOf } from '../shared/model/waiting-work.ts';
import type { WaitingWork } from '../shared/model/work-in-flight.ts';
import { openWork as openDocuments } from './features/documents/tables/open-work.ts';
import { listOpenWork as openProofs } from './features/proofs/open-work.ts';
import type { Store } from './store/store.ts';

/** Reads the entries of *Needs you* as if all profiles were signed out; returns every profile with waiting work. */
export async function readWaitingWork(store: Store): Promise<WaitingWork[]> {
  const active: string[] = [];
  const [documents, proofs] = await Promise.all([
    store.run(openDocuments, { active }),
    store.run(openProofs, { active }),
  ]);
  return waitingWorkOf([...documents.needs, ...proofs.needs]);
}
