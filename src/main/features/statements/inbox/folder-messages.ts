/** @file Messages between main and the process of a drive about a watched folder. */
import { z } from 'zod';
import { usedEventFilesSchema } from '../../../../shared/model/session/managed.ts';
import { failedSchema } from '../../../files/failure.ts';

const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** A file as it was ingested. */
const eventFileVersionSchema = z.object({
  name: z.string(),
  /** Size and modification time. */
  mark: z.string(),
});

export type EventFileVersion = z.infer<typeof eventFileVersionSchema>;

/** A file to read, with its last known version. */
const fileToReadSchema = z.object({
  name: z.string(),
  /** Size and modification time at the last read. */
  mark: z.string().nullable(),
  isDone: z.boolean(),
});

export type FileToRead = z.infer<typeof fileToReadSchema>;

/** The current version of a file. `bytes` is set only when the file is unchanged and not done yet. */
const foundEventFileSchema = z.object({ mark: z.string(), bytes: bytesSchema.nullable() });

export type FoundEventFile = z.infer<typeof foundEventFileSchema>;

/** What happens to a file that is removed from the folder. */
const settledDispositionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('processed') }),
  z.object({ kind: z.literal('rejected'), reason: z.string() }),
]);

export type SettledDisposition = z.infer<typeof settledDispositionSchema>;

/** A request; `path` is the folder. */
export const folderRequestSchema = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('event-names'), path: z.string() }),
  z.object({
    ask: z.literal('event-files'),
    path: z.string(),
    files: z.array(fileToReadSchema),
  }),
  z.object({
    ask: z.literal('event-settled'),
    path: z.string(),
    file: eventFileVersionSchema,
    disposition: settledDispositionSchema,
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
    files: z.array(foundEventFileSchema.nullable()),
  }),
  z.object({ answer: z.literal('path'), path: z.string().nullable() }),
  z.object({ answer: z.literal('done') }),
  failedSchema,
]);

export type FolderReply = z.infer<typeof folderReplySchema>;
