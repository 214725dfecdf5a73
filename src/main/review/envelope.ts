/** @file Envelopes of requests and replies, for code that only forwards them. */
import { z } from 'zod';
import { wireErrorSchema } from '../../shared/errors.ts';

/** A request. Requests about one handle go to one thread, in order. */
export const requestSchema = z.object({ id: z.number().int(), name: z.string(), args: z.unknown() });

export type Request = z.infer<typeof requestSchema>;

/** A reply. */
const replySchema = z.discriminatedUnion('ok', [
  z.object({ id: z.number().int(), ok: z.literal(true), value: z.unknown() }),
  z.object({ id: z.number().int(), ok: z.literal(false), error: wireErrorSchema }),
]);

export type Reply = z.infer<typeof replySchema>;

/** A message of the process: a thread has started a request, a request ended with its thread, or a reply. */
export const reviewMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begun'), id: z.number().int() }),
  z.object({ kind: z.literal('ended'), id: z.number().int() }),
  z.object({ kind: z.literal('reply'), reply: replySchema }),
]);

export type ReviewMessage = z.infer<typeof reviewMessageSchema>;
