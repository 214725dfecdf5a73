/** @file What a clerk adds to rows of a statement: ticks and notes. */
import { z } from 'zod';

/** Maximum length of a note, in characters. */
export const maxNoteLength = 2_000;

/** One change of rows. A note without text removes the note that the rows had. */
export const annotationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('tick'), isTicked: z.boolean() }),
  z.strictObject({ kind: z.literal('note'), text: z.string().trim().max(maxNoteLength) }),
]);

export type Annotation = z.infer<typeof annotationSchema>;

export const annotationKinds = ['tick', 'note'] as const;

export type AnnotationKind = (typeof annotationKinds)[number];

/** Numbers of rows of what is open: with a tick and with a note. */
export const annotationCountsSchema = z.object({ tick: z.int(), note: z.int() });

export type AnnotationCounts = z.infer<typeof annotationCountsSchema>;

/** A change of one row in its history. */
export const annotationOfRowSchema = z.object({
  annotation: annotationSchema,
  /** ISO 8601 UTC time. */
  at: z.string(),
  /** Name of the computer's user. */
  who: z.string(),
  isUndone: z.boolean(),
});

export type AnnotationOfRow = z.infer<typeof annotationOfRowSchema>;
