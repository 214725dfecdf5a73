/** @file Saves what the service confirmed about documents, as CSV or PDF. */
import type { ReceiptFormat } from '../../../../shared/contract/documents.ts';
import { PaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import { writeCsv } from '../../../formats/csv/csv-writer.ts';
import type { Ports } from '../../ports.ts';
import type { ReceiptRow } from '../database/receipt.ts';
import { type ReceiptHead, type ReceiptScope, readReceipt } from './receipt.ts';
import { receiptHeader, toReceiptRows } from './receipt-csv.ts';
import { toReceiptPages } from './receipt-pages.ts';

/** Most documents of a PDF. */
const maxPageRows = 20_000;

type ReceiptDeps = Pick<Ports, 'store' | 'renderPages' | 'dialogs' | 'saved'>;

async function setReceipt(deps: ReceiptDeps, scope: ReceiptScope, head: ReceiptHead): Promise<Uint8Array> {
  const documents: ReceiptRow[] = [];
  for await (const document of readReceipt(deps.store, scope)) {
    documents.push(document);
    if (documents.length > maxPageRows)
      throw new PaydeskError('pages-too-many', 'The receipt has too many documents');
  }
  const pdf = await deps.renderPages(toReceiptPages(head, documents, scope.documentId !== null));
  if (pdf === null) throw new PaydeskError('pages-too-many', 'The receipt has too many pages');
  return pdf;
}

/**
 * Opens the save dialog and writes the file. Returns `null` when the clerk closed the dialog. Throws `pages-too-many`,
 * `file-not-written` or `disk-full`.
 */
export async function saveReceipt(
  deps: ReceiptDeps,
  format: ReceiptFormat,
  scope: ReceiptScope,
  head: ReceiptHead,
): Promise<string | null> {
  const path = await deps.dialogs.chooseSavePath(
    t('documentReceipt.dialog'),
    t('documentReceipt.fileName', { number: head.batchNumber, extension: format }),
  );
  if (path === null) return null;
  const { writeFileAtomically } = deps.saved;
  switch (format) {
    case 'csv':
      await writeCsv(
        writeFileAtomically,
        path,
        receiptHeader(),
        toReceiptRows(head, readReceipt(deps.store, scope)),
      );
      return path;
    case 'pdf': {
      const pdf = await setReceipt(deps, scope, head);
      await writeFileAtomically(path, (file) => file.writeFile(pdf));
      return path;
    }
  }
}
