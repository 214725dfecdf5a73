/** @file Methods of the statement engine that compare two statements. */
import { z } from 'zod';
import { columnLayoutSchema } from '../../../../shared/model/statements/column-layout.ts';
import {
  comparedRowSchema,
  comparisonSummarySchema,
  rowDifferenceSchema,
} from '../../../../shared/model/statements/comparison.ts';
import { count, handle, remembered, sourceSchema } from './fields.ts';

/** A statement that is compared; it need not be open. */
const comparedStatementSchema = z.object({
  source: sourceSchema,
  remembered,
  /** The clerk's choice of a column; `null` for the one that is recognised. */
  reference: columnLayoutSchema.shape.reference,
});

export const comparisonMethods = {
  /** Compares two statements and keeps the comparison open under a handle. */
  compare: {
    args: z.object({
      handle,
      earlier: comparedStatementSchema,
      later: comparedStatementSchema,
      /** The only days to compare, first and last as YYYYMMDD; `null` for all. */
      days: z.object({ first: count, last: count }).nullable(),
    }),
    result: comparisonSummarySchema,
  },
  /** Rows of an open comparison with one of the differences; whole cells for an export. */
  comparedRows: {
    args: z.object({
      handle,
      differences: z.array(rowDifferenceSchema),
      offset: count,
      limit: count.max(2_000),
      isWhole: z.boolean(),
    }),
    result: z.object({ total: count, rows: z.array(comparedRowSchema) }),
  },
  /** The place of the next row of an open comparison that differs; `null` for none. */
  nextDifference: {
    args: z.object({
      handle,
      differences: z.array(rowDifferenceSchema),
      /** The place of the current row; -1 for none. */
      from: z.number().int().min(-1),
      isBackward: z.boolean(),
    }),
    result: count.nullable(),
  },
} as const;
