/** @file Composition of the documents feature: its handlers, and what other features use of it. */
import { formatPlainList, t } from '../../../shared/messages/index.ts';
import type { AttachedDocument, UnknownOutcome } from '../../../shared/model/beneficiary.ts';
import type { Page, PageRequest } from '../../../shared/model/paging.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import type { Ports } from '../ports.ts';
import * as lists from './database/attach/attach-lists.ts';
import * as procedures from './database/attach/attach-settle.ts';
import type { Rejection } from './database/rejections.ts';
import { createDocuments, type Documents, type DocumentsDeps } from './documents.ts';
import { createDocumentsHandlers } from './handlers.ts';
import { createMappingHandlers } from './mapping-handlers.ts';

/** Creates the access to the attach operations of the active profile. */
function createAttachRecords({ store, clock, osUser, record }: DocumentsFeatureDeps, documents: Documents) {
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
        by: osUser,
      });
      record('settle-outcome', label, profile);
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

interface DocumentsFeatureDeps
  extends Omit<DocumentsDeps, 'onRejected'>,
    Pick<Ports, 'dialogs' | 'saved' | 'renderPages' | 'readList' | 'readChosenFile'> {
  readonly version: string;
  /** Called when the address book of a profile has new entries. */
  readonly onAddressBookChanged: (profileId: string) => void;
  readonly record: (
    kind: 'export' | 'settle-outcome' | 'close-batch' | 'reject-files',
    subject: string,
    profile: Profile,
    details?: { readonly outcome: 'refused' },
  ) => void;
}

interface DocumentsFeature {
  readonly handlers: Handlers;
  readonly documents: Documents;
  /** Access of the address book to attach operations. */
  readonly records: ReturnType<typeof createAttachRecords>;
}

/** Describes the files of each batch that were not accepted, with the number of files for each reason. */
function describeRejections(rejections: readonly Rejection[]): string[] {
  return [...Map.groupBy(rejections, ({ batchNumber }) => batchNumber)].map(([number, ofBatch]) =>
    t('documents.rejectRecord', {
      number,
      count: ofBatch.reduce((sum, { files }) => sum + files, 0),
      reasons: formatPlainList(
        ofBatch.map(({ reason, files }) =>
          t('documents.reasonFilter.option', { name: t(`documentReasonNames.${reason}`), count: files }),
        ),
      ),
    }),
  );
}

export function createDocumentsFeature(deps: DocumentsFeatureDeps): DocumentsFeature {
  const { record } = deps;
  const documents = createDocuments({
    ...deps,
    onRejected(profile, rejections) {
      for (const subject of describeRejections(rejections))
        record('reject-files', subject, profile, { outcome: 'refused' });
    },
  });
  const records = createAttachRecords(deps, documents);
  const handlers = {
    ...createMappingHandlers({ ...deps, documents }),
    ...createDocumentsHandlers({
      ...deps,
      documents,
      onExported: (path, profile) => record('export', path, profile),
      onClosed: (subject, profile) => record('close-batch', subject, profile),
    }),
  };
  return { handlers, documents, records };
}
