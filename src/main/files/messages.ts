/** @file The envelope of messages between main and a process for the files of a drive. */
import { z } from 'zod';

/** A request; those of one session are answered by the same thread. */
export const fileRequestSchema = z.object({
  id: z.number(),
  session: z.number().nullable(),
  endsSession: z.boolean(),
  body: z.unknown(),
});

/** See {@link fileRequestSchema}. */
export type FileRequest = z.infer<typeof fileRequestSchema>;

/**
 * Each request has one reply, and any number of other messages before it: `progress` says that the drive gave something,
 * `computing` that what comes next is the processor's work, until the next progress.
 */
export const fileReplySchema = z.object({
  kind: z.enum(['progress', 'computing', 'reply']),
  id: z.number(),
  body: z.unknown(),
});

/** See {@link fileReplySchema}. */
export type FileReply = z.infer<typeof fileReplySchema>;

/** What a process says once, when it can be asked. */
export const readyMessage = 'ready';
