/** @file The envelopes of requests to the process of a drive, and of their progress. */
import { z } from 'zod';

/** A request; the same thread serves all requests of a session. */
export const fileRequestSchema = z.object({
  session: z.number().nullable(),
  endsSession: z.boolean(),
  body: z.unknown(),
});

export type FileRequest = z.infer<typeof fileRequestSchema>;

/** The drive has responded, perhaps with a partial result; or computation that needs no drive begins. */
export const fileProgressSchema = z.object({ isComputing: z.boolean(), result: z.unknown() });

export type FileProgress = z.infer<typeof fileProgressSchema>;
