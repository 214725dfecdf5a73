/** @file Access of other features to attach operations: lists, settlement, and creation of a beneficiary. */
import type { AttachedDocument, UnknownOutcome } from '../../../shared/model/beneficiary.ts';
import type { Page, PageRequest } from '../../../shared/model/paging.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { Clock } from '../../platform/platform.ts';
import type { Store } from '../../storage/store/store.ts';
import * as lists from './database/attach/attach-lists.ts';
import * as procedures from './database/attach/attach-settle.ts';
import type { Documents } from './documents.ts';

/** Creates the access to the attach operations of the active profile. */
export function createAttachRecords(deps: {
  readonly store: Store;
  readonly clock: Clock;
  readonly documents: Documents;
  readonly osUser: string;
  /** Called with the label of the beneficiary whose unknown outcome was settled. */
  readonly onSettled: (label: string, profile: Profile) => void;
}) {
  const { store, clock, documents } = deps;
  return {
    /** Returns a page of the documents that are, or may be, attached to a beneficiary. */
    listAttached: (beneficiaryId: number, page: PageRequest): Promise<Page<AttachedDocument>> =>
      store.run(lists.attachedDocuments, { ...page, beneficiaryId, profileId: documents.activeProfile().id }),
    /** Returns the operations of a profile whose outcome is unknown. */
    listUnknownOutcomes: (profileId: string): Promise<UnknownOutcome[]> =>
      store.run(lists.unknownOutcomes, { profileId }),
    /** Settles an unknown outcome by the clerk's decision and resumes the work that waited for it. */
    async settle(decision: {
      readonly attachId: number;
      readonly decision: 'is-there' | 'send-again';
      readonly recipientId: string | null;
    }): Promise<void> {
      const worker = documents.activeWorker();
      const { profile } = worker;
      const at = clock.now();
      const { label } = await store.run(procedures.settleOutcome, {
        ...decision,
        profileId: profile.id,
        at,
        by: deps.osUser,
      });
      deps.onSettled(label, profile);
      worker.resumeAfterSettlement();
    },
    /** Attaches the documents that waited for the ID of a new beneficiary. */
    resumeAfterIdentification: (profileId: string): void =>
      documents.workerOf(profileId).resumeAfterSettlement(),
    /** Creates a draft beneficiary at the service, without documents. */
    createAtService: (beneficiaryId: number): Promise<void> =>
      documents.activeWorker().createBeneficiary(beneficiaryId),
  };
}
