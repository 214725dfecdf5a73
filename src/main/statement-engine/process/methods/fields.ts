/** @file Fields that the methods of the statement engine have in common. */
import { z } from 'zod';
import { grantSchema } from '../../../storage/library/sealed-reader.ts';
import { rememberedInterpretationSchema } from '../../read/file-shape.ts';

export const count = z.number().int().min(0);
export const handle = z.number().int();
export const remembered = rememberedInterpretationSchema.nullable().default(null);
/** One value for each row. */
export const rowValues = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
export const rowNumbers = z.custom<Uint32Array>((value) => value instanceof Uint32Array);

/** Where the bytes of a file come from. */
export const sourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sealed'), grant: grantSchema }),
  z.object({ kind: z.literal('bytes'), bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array) }),
]);

export type Source = z.infer<typeof sourceSchema>;
