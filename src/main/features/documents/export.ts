/** @file The result of a batch as CSV: every document with its state and reason. */
import { reasonMessage } from '../../../shared/document-reason-message.ts';
import { t } from '../../../shared/messages/index.ts';
import type { SavedFiles } from '../../files/saved-files.ts';
import { type CsvRow, writeCsv } from '../../formats/csv/csv-writer.ts';
import type { Dialogs } from '../../platform/platform.ts';
import type { Store } from '../../storage/store/store.ts';
import { selectExportPage } from './database/lists.ts';

const columns = [
  'number',
  'file',
  'folder',
  'path',
  'bytes',
  'sha256',
  'beneficiary',
  'recipientId',
  'state',
  'reason',
  'key',
  'changedAt',
] as const;

const pageSize = 1_000;

/**
 * Opens the save dialog and writes the file. Returns `null` when the clerk closed the dialog. Throws
 * `file-not-written` or `disk-full`.
 */
export async function exportResult(deps: {
  readonly store: Store;
  readonly dialogs: Dialogs;
  readonly saved: Pick<SavedFiles, 'writeFileAtomically'>;
  readonly batchId: number;
  readonly number: number;
}): Promise<string | null> {
  const path = await deps.dialogs.chooseSavePath(
    t('documents.resultExport.title'),
    t('documents.resultExport.fileName', { number: deps.number }),
  );
  if (path === null) return null;
  await writeCsv(
    deps.saved.writeFileAtomically,
    path,
    columns.map((column) => t(`documents.resultExport.header.${column}`)),
    resultRows(deps.store, deps.batchId),
  );
  return path;
}

async function* resultRows(store: Store, batchId: number): AsyncGenerator<CsvRow> {
  let after = 0;
  for (;;) {
    const page = await store.run(selectExportPage, { batchId, after, limit: pageSize });
    for (const row of page) {
      yield [
        row.id,
        row.name,
        row.folder,
        row.path,
        row.size,
        row.sha256,
        row.beneficiary?.label ?? '',
        row.beneficiary?.recipientId ?? '',
        t(`documentStates.${row.state}`),
        row.reason === null ? '' : reasonMessage(row.reason).short,
        row.key,
        row.changedAt,
      ];
    }
    const lastRow = page.at(-1);
    if (lastRow === undefined) return;
    after = lastRow.id;
  }
}
