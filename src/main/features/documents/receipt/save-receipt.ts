/** @file Saves what the service confirmed about documents, as CSV, PDF or JSON. */

import type { ReceiptFormat } from '../../../../shared/contract/documents.ts';
import { PaydeskError } from '../../../../shared/errors.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { SavedFiles } from '../../../files/saved-files.ts';
import { writeCsv } from '../../../formats/csv/csv-writer.ts';
import type { Dialogs } from '../../../platform/platform.ts';
import type { Ports } from '../../ports.ts';
import type { ReceiptRow } from '../database/receipt.ts';
import { type ReceiptHead, type ReceiptScope, readReceipt } from './receipt.ts';
import { receiptHeader, toReceiptRows } from './receipt-csv.ts';
import { toReceiptPages } from './receipt-pages.ts';

/** Yields the text of the file: the facts of the receipt, then a line for each document. Times are ISO 8601 UTC. */
async function* toReceiptJson(
  { batchNumber, profile, savedAt, savedBy, version }: ReceiptHead,
  documents: AsyncIterable<ReceiptRow>,
): AsyncGenerator<string> {
  const head = { receipt: 1, paydesk: version, savedAt, savedBy, profile, batch: batchNumber };
  yield `${JSON.stringify(head).slice(0, -1)},"documents":[`;
  let separator = '\n';
  for await (const document of documents) {
    yield separator + JSON.stringify(toEntry(document));
    separator = ',\n';
  }
  yield '\n]}\n';
}

function toEntry({ label, recipientId, reason, ...document }: ReceiptRow) {
  return {
    number: document.id,
    name: document.name,
    folder: document.folder,
    bytes: document.size,
    sha256: document.sha256,
    beneficiary: label === null && recipientId === null ? null : { label, recipientId },
    key: document.key,
    state: document.state,
    reason: reason === null ? null : reason.code,
    stored: document.storedAt === null ? null : { at: document.storedAt, requestId: document.storeRequestId },
    attached:
      document.attachedAt === null
        ? null
        : {
            at: document.attachedAt,
            requestId: document.attachRequestId,
            confirmedBy: document.isConfirmedByClerk ? 'clerk' : 'service',
          },
  };
}

/** Most documents of a PDF. */
const maxPageRows = 20_000;

interface ReceiptDeps extends Pick<Ports, 'store' | 'renderPages'> {
  readonly dialogs: Pick<Dialogs, 'chooseSavePath'>;
  readonly saved: Pick<SavedFiles, 'writeFileAtomically'>;
}

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
    case 'json':
      await writeFileAtomically(path, async (file) => {
        for await (const text of toReceiptJson(head, readReceipt(deps.store, scope)))
          await file.writeFile(new TextEncoder().encode(text));
      });
      return path;
    case 'pdf': {
      const pdf = await setReceipt(deps, scope, head);
      await writeFileAtomically(path, (file) => file.writeFile(pdf));
      return path;
    }
  }
}
