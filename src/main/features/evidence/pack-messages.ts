/** @file Messages for packs to the process of a drive: writing one, and checking one. */
import { z } from 'zod';
import { packFindingsSchema, packFolderSchema } from '../../../shared/model/evidence.ts';
import { failedSchema } from '../../files/failure.ts';

const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/**
 * A request. `pack-begin` starts a session that `pack-end` ends; `pack-check` starts one that `pack-check-end` ends.
 */
export const packRequestSchema = z.discriminatedUnion('ask', [
  /** What is at the path of a new pack. */
  z.object({ ask: z.literal('pack-place'), path: z.string() }),
  /** Creates a folder with a temporary name beside the path. Fails with `ENOTEMPTY` when something is at the path. */
  z.object({ ask: z.literal('pack-begin'), path: z.string() }),
  /** Begins the next file of the pack; `path` is relative, with `/`. */
  z.object({ ask: z.literal('pack-file'), path: z.string() }),
  z.object({ ask: z.literal('pack-append'), bytes: bytesSchema }),
  z.object({ ask: z.literal('pack-file-end') }),
  /** Gives the folder its name. Fails with `ENOTEMPTY` when something is at the path meanwhile. */
  z.object({ ask: z.literal('pack-finish') }),
  /** Removes the pack unless it was finished. */
  z.object({ ask: z.literal('pack-end') }),
  /** Lists the files of a folder and reads its list of checksums. */
  z.object({ ask: z.literal('pack-check'), path: z.string() }),
  /** Reads the next bytes. */
  z.object({ ask: z.literal('pack-check-next') }),
  z.object({ ask: z.literal('pack-check-end') }),
]);

export type PackRequest = z.infer<typeof packRequestSchema>;

export const packReplySchema = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('done') }),
  /** Path of the folder with the temporary name. */
  z.object({ answer: z.literal('begun'), folder: z.string() }),
  z.object({ answer: z.literal('place'), state: packFolderSchema.shape.state }),
  /** SHA-256 in hex of the written bytes. */
  z.object({ answer: z.literal('file'), size: z.number(), sha256: z.string() }),
  z.object({ answer: z.literal('checking'), total: z.number() }),
  z.object({ answer: z.literal('checked'), bytes: z.number(), isDone: z.boolean() }),
  z.object({ answer: z.literal('findings'), findings: packFindingsSchema.nullable() }),
  failedSchema,
]);

export type PackReply = z.infer<typeof packReplySchema>;
