/** @file The receipt of documents, whatever its format. */
import type { Environment } from '../../../../shared/model/session/environment.ts';
import type { Store } from '../../../storage/store/store.ts';
import { type ReceiptRow, selectReceiptPage } from '../database/receipt.ts';

const pageSize = 1_000;

/** Which documents a receipt is for: all of a batch, or one. */
export interface ReceiptScope {
  readonly batchId: number;
  readonly documentId: number | null;
}

/** What a receipt says about all its documents. */
export interface ReceiptHead {
  readonly batchNumber: number;
  readonly profile: { readonly name: string; readonly environment: Environment };
  /** ISO 8601 UTC. */
  readonly savedAt: string;
  /** The computer's user. */
  readonly savedBy: string;
  /** Version of Paydesk. */
  readonly version: string;
}

/** Reads the documents in the order in which they were added. */
export async function* readReceipt(store: Store, scope: ReceiptScope): AsyncGenerator<ReceiptRow> {
  let after = 0;
  for (;;) {
    const page = await store.run(selectReceiptPage, { ...scope, after, limit: pageSize });
    yield* page;
    const lastRow = page.at(-1);
    if (lastRow === undefined) return;
    after = lastRow.id;
  }
}
