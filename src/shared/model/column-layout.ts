/** @file How a clerk has arranged the columns of a wallet's statements. */
import { z } from 'zod';

/** Width of a column in pixels: the least that can be grasped, and the most that is sensible. */
export const narrowestColumn = 48;
export const widestColumn = 1_200;

const name = z.string().max(2_000);

/** Columns are known by their names, because another statement of the wallet may have them in another order. */
export const columnLayoutSchema = z.strictObject({
  columns: z
    .array(
      z.strictObject({
        name,
        /** Which of the columns of that name, from 0. */
        nth: z.number().int().min(0),
        hidden: z.boolean(),
        /** Stays in sight on the left. */
        pinned: z.boolean(),
        /** In pixels; `null` for the one that fits. */
        width: z.number().int().min(narrowestColumn).max(widestColumn).nullable(),
      }),
    )
    .max(4_096),
  /** The column that the clerk said holds the references of payments; `null` when it is recognised. */
  reference: z.strictObject({ name, nth: z.number().int().min(0) }).nullable(),
});

export type ColumnLayout = z.infer<typeof columnLayoutSchema>;
