/** @file Interface of the storage for statement files. */

import { z } from 'zod';
import type { StatementFormat } from '../../../shared/model/statements.ts';

/** Metadata that is stored with a file. */
export const aboutFileSchema = z.object({ statementId: z.number().int(), profileId: z.string() });

export type AboutFile = z.infer<typeof aboutFileSchema>;

/** A stored file. */
export interface StoredFile {
  /** Identifier of the file in the store. */
  readonly item: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the bytes, in hex. */
  readonly sha256: string;
}

export interface StatementStore {
  /**
   * Stores bytes as they arrive, and resolves when they are durable. Rejects with the error of the producer or the
   * disk; nothing is stored then.
   */
  put(about: AboutFile, pieces: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** Returns all files with their metadata, by identifier. Empty when nothing was ever stored. */
  items(): Promise<ReadonlyMap<string, StoredFile & { readonly about: AboutFile | null }>>;
  /** Detects the format of a file by its first bytes. Throws `statement-not-stored`. */
  /** Deletes a file. */
  remove(item: string): Promise<void>;
  formatOf(item: string): Promise<StatementFormat>;
  /** Reads a whole file. With `sha256`, rejects with `download-damaged` when the bytes differ. */
  readAll(item: string, sha256: string | null): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns the grant with which another process of Paydesk reads the file. Secret. Throws `statement-not-stored`. */
  grant(item: string): Promise<unknown>;
}

/** Detects the format by the first bytes: viewers look for the signature of a PDF in the first 1,024 bytes. */
export function formatByBeginning(bytes: Uint8Array): StatementFormat {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-') ? 'pdf' : 'csv';
}
