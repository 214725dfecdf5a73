/** @file Why the stored data is from an earlier time: a backup was put back, or a part is missing. */
import { z } from 'zod';

export const earlierDataSchema = z.enum([
  /** The database is older than the library. */
  'database',
  /** The library is older than the database. */
  'library',
  'databaseMissing',
  'libraryMissing',
  /** Database and library belong to different data. */
  'mixed',
  /** The keychain knows a newer state of both. */
  'both',
  /** The keychain of this account does not know the data. */
  'computer',
]);

export type EarlierData = z.infer<typeof earlierDataSchema>;
