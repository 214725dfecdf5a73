/** @file Composition of the documents feature: its handlers, and what other features use of it. */
import { formatPlainList, t } from '../../../shared/messages/index.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { Handlers } from '../../bridge/registrar.ts';
import type { DriveProcesses } from '../../files/drive-processes.ts';
import type { SavedFiles } from '../../files/saved-files.ts';
import type { ListReader } from '../../formats/csv/list-reader.ts';
import type { Dialogs } from '../../platform/platform.ts';
import { createAttachRecords } from './attach-records.ts';
import type { Rejection } from './database/rejections.ts';
import { createDocuments, type Documents, type DocumentsDeps } from './documents.ts';
import { createDocumentsHandlers } from './handlers.ts';
import { createIntake } from './intake/intake-client.ts';
import { createMappingHandlers } from './mapping-handlers.ts';
import type { ReceiptDeps } from './receipt/save-receipt.ts';

interface DocumentsFeatureDeps extends Omit<DocumentsDeps, 'intake' | 'onRejected'> {
  readonly dialogs: Dialogs;
  readonly saved: SavedFiles;
  readonly version: string;
  readonly renderPages: ReceiptDeps['renderPages'];
  /** Child processes that open and read files. */
  readonly drives: DriveProcesses;
  readonly readList: ListReader;
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
  /** Reads any file of the clerk's in the process of its drive. Throws `file-unreadable`. */
  readBytes(path: string): AsyncIterable<Uint8Array>;
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
  const intake = createIntake(deps.drives);
  const documents = createDocuments({
    ...deps,
    intake,
    onRejected(profile, rejections) {
      for (const subject of describeRejections(rejections))
        record('reject-files', subject, profile, { outcome: 'refused' });
    },
  });
  const records = createAttachRecords({
    ...deps,
    documents,
    onSettled: (label, profile) => record('settle-outcome', label, profile),
  });
  const handlers = {
    ...createMappingHandlers({ ...deps, documents, readBytes: intake.readBytes }),
    ...createDocumentsHandlers({
      ...deps,
      documents,
      onExported: (path, profile) => record('export', path, profile),
      onClosed: (subject, profile) => record('close-batch', subject, profile),
    }),
  };
  return { handlers, documents, records, readBytes: intake.readBytes };
}
