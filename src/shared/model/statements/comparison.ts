/** @file Comparison of two stored CSV statements: its summary, and rows with the cells that differ. */
import { z } from 'zod';
import { encodingSchema } from './encoding.ts';
import { calendarDateSchema } from './period.ts';
import { walletSchema } from './statements.ts';

/**
 * How a row differs: only in the later file (`added`), only in the earlier file (`removed`), in both with other values
 * (`changed`), in both with the same values in another notation (`notation`), or not at all (`same`).
 */
export const rowDifferenceSchema = z.enum(['same', 'notation', 'changed', 'added', 'removed']);

export type RowDifference = z.infer<typeof rowDifferenceSchema>;

const count = z.number().int().min(0);

/** A number for each of the two files. */
const ofBothSchema = z.object({ earlier: count, later: count });

/** A column that both files have; the names differ when the role of the column matched. */
const comparedColumnSchema = z.object({
  name: z.string(),
  nameInLater: z.string(),
  /** Position in each file, from 0. */
  earlier: count,
  later: count,
  isNumber: z.boolean(),
  /** True when one file is read as a number or date and the other differently: notations are then not recognized. */
  isReadDifferently: z.boolean(),
  /** Number of changed cells. */
  changedCells: count,
});

export type ComparedColumn = z.infer<typeof comparedColumnSchema>;

/** What was compared, what was left out, and how many rows differ. */
export const comparisonSummarySchema = z.object({
  rows: ofBothSchema,
  counts: z.record(rowDifferenceSchema, count),
  columns: z.array(comparedColumnSchema),
  /** Names of columns that only one file has; they are not compared. */
  onlyIn: z.object({ earlier: z.array(z.string()), later: z.array(z.string()) }),
  /** The column of references by which rows were matched; `null` if all columns decide. */
  key: z.string().nullable(),
  /** Why rows were not matched by reference; `null` if they were. */
  noKeyReason: z.enum(['missing', 'repeated']).nullable(),
  /**
   * Days that were compared. `all`: no limit; `overlap`: only rows of the days in both periods; `undated`: all rows,
   * because a file has no column of dates.
   */
  days: z.enum(['all', 'overlap', 'undated']),
  /** Rows outside the compared days. */
  outside: ofBothSchema,
  /** Rows without any text. */
  blank: ofBothSchema,
  /** Lines before the column names. */
  preamble: ofBothSchema,
  encodings: z.object({ earlier: encodingSchema, later: encodingSchema }),
  /** True when matching rows are in another order. */
  isReordered: z.boolean(),
});

export type ComparisonSummary = z.infer<typeof comparisonSummarySchema>;

const sideSchema = z.object({
  /** Number of the data row, from 0. */
  row: count,
  /** Original texts of the compared columns; long ones are truncated. */
  cells: z.array(z.string()),
});

/** A row of the comparison. */
export const comparedRowSchema = z.object({
  difference: rowDifferenceSchema,
  earlier: sideSchema.nullable(),
  later: sideSchema.nullable(),
  /** Positions of the compared columns whose values differ. */
  changed: z.array(count),
  /** Positions of the compared columns whose values are the same in another notation. */
  notation: z.array(count),
});

export type ComparedRow = z.infer<typeof comparedRowSchema>;

/** A stored CSV statement that can be compared with another. */
export const comparableStatementSchema = z.object({
  id: z.number().int(),
  wallet: walletSchema,
  since: calendarDateSchema,
  till: calendarDateSchema,
  /** ISO 8601 UTC time at which the file was stored. */
  storedAt: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Relation of its period to the period of the other statement, for statements of the same wallet. */
  relation: z.enum(['same-period', 'overlapping', 'other']),
  /** The files have the same bytes. */
  isIdentical: z.boolean(),
});

export type ComparableStatement = z.infer<typeof comparableStatementSchema>;

/** Maximum size of two compared files together, in bytes: both are in memory with their folded copies. */
export const maxComparedBytes = 600_000_000;
