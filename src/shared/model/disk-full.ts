/** @file A disk that is too full for work that waits. */
import { z } from 'zod';

export const diskFullSchema = z.object({
  /** Bytes that are free on the disk of Paydesk's data; `null` where the system does not say. */
  freeBytes: z.number().nullable(),
  /** Bytes that the largest waiting write needs. */
  neededBytes: z.number(),
});

export type DiskFull = z.infer<typeof diskFullSchema>;
