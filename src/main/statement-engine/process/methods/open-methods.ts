/** @file Methods of the statement engine that open files and tables. */
import { z } from 'zod';
import { maxCombinedStatements } from '../../../../shared/contract/viewer.ts';
import { openedSchema, readOptionsSchema } from '../../../../shared/model/statements/open-statement.ts';
import { fileShapeSchema } from '../../read/file-shape.ts';
import { count, handle, remembered, sourceSchema } from './fields.ts';

/** A statement as main describes it to a united table. */
const originSchema = z.object({
  walletId: z.number(),
  wallet: z.string(),
  period: z.string(),
  since: z.string(),
  till: z.string(),
  currency: z.string(),
});

export const openMethods = {
  /** Opens a file under a handle and closes the file that was open under it. */
  open: {
    args: z.object({
      handle,
      source: sourceSchema,
      options: readOptionsSchema,
      /** Replaces the options if it fits the file. */
      remembered,
    }),
    result: z.object({
      opened: openedSchema,
      use: z.enum(['none', 'applied', 'unfit']),
      shape: fileShapeSchema,
    }),
  },
  close: { args: z.object({ handle }), result: z.null() },
  /** Begins a table of several statements under a handle, and closes what was open under it. */
  unite: {
    args: z.object({
      handle,
      /** Names of the columns that say where a row comes from. */
      names: z.object({ wallet: z.string(), period: z.string(), row: z.string() }),
      /** The statements in the order of their rows. */
      origins: z.array(originSchema).max(maxCombinedStatements),
      /** Size of all files together. */
      bytes: count,
    }),
    result: z.null(),
  },
  /** Adds the next statement to a table that was begun. `index` counts the announced statements. */
  uniteNext: {
    args: z.object({ handle, index: count, source: sourceSchema, remembered }),
    result: z.object({
      rows: count,
      use: z.enum(['none', 'applied', 'unfit']),
      /** The encoding, the separator or the header is only the most likely one, or a column is ambiguous. */
      isDoubtful: z.boolean(),
    }),
  },
  /** Ends the table; it is open afterwards. */
  uniteEnd: {
    args: z.object({ handle }),
    result: z.object({
      opened: openedSchema,
      /** Index and first row of each statement that was added, and the number of rows before its data in its file. */
      parts: z.array(z.object({ index: count, firstRow: count, rows: count, head: count })),
      /** Rows that another statement of the table has too; `null` if no periods overlap. */
      repeated: count.nullable(),
    }),
  },
} as const;
