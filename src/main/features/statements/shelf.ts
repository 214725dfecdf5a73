/** @file Where statement files are kept, as the feature sees it. */

/** What is kept beside a file. */
export interface AboutFile {
  readonly statementId: number;
  readonly profileId: string;
}

/** A file on the shelf. */
export interface ShelvedFile {
  /** The shelf's name of the file. */
  readonly item: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the bytes, in hex. */
  readonly sha256: string;
}

/** The shelf. */
export interface StatementShelf {
  /**
   * Keeps the bytes as they come; they are there for good when it resolves. When the producer or the disk fails it
   * rejects with that error, and nothing is kept.
   */
  put(about: AboutFile, pieces: AsyncIterable<Uint8Array>): Promise<ShelvedFile>;
  /** Names of all files that are there. */
  items(): Promise<ReadonlySet<string>>;
  /** All bytes. With `sha256`, rejects with `download-damaged` when they are not the ones that were stored. */
  readAll(item: string, sha256: string | null): Promise<Uint8Array<ArrayBuffer>>;
  /** What a process of Paydesk needs to read the file, as data for a message; secret. Throws `statement-not-stored`. */
  grant(item: string): Promise<unknown>;
}
