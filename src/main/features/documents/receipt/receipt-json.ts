/** @file A receipt as JSON, for programs. */
import type { ReceiptRow } from '../database/receipt.ts';
import type { ReceiptHead } from './receipt.ts';

/** Yields the text of the file: the facts of the receipt, then a line for each document. Times are ISO 8601 UTC. */
export async function* toReceiptJson(
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
