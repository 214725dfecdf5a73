/** @file Messages between the intake and its worker threads. */
import { z } from 'zod';
import {
  contentKindSchema,
  documentReasonSchema,
  documentWarningSchema,
} from '../../../../shared/model/documents/document.ts';
import { documentMachine } from '../../../../shared/model/documents/document-machine.ts';
import { byteAddressSchema } from '../../../files/byte-sender.ts';

/** An entry of a listing: a file, or another entry with the reason why it cannot be used. */
export const foundFileSchema = z.object({
  path: z.string(),
  name: z.string(),
  /** Folder relative to the dropped path, joined by `/`; empty for a dropped file. */
  folder: z.string(),
  /** Bytes; `null` when the entry is not a readable file. */
  size: z.number().nullable(),
  /** Why the entry cannot be used, if that is known already. */
  reason: documentReasonSchema.nullable(),
});

export type FoundFile = z.infer<typeof foundFileSchema>;

/** The result of a check. */
export const inspectionSchema = z.object({
  state: z.enum(documentMachine.transitions.endCheck.to).exclude(['failed']),
  reason: documentReasonSchema.nullable(),
  warnings: z.array(documentWarningSchema),
  kind: contentKindSchema.nullable(),
  /** Bytes. */
  size: z.number().nullable(),
  /** Time of the last change, in milliseconds since 1970. */
  modifiedAt: z.number().nullable(),
  /** Hexadecimal. */
  sha256: z.string().nullable(),
});

export type Inspection = z.infer<typeof inspectionSchema>;

const bytesSchema = z.custom<Uint8Array<ArrayBuffer>>(
  (value) => value instanceof Uint8Array && value.buffer instanceof ArrayBuffer,
);

/** The next chunk of a document that is being sent. The bytes of a `streamed` chunk arrive through the socket. */
const chunkSchema = z.discriminatedUnion('kind', [
  /** `null` after the last chunk. */
  z.object({ kind: z.literal('bytes'), bytes: bytesSchema.nullable() }),
  z.object({ kind: z.literal('streamed'), length: z.number() }),
  z.object({ kind: z.literal('not-sendable'), reason: documentReasonSchema }),
]);

/** A file read again before it is sent: its bytes, or why it cannot be sent. */
const rereadSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bytes'), bytes: bytesSchema }),
  /** Too large for memory: unchanged so far, and hashed again while it is sent. */
  z.object({ kind: z.literal('large') }),
  z.object({ kind: z.literal('not-sendable'), reason: documentReasonSchema }),
]);

export type Reread = z.infer<typeof rereadSchema>;

/** A file read again, whose bytes may arrive through the socket of the session. */
const rereadReplySchema = z.discriminatedUnion('kind', [
  ...rereadSchema.options,
  z.object({ kind: z.literal('streamed'), length: z.number() }),
]);

export type RereadReply = z.infer<typeof rereadReplySchema>;

/** What the check of a document has found: bytes, time of the last change in milliseconds since 1970, and hexadecimal hash. */
const checkedSchema = z.object({
  path: z.string(),
  size: z.number(),
  modifiedAt: z.number().nullable(),
  sha256: z.string(),
});

export type CheckedFile = z.infer<typeof checkedSchema>;

/** A request. `more` and `read` continue the session of a `walk` or of an opened file; `close` ends it. */
export const intakeRequestSchema = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('walk'), path: z.string() }),
  /** Requests the next chunk of a listing. */
  z.object({ ask: z.literal('more') }),
  z.object({
    ask: z.literal('inspect'),
    largeBytes: z.number(),
    files: z.array(z.object({ path: z.string(), name: z.string() })),
  }),
  z.object({ ask: z.literal('probe'), paths: z.array(z.string()) }),
  z.object({ ask: z.literal('reread'), checked: checkedSchema }),
  /** Begins a session whose bytes may arrive through a socket instead of messages. */
  z.object({ ask: z.literal('listen') }),
  z.object({ ask: z.literal('open'), checked: checkedSchema, isStreamed: z.boolean() }),
  /** Like `open`, for a file that has not been checked. */
  z.object({ ask: z.literal('open-unchecked'), path: z.string() }),
  z.object({ ask: z.literal('read') }),
  z.object({ ask: z.literal('close') }),
]);

export type IntakeRequest = z.infer<typeof intakeRequestSchema>;

/** Replies of a worker thread of the intake. */
export const intakeReplySchema = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('found'), files: z.array(foundFileSchema), last: z.boolean() }),
  z.object({ answer: z.literal('inspected') }),
  z.object({ answer: z.literal('probed') }),
  z.object({ answer: z.literal('reread'), reread: rereadReplySchema }),
  /** `null` when no socket can be opened. */
  z.object({ answer: z.literal('listening'), address: byteAddressSchema.nullable() }),
  z.object({ answer: z.literal('chunk'), chunk: chunkSchema }),
  z.object({ answer: z.literal('closed') }),
]);

export type IntakeReply = z.infer<typeof intakeReplySchema>;

/** Partial results of a request: one file after the other, in order. */
export const intakeProgressSchema = z.union([
  z.object({ inspection: inspectionSchema }),
  z.object({ present: z.boolean() }),
  /** No result yet, but the drive responds. */
  z.undefined(),
]);

export type IntakeProgress = z.infer<typeof intakeProgressSchema>;
