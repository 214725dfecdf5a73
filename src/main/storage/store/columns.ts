/** @file Schemas that convert column values: SQLite knows only numbers and texts. */
import { z } from 'zod';

/** Milliseconds since 1970 in the database, ISO 8601 UTC in the domain. */
export const timeColumn = z.number().transform((milliseconds) => new Date(milliseconds).toISOString());

/** 0 or 1 in the database. */
export const flagColumn = z.number().transform((number) => number !== 0);

/** JSON text in the database, parsed with a schema. */
export function jsonColumn<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

/** Result of procedures that return the number of changed rows. */
export const changedSchema = z.object({ changed: z.number().int() });

/** Result of procedures without a result. */
export const noResultSchema = z.null();
