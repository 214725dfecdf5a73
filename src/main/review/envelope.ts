/** @file What is around each ask and answer: all that those need to know who only hand them on. */
import { z } from 'zod';
import { wireErrorSchema } from '../../shared/errors.ts';

/** An ask on its way. Asks about one handle go to one thread, in order. */
export const requestSchema = z.object({ id: z.number().int(), name: z.string(), args: z.unknown() });

export type Request = z.infer<typeof requestSchema>;

/** An answer on its way. */
export const replySchema = z.discriminatedUnion('ok', [
  z.object({ id: z.number().int(), ok: z.literal(true), value: z.unknown() }),
  z.object({ id: z.number().int(), ok: z.literal(false), error: wireErrorSchema }),
]);

export type Reply = z.infer<typeof replySchema>;

/** What the process says: a thread begins an ask, an ask ended with its thread, or an answer. */
export const reviewMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begun'), id: z.number().int() }),
  z.object({ kind: z.literal('ended'), id: z.number().int() }),
  z.object({ kind: z.literal('reply'), reply: replySchema }),
]);

export type ReviewMessage = z.infer<typeof reviewMessageSchema>;
