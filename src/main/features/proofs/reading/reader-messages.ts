/** @file What main and the thread that reads proofs say to each other. */
import { z } from 'zod';
import { omittedProofSchema } from '../../../../shared/model/proofs/omitted-proof.ts';
import { readingSchema } from './reading.ts';

const bytes = z.instanceof(Uint8Array<ArrayBuffer>);

/** In which form a proof is opened: the document, `pop` as received, or what was read of a document that is text. */
export const contentFormSchema = z.enum(['document', 'received', 'read']);

export type ContentForm = z.infer<typeof contentFormSchema>;

/** What is asked. */
export const readerRequestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), body: bytes }),
  z.object({ kind: z.literal('content'), body: bytes, form: contentFormSchema }),
  /** Each proof is a step; those whose place is in `without` are left out unread. */
  z.object({
    kind: z.literal('combine'),
    proofs: z.array(z.object({ reference: z.string(), body: bytes })),
    without: z.array(z.number().int()),
  }),
]);

/** See {@link readerRequestSchema}. */
export type ReaderRequest = z.infer<typeof readerRequestSchema>;

/** What comes back. */
export const readerReplySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), reading: readingSchema.nullable() }),
  z.object({ kind: z.literal('content'), bytes, mediaType: z.string() }),
  z.object({ kind: z.literal('combined'), bytes, pages: z.number(), left: z.array(omittedProofSchema) }),
  z.object({ kind: z.literal('failed') }),
]);

/** See {@link readerReplySchema}. */
export type ReaderReply = z.infer<typeof readerReplySchema>;
