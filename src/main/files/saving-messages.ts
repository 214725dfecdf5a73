/** @file Messages for saving files through the process of a drive. */
import { z } from 'zod';
import { failedSchema } from './failure.ts';

/** A request. `append` continues the session of `create`; `finish` and `discard` end it. */
export const savingRequestSchema = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('create'), path: z.string() }),
  z.object({
    ask: z.literal('append'),
    bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  }),
  z.object({ ask: z.literal('finish') }),
  z.object({ ask: z.literal('discard') }),
  /** Creates a folder in an existing one. Fails with `EEXIST` when its name is taken. */
  z.object({ ask: z.literal('folder'), path: z.string() }),
  /** The names in a folder. */
  z.object({ ask: z.literal('names'), path: z.string() }),
  /** The kind of entry at a path; links are not followed. */
  z.object({ ask: z.literal('kind'), path: z.string() }),
]);

export type SavingRequest = z.infer<typeof savingRequestSchema>;

/** A reply. */
export const savingReplySchema = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('done') }),
  z.object({ answer: z.literal('names'), names: z.array(z.string()) }),
  z.object({ answer: z.literal('kind'), kind: z.enum(['file', 'folder', 'other', 'nothing']) }),
  failedSchema,
]);

export type SavingReply = z.infer<typeof savingReplySchema>;
