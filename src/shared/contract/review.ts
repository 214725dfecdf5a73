/** @file Reviewing statements: open one, look at its rows, sum, find, check, export, and search through all. */
import { z } from 'zod';
import { columnLayoutSchema } from '../model/column-layout.ts';
import {
  checkPointSchema,
  duplicateReferencesSchema,
  openedSchema,
  readOptionsSchema,
  readPreviewSchema,
  reviewRowSchema,
  searchHitSchema,
  sumsSchema,
  viewSchema,
} from '../model/review.ts';
import { savedFileSchema } from '../model/saved-file.ts';
import { statementSchema } from '../model/statements.ts';
import { command, topic } from './define.ts';

const id = z.number().int().positive();
/** Names an open statement for as long as it is open. */
const handle = z.number().int().positive();
const rowNumber = z.number().int().min(0);
/** The most rows that can be chosen one by one. */
export const maxSelectedRows = 100_000;
/** The most lines before a header that are shown. */
export const maxLinesBefore = 1_000;
/** The most characters of a text that is looked for in all statements. */
export const maxSearchLength = 200;

/** Which rows a command is about. */
export const chosenRowsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('view') }),
  z.strictObject({ kind: z.literal('some'), rows: z.array(rowNumber).max(maxSelectedRows) }),
  /** All rows in view except some. */
  z.strictObject({ kind: z.literal('but'), rows: z.array(rowNumber).max(maxSelectedRows) }),
  /** Rows of the view by position, both ends included. */
  z.strictObject({ kind: z.literal('places'), from: rowNumber, to: rowNumber }),
]);

export type ChosenRows = z.infer<typeof chosenRowsSchema>;

export const reviewCommands = {
  /** Opens a stored CSV statement; what was open before is closed. A PDF has no rows: `arguments-invalid`. */
  'review.open': command(
    /**
     * Without options, those apply that are remembered for the wallet, where they fit. Options are remembered for the
     * wallet; empty ones make it forget them.
     */
    z.strictObject({ statementId: id, options: readOptionsSchema.nullable() }),
    z.object({
      handle,
      statement: statementSchema,
      opened: openedSchema,
      /** Whether the file was read by what is remembered for the wallet; `unfit` when its columns are other ones. */
      remembered: z.enum(['none', 'applied', 'unfit']),
      /** How the clerk arranged the columns of this wallet's statements, or `null`. */
      layout: columnLayoutSchema.nullable(),
      /** The most characters of each column in the first rows. */
      lengths: z.array(z.number().int()),
    }),
  ),
  /** Remembers the arrangement of columns for the open statement's wallet. */
  'review.keepLayout': command(z.strictObject({ handle, layout: columnLayoutSchema }), z.null()),
  /** Checks a stored PDF statement, and gives the address under which the window loads it, whole. */
  'review.document': command(
    z.strictObject({ statementId: id }),
    z.object({ statement: statementSchema, address: z.string(), points: z.array(checkPointSchema) }),
  ),
  /** Makes the view that windows and sums are about. */
  'review.view': command(
    z.strictObject({ handle, view: viewSchema }),
    z.object({ rows: z.number().int(), hits: z.number().int(), cells: z.number().int() }),
  ),
  'review.window': command(
    z.strictObject({ handle, offset: rowNumber, limit: z.number().int().min(1).max(200) }),
    z.object({ rows: z.array(reviewRowSchema) }),
  ),
  /** Numbers of the rows at places of the view, both included. */
  'review.numbers': command(
    z
      .strictObject({ handle, from: rowNumber, to: rowNumber })
      .refine(({ from, to }) => to - from < maxSelectedRows),
    z.object({ rows: z.array(rowNumber) }),
  ),
  /** The place in the view of the n-th row that was found. */
  'review.hit': command(
    z.strictObject({ handle, index: rowNumber }),
    z.object({ place: rowNumber.nullable() }),
  ),
  'review.sums': command(z.strictObject({ handle, column: rowNumber, rows: chosenRowsSchema }), sumsSchema),
  /** The different words of a column when they are few, for choosing among them. */
  'review.words': command(
    z.strictObject({ handle, column: rowNumber }),
    z.object({ words: z.array(z.string()).nullable() }),
  ),
  /**
   * Copies cells to the clipboard, as lines of originals with tabs, safe for spreadsheets; a single cell exactly as it
   * is. Gives how many rows were copied, of how many.
   */
  'review.copy': command(
    z.strictObject({
      handle,
      rows: chosenRowsSchema,
      columns: z.array(rowNumber).min(1).max(4_096),
      /** The names of the columns as a first line. */
      names: z.boolean(),
    }),
    z.object({ rows: z.number().int(), of: z.number().int() }),
  ),
  /** References of payments in the chosen rows, for their proofs. Gives of how many rows, the first ones, they are. */
  'review.references': command(
    z.strictObject({ handle, rows: chosenRowsSchema }),
    z.object({ references: z.array(z.string()).max(10_000), rows: z.number().int() }),
  ),
  'review.check': command(z.strictObject({ handle }), z.object({ points: z.array(checkPointSchema) })),
  /** Compares the references of the open statement with the other stored ones of its wallet. */
  'review.duplicateReferences': command(z.strictObject({ handle }), duplicateReferencesSchema),
  /** Writes the rows in view where the clerk says, safe for spreadsheets. */
  'review.exportView': command(
    z.strictObject({ handle, columns: z.array(rowNumber).min(1).max(4_096) }),
    z.object({ savedAs: savedFileSchema.nullable() }),
  ),
  /** Writes the file as it came, byte for byte. */
  'review.exportOriginal': command(
    z.strictObject({ statementId: id }),
    z.object({ savedAs: savedFileSchema.nullable() }),
  ),
  /** The rows of the file before its header, or before the first row of data, as text; long ones are cut. */
  'review.linesBefore': command(
    z.strictObject({ handle }),
    z.object({ lines: z.array(z.string()).max(maxLinesBefore), of: z.int().min(0) }),
  ),
  /** How the beginning of the open statement's file reads under other options. */
  'review.preview': command(z.strictObject({ handle, options: readOptionsSchema }), readPreviewSchema),
  /** Searches all stored CSV statements; hits come in the topic `search`. An empty text ends it. */
  'review.search': command(
    z.strictObject({ text: z.string().max(maxSearchLength) }),
    z.object({ search: z.number().int() }),
  ),
} as const;

const searchSchema = z.object({
  /** Which search this is; 0 for none. */
  search: z.number().int(),
  text: z.string(),
  state: z.enum(['idle', 'running', 'done']),
  searched: z.number().int(),
  statements: z.number().int(),
  hits: z.array(searchHitSchema),
  /** Hits that are not listed. */
  more: z.boolean(),
  /** Statements that could not be read. */
  failed: z.number().int(),
});

/** The topic's value before the first search. */
export const noSearch: z.infer<typeof searchSchema> = {
  search: 0,
  text: '',
  state: 'idle',
  searched: 0,
  statements: 0,
  hits: [],
  more: false,
  failed: 0,
};

export const reviewTopics = { search: topic(searchSchema) } as const;
