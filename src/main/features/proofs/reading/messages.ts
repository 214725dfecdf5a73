/** @file What main and the thread that reads proofs say to each other. */
import { z } from 'zod';
import { readingSchema } from './reading.ts';

const bytes = z.instanceof(Uint8Array<ArrayBuffer>);

/** What is asked. Bytes are handed over, not copied. */
export const readerRequestSchema = z.discriminatedUnion('ask', [
  z.object({ id: z.number(), ask: z.literal('read'), body: bytes }),
  z.object({
    id: z.number(),
    ask: z.literal('content'),
    body: bytes,
    form: z.enum(['document', 'received']),
  }),
  z.object({
    id: z.number(),
    ask: z.literal('combine'),
    proofs: z.array(z.object({ reference: z.string(), body: bytes })),
  }),
]);

/** See {@link readerRequestSchema}. */
export type ReaderRequest = z.infer<typeof readerRequestSchema>;

/** What comes back. `body` is the one that was asked with. */
export const readerReplySchema = z.discriminatedUnion('answer', [
  z.object({ id: z.number(), answer: z.literal('read'), reading: readingSchema.nullable(), body: bytes }),
  z.object({ id: z.number(), answer: z.literal('content'), bytes, mediaType: z.string() }),
  z.object({
    id: z.number(),
    answer: z.literal('combined'),
    bytes,
    pages: z.number(),
    left: z.array(z.string()),
  }),
  z.object({ id: z.number(), answer: z.literal('failed') }),
]);

/** See {@link readerReplySchema}. */
export type ReaderReply = z.infer<typeof readerReplySchema>;
