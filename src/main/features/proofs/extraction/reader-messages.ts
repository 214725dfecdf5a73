/** @file Messages between main and the proof reader thread. */
import { z } from 'zod';
import { omissionReasonSchema } from '../../../../shared/model/proofs/omitted-proof.ts';
import { textPagesSchema } from '../../../formats/pages/text-pages.ts';
import { proofOriginSchema } from '../export/proof-origin.ts';
import { extractionSchema } from './extraction.ts';

const bytes = z.instanceof(Uint8Array<ArrayBuffer>);

/** Form in which a proof is opened: the document, the `pop` as received, or the parsed content of a text document. */
const contentFormSchema = z.enum(['document', 'received', 'read']);

export type ContentForm = z.infer<typeof contentFormSchema>;

export const readerRequestSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), body: bytes }),
  z.object({ kind: z.literal('content'), body: bytes, form: contentFormSchema }),
  /** Describes a proof as a sheet: what it adds to a PDF of several proofs. */
  z.object({ kind: z.literal('sheet'), origin: proofOriginSchema, body: bytes }),
  /** Joins PDFs in order. With a title, the pages get numbers and the file the title. */
  z.object({ kind: z.literal('join'), pdfs: z.array(bytes), title: z.string().nullable() }),
]);

/** Pages as PDF, a text from which pages are made, or the reason why the proof has no pages. */
const sheetSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('pdf'), bytes }),
  z.object({ is: z.literal('text'), text: textPagesSchema }),
  z.object({ is: z.literal('omitted'), reason: omissionReasonSchema }),
]);

export type Sheet = z.infer<typeof sheetSchema>;

export type ReaderRequest = z.infer<typeof readerRequestSchema>;

/** Results by kind of request. */
export const readerResults = {
  read: extractionSchema.nullable(),
  content: z.object({ bytes, mediaType: z.string() }),
  sheet: sheetSchema,
  join: z.object({ bytes }),
};

type ReaderResults = {
  readonly [Kind in keyof typeof readerResults]: z.infer<(typeof readerResults)[Kind]>;
};

export type ReaderResult = ReaderResults[keyof ReaderResults];
