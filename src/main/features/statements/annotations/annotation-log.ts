/** @file The history of ticks and notes of each statement. */
import { z } from 'zod';
import { annotationSchema } from '../../../../shared/model/statements/annotations.ts';
import type { Library } from '../../../storage/library/library.ts';
import { createSealedLog } from '../../../storage/library/sealed-log.ts';
import { rowSetSchema } from './row-set.ts';

const entrySchema = z.object({
  /** Identifies what the clerk did at once, in all statements of a table. */
  act: z.string(),
  /** Milliseconds since 1970 UTC. */
  at: z.number(),
  /** Name of the computer's user. */
  who: z.string(),
  change: z.discriminatedUnion('type', [
    /** Rows count from the first row of the file, whatever its header is. */
    z.object({
      type: z.literal('annotate'),
      annotation: annotationSchema,
      rows: rowSetSchema,
      /** Number of all rows of the file as it was read: with another separator, the same row has another number. */
      fileRows: z.int(),
    }),
    z.object({ type: z.literal('undo'), act: z.string() }),
  ]),
});

export type AnnotationEntry = z.infer<typeof entrySchema>;

export type AnnotationLog = ReturnType<typeof createAnnotationLog>;

/** Creates the log over the library. */
export function createAnnotationLog(library: Library) {
  return createSealedLog(library, 'annotations', {
    entry: entrySchema,
    summary: z.object({}),
    itemsPerTier: 32,
  });
}
