/** @file What a clerk adds to rows of a statement: ticks, notes and labels. */
import { z } from 'zod';
import { rowStateNames } from './row-states.ts';

/** Maximum length of a note, in characters. */
export const maxNoteLength = 2_000;

/** One change of rows. A note without text and the label `none` remove what the rows had. */
export const annotationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('tick'), isTicked: z.boolean() }),
  z.strictObject({ kind: z.literal('note'), text: z.string().trim().max(maxNoteLength) }),
  z.strictObject({ kind: z.literal('label'), label: z.enum(rowStateNames.label) }),
]);

export type Annotation = z.infer<typeof annotationSchema>;

export const annotationKinds = ['tick', 'note', 'label'] as const;

export type AnnotationKind = (typeof annotationKinds)[number];

/** Numbers of rows of what is open: with a tick, a note and a label. */
export const annotationCountsSchema = z.object({ tick: z.int(), note: z.int(), label: z.int() });

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
