/** @file What features store for a retention period, as the retention feature sees it. */
import type { DueFile } from '../../shared/model/retention.ts';

/** A stored file, or the files that are removed together with it. Days are UTC, YYYY-MM-DD. */
export interface RetainedItem extends Pick<DueFile, 'id' | 'statement' | 'reference' | 'storedOn'> {
  readonly profileId: string;
  /** Day from which the retention period counts. */
  readonly periodStart: string;
  /** SHA-256 of the statement, in hex; `null` for a proof. */
  readonly sha256: string | null;
}

/** The stored files of one kind. */
export interface RetainedItems {
  /** Returns the items of all profiles. Rejects with library errors. */
  list(): Promise<RetainedItem[]>;
  /**
   * Removes items of a profile for good, from lists and from the library. Items that are gone are ignored, so that an
   * interrupted removal can be repeated. Rejects with library errors.
   */
  remove(profileId: string, ids: readonly string[]): Promise<void>;
}

/** Returns the UTC day of a time in milliseconds since 1970. */
export function toDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
