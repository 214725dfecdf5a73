/** @file The command that compares two stored CSV statements. */
import { z } from 'zod';
import { savedFileSchema } from '../model/saved-file.ts';
import {
  comparableStatementSchema,
  comparedRowSchema,
  comparisonSummarySchema,
  rowDifferenceSchema,
} from '../model/statements/comparison.ts';
import { statementSchema } from '../model/statements/statements.ts';
import { actions, command } from './define.ts';

const id = z.number().int().positive();
/** Identifies an open comparison until it is closed. */
const handle = z.number().int().positive();
const place = z.number().int().min(0);
/** The rows that are listed, by kind of difference. */
const differences = z.array(rowDifferenceSchema).min(1).max(rowDifferenceSchema.options.length);
/** Maximum number of statements that are offered for a comparison. */
export const maxComparableStatements = 200;

export const comparisonCommands = {
  /** One comparison is open at a time. All actions work offline. */
  'viewer.compare': actions({
    /**
     * Lists stored CSV statements that can be compared with a statement: those of its wallet first, newest first. With a
     * text, only those whose wallet, name or period contains it.
     */
    statements: command(
      z.strictObject({ statementId: id, text: z.string().max(200) }),
      z.object({
        statements: z.array(comparableStatementSchema).max(maxComparableStatements),
        /** Number of all such statements. */
        total: z.number().int(),
      }),
    ),
    /**
     * Compares two statements; the one that was requested first becomes the earlier one. Statements of one wallet with
     * overlapping periods are compared in the days of both periods. Rejects with `comparison-too-large`.
     */
    open: command(
      z.strictObject({ statementId: id, otherId: id }).refine((ids) => ids.statementId !== ids.otherId),
      z.object({
        handle,
        earlier: statementSchema,
        later: statementSchema,
        /** The files have the same bytes. */
        isIdentical: z.boolean(),
        /** The compared days, if the periods differ and overlap. */
        overlap: z.object({ since: z.string(), till: z.string() }).nullable(),
        summary: comparisonSummarySchema,
      }),
    ),
    rows: command(
      z.strictObject({ handle, differences, offset: place, limit: z.number().int().min(1).max(200) }),
      z.object({ total: z.number().int(), rows: z.array(comparedRowSchema) }),
    ),
    /** The place of the next row that differs after, or before, the place `from`; -1 for no place. */
    next: command(
      z.strictObject({ handle, differences, from: z.number().int().min(-1), isBackward: z.boolean() }),
      z.object({ place: place.nullable() }),
    ),
    /** Exports the listed rows where the clerk chooses, with formulas made harmless. */
    export: command(
      z.strictObject({ handle, differences }),
      z.object({ savedAs: savedFileSchema.nullable() }),
    ),
    close: command(z.strictObject({ handle }), z.null()),
  }),
} as const;
