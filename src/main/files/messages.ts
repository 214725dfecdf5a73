/** @file The envelope of messages between the main process and the process of a drive. */
import { z } from 'zod';

/** A request; the same thread serves all requests of a session. */
export const fileRequestSchema = z.object({
  id: z.number(),
  session: z.number().nullable(),
  endsSession: z.boolean(),
  body: z.unknown(),
});

export type FileRequest = z.infer<typeof fileRequestSchema>;

/**
 * Each request has one reply, preceded by any number of other messages: `progress` means that the drive has
 * responded, `computing` that processing without the drive begins.
 */
export const fileReplySchema = z.object({
  kind: z.enum(['progress', 'computing', 'reply']),
  id: z.number(),
  body: z.unknown(),
});

export type FileReply = z.infer<typeof fileReplySchema>;

/** Sent once when a process is ready for requests. */
export const readyMessage = 'ready';
