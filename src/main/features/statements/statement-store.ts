/** @file Interface of the storage for statement files. */

import { z } from 'zod';
import type { StatementFormat } from '../../../shared/model/statements.ts';

/** Metadata that is stored with a file. */
export const fileMetadataSchema = z.object({ statementId: z.number().int(), profileId: z.string() });

type FileMetadata = z.infer<typeof fileMetadataSchema>;

/** A stored file. */
interface StoredFile {
  /** Identifier of the file in the store. */
  readonly item: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the bytes, in hex. */
  readonly sha256: string;
}

export interface StatementStore {
  /**
   * Stores bytes as they arrive, and resolves when they are durable. Stores nothing and rejects when reading or writing
   * fails.
   */
  put(metadata: FileMetadata, pieces: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** Returns all files with their metadata, by identifier. Empty when nothing was ever stored. */
  listFiles(): Promise<ReadonlyMap<string, StoredFile & { readonly about: FileMetadata | null }>>;
  /** Deletes a file. */
  remove(item: string): Promise<void>;
  /** Detects the format of a file by its first bytes. Rejects with `statement-not-stored`. */
  detectFormat(item: string): Promise<StatementFormat>;
  /** Reads a whole file. With `sha256`, rejects with `download-damaged` when the bytes differ. */
  readAll(item: string, sha256: string | null): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns the grant with which another process of Paydesk reads the file. Secret. Throws `statement-not-stored`. */
  grant(item: string): Promise<unknown>;
}

/** Detects the format by the first bytes: viewers look for the signature of a PDF in the first 1,024 bytes. */
export function detectFormatFromBytes(bytes: Uint8Array): StatementFormat {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-') ? 'pdf' : 'csv';
}
