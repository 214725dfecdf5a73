/** @file Where statement files are kept, as the feature sees it. */

import { z } from 'zod';
import type { StatementFormat } from '../../../shared/model/statements.ts';

/** What is kept beside a file. */
export const aboutFileSchema = z.object({ statementId: z.number().int(), profileId: z.string() });

export type AboutFile = z.infer<typeof aboutFileSchema>;

/** A file on the shelf. */
export interface StoredFile {
  /** The shelf's name of the file. */
  readonly item: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the bytes, in hex. */
  readonly sha256: string;
}

export interface StatementStore {
  /**
   * Keeps the bytes as they come; they are there for good when it resolves. When the producer or the disk fails it
   * rejects with that error, and nothing is kept.
   */
  put(about: AboutFile, pieces: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** All files that are there, by the shelf's name, with whose they are. Empty while nothing was ever kept. */
  items(): Promise<ReadonlyMap<string, StoredFile & { readonly about: AboutFile | null }>>;
  /** What a file is by its first bytes. Throws `statement-not-stored`. */
  /** Takes an item out for good. */
  remove(item: string): Promise<void>;
  formatOf(item: string): Promise<StatementFormat>;
  /** All bytes. With `sha256`, rejects with `download-damaged` when they are not the ones that were stored. */
  readAll(item: string, sha256: string | null): Promise<Uint8Array<ArrayBuffer>>;
  /** What a process of Paydesk needs to read the file, as data for a message; secret. Throws `statement-not-stored`. */
  grant(item: string): Promise<unknown>;
}

/** What a file is by its beginning: viewers look for the mark of a PDF in its first 1,024 bytes. */
export function formatByBeginning(bytes: Uint8Array): StatementFormat {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-') ? 'pdf' : 'csv';
}
