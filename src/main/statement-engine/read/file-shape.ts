/** @file Options of reading, with the shape of the files that they are for. */
import { z } from 'zod';
import { encodingSchema } from '../../../shared/model/statements/encoding.ts';
import { readOptionsSchema } from '../../../shared/model/statements/open-statement.ts';

/** The shape by which files with the same columns are recognized. */
export const fileShapeSchema = z.strictObject({
  columns: z.int().min(0),
  /** SHA-256 of the header row, in hex; of the empty string without a header. */
  names: z.string().regex(/^[0-9a-f]{64}$/),
  /** The detected encoding, even when the clerk chose another. */
  encoding: encodingSchema,
});

export type FileShape = z.infer<typeof fileShapeSchema>;

/** Options of reading, and the shape of the file that they were chosen for. */
export const rememberedInterpretationSchema = z.strictObject({
  options: readOptionsSchema,
  shape: fileShapeSchema,
});

export type RememberedInterpretation = z.infer<typeof rememberedInterpretationSchema>;
