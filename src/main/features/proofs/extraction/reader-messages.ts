/** @file Messages between main and the proof reader thread. */
import { z } from 'zod';
import { omissionReasonSchema } from '../../../../shared/model/proofs/omitted-proof.ts';
import { textPagesSchema } from '../../../formats/pdf/pages/text-pages.ts';
import { proofOriginSchema } from '../export/proof-origin.ts';
import { extractionSchema } from './extraction.ts';

const bytes = z.instanceof(Uint8Array<ArrayBuffer>);

/** Form in which a proof is opened: the document, the `pop` as received, or the parsed content of a text document. */
const contentFormSchema = z.enum(['document', 'received', 'read']);

export type ContentForm = z.infer<typeof contentFormSchema>;

export const readerRequestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), body: bytes }),
  z.object({ kind: z.literal('content'), body: bytes, form: contentFormSchema }),
  /** Combining a proof is one step; `without` lists the indexes of proofs to omit unread. */
  z.object({
    kind: z.literal('combine'),
    proofs: z.array(z.object({ origin: proofOriginSchema, body: bytes })),
    without: z.array(z.number().int()),
  }),
  z.object({ kind: z.literal('pages'), text: textPagesSchema }),
]);

export type ReaderRequest = z.infer<typeof readerRequestSchema>;

/** Results by kind of request. */
export const readerResults = {
  read: extractionSchema.nullable(),
  content: z.object({ bytes, mediaType: z.string() }),
  combine: z.object({
    bytes,
    pages: z.number(),
    omitted: z.array(z.object({ index: z.number().int(), reason: omissionReasonSchema })),
  }),
  pages: z.object({ bytes }).nullable(),
};

export type ReaderResults = {
  readonly [Kind in keyof typeof readerResults]: z.infer<(typeof readerResults)[Kind]>;
};

export type ReaderResult = ReaderResults[keyof ReaderResults];
