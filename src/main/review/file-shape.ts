/** @file Options of reading, with the shape of the files that they are for. */
import { z } from 'zod';
import { encodingSchema, readOptionsSchema } from '../../shared/model/review.ts';

/** By what a file is known to have the columns of another one. */
export const fileShapeSchema = z.strictObject({
  columns: z.int().min(0),
  /** SHA-256, in hex, of the row that names the columns; of nothing when none does. */
  names: z.string().regex(/^[0-9a-f]{64}$/),
  /** The encoding that was found, whichever the clerk chose. */
  encoding: encodingSchema,
});

export type FileShape = z.infer<typeof fileShapeSchema>;

/** Options of reading, and the shape of the file that they were chosen for. */
export const rememberedReadingSchema = z.strictObject({
  options: readOptionsSchema,
  shape: fileShapeSchema,
});

export type RememberedReading = z.infer<typeof rememberedReadingSchema>;
