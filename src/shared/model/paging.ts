/** @file Pages, in which lists cross the bridge. */
import { z } from 'zod';

/** Maximum number of rows of a page. */
export const pageLimit = 200;

/** The requested part of a list. */
export const pageRequestSchema = z.strictObject({
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(pageLimit),
});

export type PageRequest = z.infer<typeof pageRequestSchema>;

/** Returns the schema of a page: some `rows` out of `total`. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ total: z.number().int().min(0), rows: z.array(row).max(pageLimit) });
}

/** A page of rows. */
export interface Page<Row> {
  /** Number of rows of the whole list under the requested filter. */
  readonly total: number;
  readonly rows: Row[];
}
