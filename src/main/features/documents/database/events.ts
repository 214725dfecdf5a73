/** @file The history of documents, written in the same transaction as the transition. */
import type { DocumentEvent } from '../../../../shared/contract/documents.ts';
import type { DocumentReason } from '../../../../shared/model/documents/document.ts';
import type { Database } from '../../../storage/store/database.ts';

/** Serializes a reason for the database. */
export function serializeReason(reason: DocumentReason | null): string | null {
  return reason === null ? null : JSON.stringify(reason);
}

/** Writes one line of a document's history. `at` is in milliseconds since 1970. */
export function writeEvent(
  database: Database,
  event: {
    readonly documentId: number;
    readonly at: number;
    readonly kind: DocumentEvent['kind'];
    readonly reason?: DocumentReason | null;
    readonly by?: string | null;
  },
): void {
  database.run(
    'INSERT INTO document_event (document_id, at, kind, reason, by) VALUES ($documentId, $at, $kind, $reason, $by)',
    {
      documentId: event.documentId,
      at: event.at,
      kind: event.kind,
      reason: serializeReason(event.reason ?? null),
      by: event.by ?? null,
    },
  );
}

/** Writes one line of history for every document that `where` (over table `document`) selects. */
export function writeEvents(
  database: Database,
  event: { readonly at: number; readonly kind: DocumentEvent['kind']; readonly by: string | null },
  where: string,
  values: Readonly<Record<string, string | number | null>>,
): void {
  database.run(
    `INSERT INTO document_event (document_id, at, kind, reason, by)
     SELECT id, $eventAt, $eventKind, reason, $eventBy FROM document WHERE ${where}`,
    { ...values, eventAt: event.at, eventKind: event.kind, eventBy: event.by },
  );
}
