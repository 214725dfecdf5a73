/** @file The clerk's layout of the columns of a wallet's statements: order, width, visibility. */
import { z } from 'zod';

/** Limits of a column's width, in pixels. The edge of a narrower column is difficult to drag with the mouse. */
export const minColumnWidth = 48;
export const maxColumnWidth = 1_200;

export const columnNameSchema = z.string().max(2_000);

export const pinnedSideSchema = z.enum(['left', 'right']);

/** Width of a column, in pixels. */
export const columnWidthSchema = z.number().int().min(minColumnWidth).max(maxColumnWidth);

/** The side at which a column stays visible while the others scroll. */
export type PinnedSide = z.infer<typeof pinnedSideSchema>;

/** Identifies columns by name, because another statement of the wallet may have them in another order. */
export const columnLayoutSchema = z.strictObject({
  columns: z
    .array(
      z.strictObject({
        name: columnNameSchema,
        /** Index among columns of the same name, from 0. */
        nth: z.number().int().min(0),
        hidden: z.boolean(),
        /** Earlier versions stored `true` for the left side. */
        pinned: z.union([
          pinnedSideSchema.nullable(),
          z.boolean().transform((isPinned): PinnedSide | null => (isPinned ? 'left' : null)),
        ]),
        /** In pixels; `null` for automatic width. */
        width: columnWidthSchema.nullable(),
      }),
    )
    .max(4_096),
  /** The column that the clerk chose for payment references; `null` for automatic detection. */
  reference: z.strictObject({ name: columnNameSchema, nth: z.number().int().min(0) }).nullable(),
});

export type ColumnLayout = z.infer<typeof columnLayoutSchema>;

/** Returns the index of the n-th column with the name of `column`, or `null`. */
export function findColumn(names: readonly string[], column: ColumnLayout['reference']): number | null {
  if (column === null) return null;
  const matchingIndexes = names.flatMap((name, index) => (name === column.name ? [index] : []));
  return matchingIndexes[column.nth] ?? null;
}
