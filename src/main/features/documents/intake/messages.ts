/** @file What the intake's workers are asked, and what they answer. */
import { z } from 'zod';
import {
  contentKindSchema,
  documentReasonSchema,
  documentWarningSchema,
} from '../../../../shared/model/document.ts';

/** A file that was found, or what is in the place of one. */
export const foundFileSchema = z.object({
  path: z.string(),
  name: z.string(),
  folder: z.string(),
  size: z.number().nullable(),
  reason: documentReasonSchema.nullable(),
});

/** What was found out about a file. */
export const inspectionSchema = z.object({
  state: z.enum(['ready', 'rejected', 'excluded', 'waiting-for-file']),
  reason: documentReasonSchema.nullable(),
  warnings: z.array(documentWarningSchema),
  kind: contentKindSchema.nullable(),
  size: z.number().nullable(),
  modifiedAt: z.number().nullable(),
  sha256: z.string().nullable(),
});

const bytesSchema = z.custom<Uint8Array<ArrayBuffer>>(
  (value) => value instanceof Uint8Array && value.buffer instanceof ArrayBuffer,
);

/** A file read again before it is sent: its bytes, or why it cannot be sent. */
export const rereadSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bytes'), bytes: bytesSchema }),
  z.object({ kind: z.literal('large') }),
  z.object({ kind: z.literal('not-sendable'), reason: documentReasonSchema }),
]);

/** A request; `walk` is answered by several `found` and one `walked`. */
export const intakeRequestSchema = z.discriminatedUnion('ask', [
  z.object({ id: z.number(), ask: z.literal('walk'), paths: z.array(z.string()) }),
  /** The walk goes on only when the part before has been taken. */
  z.object({ id: z.number(), ask: z.literal('more') }),
  z.object({
    id: z.number(),
    ask: z.literal('inspect'),
    largeBytes: z.number(),
    files: z.array(z.object({ path: z.string(), name: z.string() })),
  }),
  z.object({
    id: z.number(),
    ask: z.literal('look'),
    paths: z.array(z.string()),
  }),
  z.object({
    id: z.number(),
    ask: z.literal('reread'),
    checked: z.object({ path: z.string(), size: z.number(), sha256: z.string() }),
  }),
]);

/** See {@link intakeRequestSchema}. */
export type IntakeRequest = z.infer<typeof intakeRequestSchema>;

/** What a thread of the intake answers. */
export const intakeReplySchema = z.discriminatedUnion('answer', [
  z.object({
    id: z.number(),
    answer: z.literal('found'),
    files: z.array(foundFileSchema),
    last: z.boolean(),
  }),
  z.object({ id: z.number(), answer: z.literal('inspected'), inspections: z.array(inspectionSchema) }),
  z.object({ id: z.number(), answer: z.literal('looked'), present: z.array(z.boolean()) }),
  z.object({ id: z.number(), answer: z.literal('reread'), reread: rereadSchema }),
]);

/** See {@link intakeReplySchema}. */
export type IntakeReply = z.infer<typeof intakeReplySchema>;
