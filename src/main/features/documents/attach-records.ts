/** @file What other features may know of attach operations, and do about them. */
import type { AttachedDocument, UnknownOutcome } from '../../../shared/model/beneficiary.ts';
import type { Page, PageRequest } from '../../../shared/model/paging.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import type { Clock } from '../../platform.ts';
import type { Store } from '../../store/store.ts';
import type { Documents } from './documents.ts';
import * as lists from './tables/attach-lists.ts';
import * as tables from './tables/attach-settle.ts';

/** Creates the access to attach operations of the profile that is shown. */
export function createAttachRecords(deps: {
  readonly store: Store;
  readonly clock: Clock;
  readonly documents: Documents;
  readonly osUser: string;
  /** Hears the label of a beneficiary whose unknown outcome was settled. */
  readonly onSettled: (label: string, profile: Profile) => void;
}) {
  const { store, clock, documents } = deps;
  return {
    /** A page of what was attached to a beneficiary, or may have been. */
    attached: (beneficiaryId: number, page: PageRequest): Promise<Page<AttachedDocument>> =>
      store.run(lists.attachedDocuments, { ...page, beneficiaryId, profileId: documents.profile().id }),
    /** Operations whose outcome is unknown. */
    unknown: (profileId: string): Promise<UnknownOutcome[]> =>
      store.run(lists.unknownOutcomes, { profileId }),
    /** Settles an unknown outcome as the clerk decided; work that waited for it goes on. */
    async settle(decision: {
      readonly attachId: number;
      readonly decision: 'is-there' | 'send-again';
      readonly recipientId: string | null;
    }): Promise<void> {
      const work = documents.active();
      const { profile } = work;
      const at = clock.now();
      const { label } = await store.run(tables.settle, {
        ...decision,
        profileId: profile.id,
        at,
        by: deps.osUser,
      });
      deps.onSettled(label, profile);
      work.resumeAfterSettlement();
    },
    /** A new beneficiary has got its ID: documents that waited for it are attached. */
    identified: (profileId: string): void => documents.open(profileId).resumeAfterSettlement(),
    /** Creates a draft at the service without documents. */
    create: (beneficiaryId: number): Promise<void> => documents.active().createBeneficiary(beneficiaryId),
  };
}
