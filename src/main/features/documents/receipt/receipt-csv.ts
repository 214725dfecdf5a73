/** @file A receipt as the rows of a CSV file. */
import { formatTimestamp, t } from '../../../../shared/messages/index.ts';
import type { CsvRow } from '../../../formats/csv/csv-writer.ts';
import type { ReceiptRow } from '../database/receipt.ts';
import type { ReceiptHead } from './receipt.ts';

const columns = [
  'batch',
  'number',
  'file',
  'folder',
  'bytes',
  'sha256',
  'beneficiary',
  'recipientId',
  'key',
  'state',
  'storedAt',
  'storeRequest',
  'attachedAt',
  'attachRequest',
  'confirmedBy',
  'profile',
  'environment',
] as const;

export const receiptHeader = (): string[] => columns.map((column) => t(`documentReceipt.field.${column}`));

/** Says who confirmed that a document is attached; empty for one that is not. */
export function confirmedBy({ attachedAt, isConfirmedByClerk }: ReceiptRow): string {
  if (attachedAt === null) return '';
  return t(isConfirmedByClerk ? 'documentReceipt.byClerk' : 'documentReceipt.byService');
}

export async function* toReceiptRows(
  { batchNumber, profile }: ReceiptHead,
  documents: AsyncIterable<ReceiptRow>,
): AsyncGenerator<CsvRow> {
  const toTime = (iso: string | null) => (iso === null ? null : formatTimestamp(iso));
  for await (const document of documents) {
    const cells: Readonly<Record<(typeof columns)[number], string | number | null>> = {
      batch: batchNumber,
      number: document.id,
      file: document.name,
      folder: document.folder,
      bytes: document.size,
      sha256: document.sha256,
      beneficiary: document.label,
      recipientId: document.recipientId,
      key: document.key,
      state: t(`documentStates.${document.state}`),
      storedAt: toTime(document.storedAt),
      storeRequest: document.storeRequestId,
      attachedAt: toTime(document.attachedAt),
      attachRequest: document.attachRequestId,
      confirmedBy: confirmedBy(document),
      profile: profile.name,
      environment: t(`components.environment.${profile.environment}`),
    };
    yield columns.map((column) => cells[column]);
  }
}
