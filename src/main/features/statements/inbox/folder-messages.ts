/** @file Messages between main and the process of a drive about a watched folder. */
import { z } from 'zod';
import { usedEventFilesSchema } from '../../../../shared/model/settings.ts';
import { failedSchema } from '../../../files/failure.ts';

const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** A request; `path` is the folder. */
export const folderRequestSchema = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('event-names'), path: z.string() }),
  z.object({
    ask: z.literal('event-files'),
    path: z.string(),
    files: z.array(z.object({ name: z.string(), mark: z.string().nullable(), isDone: z.boolean() })),
  }),
  z.object({
    ask: z.literal('event-settled'),
    path: z.string(),
    name: z.string(),
    disposition: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('processed') }),
      z.object({ kind: z.literal('rejected'), reason: z.string() }),
    ]),
    usedFiles: usedEventFilesSchema,
  }),
  z.object({ ask: z.literal('event-sweep'), path: z.string(), usedFiles: usedEventFilesSchema }),
  z.object({ ask: z.literal('event-link'), path: z.string() }),
  /** Resolves the links in the path. */
  z.object({ ask: z.literal('event-folder'), path: z.string() }),
]);

export type FolderRequest = z.infer<typeof folderRequestSchema>;

/** A reply of the process. */
export const folderReplySchema = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('names'), names: z.array(z.string()) }),
  z.object({
    answer: z.literal('files'),
    files: z.array(z.object({ mark: z.string(), bytes: bytesSchema.nullable() }).nullable()),
  }),
  z.object({ answer: z.literal('path'), path: z.string().nullable() }),
  z.object({ answer: z.literal('done') }),
  failedSchema,
]);

export type FolderReply = z.infer<typeof folderReplySchema>;
