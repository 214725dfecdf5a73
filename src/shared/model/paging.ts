/** @file Lists go over the bridge by pages. */
import { z } from 'zod';

/** The most rows that one page carries. */
export const pageLimit = 200;

/** Which part of a list is asked for. */
export const pageRequestSchema = z.strictObject({
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(pageLimit),
});

export type PageRequest = z.infer<typeof pageRequestSchema>;

/** A page of `rows` out of `total`. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ total: z.number().int().min(0), rows: z.array(row).max(pageLimit) });
}

/** A page of rows. */
export interface Page<Row> {
  /** How many rows the whole list has under the filter asked for. */
  readonly total: number;
  readonly rows: Row[];
}
