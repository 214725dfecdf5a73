/** @file What the intake's workers are asked, and what they answer. */
import { z } from 'zod';
import {
  contentKindSchema,
  documentReasonSchema,
  documentWarningSchema,
} from '../../../../shared/model/document.ts';
import { byteAddressSchema } from '../../../files/byte-sender.ts';

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

/** The next piece of a document that is being sent; `null` after the last one. `streamed` is on its way by the socket. */
export const pieceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bytes'), bytes: bytesSchema.nullable() }),
  z.object({ kind: z.literal('streamed'), length: z.number() }),
  z.object({ kind: z.literal('not-sendable'), reason: documentReasonSchema }),
]);

/** A file read again before it is sent: its bytes, or why it cannot be sent. */
export const rereadSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bytes'), bytes: bytesSchema }),
  z.object({ kind: z.literal('large') }),
  z.object({ kind: z.literal('not-sendable'), reason: documentReasonSchema }),
]);

/** What is known of a document from its check. */
export const checkedSchema = z.object({ path: z.string(), size: z.number(), sha256: z.string() });

/** A request. `more` and `read` go on in the session of a `walk` or of an opened file; `close` ends it. */
export const intakeRequestSchema = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('walk'), path: z.string() }),
  /** The walk goes on only when the part before has been taken. */
  z.object({ ask: z.literal('more') }),
  z.object({
    ask: z.literal('inspect'),
    largeBytes: z.number(),
    files: z.array(z.object({ path: z.string(), name: z.string() })),
  }),
  z.object({ ask: z.literal('look'), paths: z.array(z.string()) }),
  z.object({ ask: z.literal('reread'), checked: checkedSchema }),
  /** Begins a session whose bytes may come by a socket instead of messages. */
  z.object({ ask: z.literal('listen') }),
  z.object({ ask: z.literal('open'), checked: checkedSchema, isStreamed: z.boolean() }),
  /** Like `open`, for a file of which nothing is known. */
  z.object({ ask: z.literal('open-unchecked'), path: z.string() }),
  z.object({ ask: z.literal('read') }),
  z.object({ ask: z.literal('close') }),
]);

/** See {@link intakeRequestSchema}. */
export type IntakeRequest = z.infer<typeof intakeRequestSchema>;

/** What a thread of the intake answers. */
export const intakeReplySchema = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('found'), files: z.array(foundFileSchema), last: z.boolean() }),
  z.object({ answer: z.literal('inspected') }),
  z.object({ answer: z.literal('looked') }),
  z.object({ answer: z.literal('reread'), reread: rereadSchema }),
  /** `null` where nobody can listen. */
  z.object({ answer: z.literal('listening'), address: byteAddressSchema.nullable() }),
  z.object({ answer: z.literal('piece'), piece: pieceSchema }),
  z.object({ answer: z.literal('closed') }),
]);

/** See {@link intakeReplySchema}. */
export type IntakeReply = z.infer<typeof intakeReplySchema>;

/** What is known before a request is answered: of one file after the other, in order. */
export const intakeProgressSchema = z.union([
  z.object({ inspection: inspectionSchema }),
  z.object({ present: z.boolean() }),
  /** Nothing yet, but the drive gives something. */
  z.undefined(),
]);

/** See {@link intakeProgressSchema}. */
export type IntakeProgress = z.infer<typeof intakeProgressSchema>;
