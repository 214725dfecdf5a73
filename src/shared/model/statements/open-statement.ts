/** @file An open statement: its columns, a view of its rows, sums, search hits and checks. */
import { z } from 'zod';
import { encodingSchema } from './encoding.ts';
import { calendarDateSchema } from './period.ts';
import { rowStateFilterSchema, rowStatesSchema } from './row-states.ts';
import { groupFilterSchema, rowGroupSchema } from './statement-groups.ts';
import { checkNameSchema } from './statements.ts';

/** Characters that separate the cells of a row. */
export const separatorSchema = z.enum([',', ';', '\t', '|']);

export type StatementSeparator = z.infer<typeof separatorSchema>;

/** The meaning of a column, for sums and checks. */
export const roleSchema = z.enum([
  'date',
  'value-date',
  'reference',
  'amount',
  'debit',
  'credit',
  'direction',
  'fee',
  'balance',
  'opening-balance',
  'closing-balance',
  'currency',
  'counterparty',
  'description',
  'wallet',
  'company',
]);

export type ColumnRole = z.infer<typeof roleSchema>;

const decimalsSchema = z.enum(['point', 'comma']);
const datesSchema = z.enum(['day-first', 'month-first']);

/** The highest row number that a clerk can choose as header. */
const maxHeaderRow = 1000;

/** The clerk's choices for one column; omitted ones are detected. */
const columnChoiceSchema = z.strictObject({
  type: z.enum(['text', 'number', 'date']).optional(),
  decimals: decimalsSchema.optional(),
  dates: datesSchema.optional(),
  /** `null` for a column without a role, regardless of its name. */
  role: roleSchema.nullable().optional(),
});

export type ColumnChoice = z.infer<typeof columnChoiceSchema>;

const wordMeaningSchema = z.enum(['incoming', 'outgoing', 'counted', 'left-out']);

export type WordMeaning = z.infer<typeof wordMeaningSchema>;

/** The clerk's choices for reading a file; omitted ones are detected. */
export const readOptionsSchema = z.strictObject({
  encoding: encodingSchema.optional(),
  separator: separatorSchema.optional(),
  /** The row of the file, from 0, that contains the column names. */
  header: z.union([z.literal('none'), z.int().min(0).max(maxHeaderRow)]).optional(),
  /** For all columns without a choice of their own. */
  decimals: decimalsSchema.optional(),
  dates: datesSchema.optional(),
  /** Neighbouring cells are joined where commas without quotes divide amounts. */
  joinsAmounts: z.literal(true).optional(),
  /** What words of the file mean, by the word without accents and capitals: which way the money of its rows goes, or whether it moves. */
  words: z.record(z.string().max(200), wordMeaningSchema).optional(),
  /** By column number, from 0. */
  columns: z.record(z.string().regex(/^\d{1,5}$/), columnChoiceSchema).optional(),
});

export type ReadOptions = z.infer<typeof readOptionsSchema>;

/** A column as it is shown to the clerk. */
const statementColumnSchema = z.object({
  /** The name in the file; empty without one. */
  name: z.string(),
  kind: z.enum(['text', 'number', 'date', 'undecided']),
  /** What an undecided column contains, if that can be read in two ways. */
  doubt: z.enum(['number', 'date']).nullable(),
  /** The detected notation of numbers or dates. */
  rule: z
    .enum(['point', 'comma', 'integer', 'ambiguous', 'year-first', 'day-first', 'month-first'])
    .nullable(),
  /** Decimals of its minor units; 0 for a column without numbers. */
  scale: z.number().int(),
  /** Number of non-empty cells that could not be read as `kind`. */
  bad: z.number().int(),
  role: roleSchema.nullable(),
  /** True for amounts that can be summed. */
  isSummed: z.boolean(),
  /** The clerk chose its type, decimal sign, date order or role. */
  isChosen: z.boolean(),
});

export type StatementColumn = z.infer<typeof statementColumnSchema>;

/** The facts about an open statement. */
export const openedSchema = z.object({
  rows: z.number().int(),
  columns: z.array(statementColumnSchema),
  encoding: encodingSchema,
  /** False when the encoding is only the most likely one. */
  encodingCertain: z.boolean(),
  separator: separatorSchema,
  /** The row of the file, from 0, that contains the column names; `null` without one. */
  header: z.int().min(0).nullable(),
  /** Number of header rows: 2 when units or second names follow the first. */
  headerRows: z.int().min(0).max(2),
  /** Number of rows before the header, or before the first data row if there is no header. */
  preamble: z.number().int(),
  /** False when the separator or the header is only the most likely one. */
  layoutCertain: z.boolean(),
  /** Row numbers that may be the header, most likely first. */
  headerCandidates: z.array(z.int().min(0)).max(30),
  /** The first data row with cells that may be one amount, if joining such cells makes every row fit the header. */
  unquotedAmount: z.object({ row: z.int().min(0), cells: z.array(z.string()) }).nullable(),
  /** Number of data rows with more or fewer cells than the others, including empty rows. */
  ragged: z.number().int(),
  /** Number of data rows without any text. */
  blank: z.number().int(),
  openQuotes: z.number().int(),
  /** The clerk's choices that were applied. */
  options: readOptionsSchema,
});

export type Opened = z.infer<typeof openedSchema>;

/** A preview of the beginning of a file under some options. */
export const readPreviewSchema = z.object({
  /** The first rows of the file: truncated cells. */
  lines: z.array(z.array(z.string()).max(100)).max(60),
  opened: openedSchema,
  /** The first data rows: truncated cells. */
  rows: z.array(z.array(z.string())).max(10),
  /** What is detected when the clerk chooses nothing. */
  found: z.object({
    encoding: encodingSchema,
    encodingCertain: z.boolean(),
    separator: separatorSchema,
    header: z.int().min(0).nullable(),
    columns: z.array(statementColumnSchema.pick({ kind: true, role: true })),
  }),
});

export type ReadPreview = z.infer<typeof readPreviewSchema>;

const column = z.number().int().min(0).max(20_000);
/** Maximum length of a find text, in characters. */
export const maxFindLength = 400;

/** A text that a clerk types to filter or find rows. */
export const filterTextSchema = z.string().max(maxFindLength);

/** A filter of rows by one column. */
const statementFilterSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('contains'), column, text: filterTextSchema }),
  z.strictObject({ kind: z.literal('starts'), column, text: filterTextSchema }),
  z.strictObject({ kind: z.literal('is'), column, text: filterTextSchema }),
  z.strictObject({
    kind: z.literal('between'),
    column,
    from: z.number().nullable(),
    to: z.number().nullable(),
  }),
  z.strictObject({ kind: z.literal('over'), column, least: z.number().min(0) }),
  z.strictObject({ kind: z.literal('among'), column, texts: z.array(filterTextSchema).max(1000) }),
  z.strictObject({ kind: z.literal('rows'), rows: z.array(z.number().int().min(0)).max(10_000) }),
  /** Rows with a cell that could not be read, in one column or, for `null`, in any. */
  z.strictObject({ kind: z.literal('unread'), column: column.nullable() }),
  /** In a table of several statements: rows that are in two of them once, or only the repetitions. */
  z.strictObject({ kind: z.literal('repeated'), show: z.enum(['once', 'only']) }),
  rowStateFilterSchema,
  groupFilterSchema,
]);

export type StatementFilter = z.infer<typeof statementFilterSchema>;

/** The rows that are shown, and their order. */
export const viewSchema = z.strictObject({
  sort: z.strictObject({ column, descending: z.boolean() }).nullable(),
  filters: z.array(statementFilterSchema).max(100),
  /** Text to find in all columns; matches are highlighted, other rows stay visible. */
  find: filterTextSchema,
});

export type View = z.infer<typeof viewSchema>;

export const statementRowSchema = z.object({
  /** Number of the data row, from 0. */
  row: z.number().int(),
  /** Original texts; long ones are truncated. */
  cells: z.array(z.string()),
  /** True when the row has more or fewer cells than the others. */
  ragged: z.boolean(),
  /** Columns of numbers or dates whose cell could not be read as one. */
  unread: z.array(z.number().int()),
  /** In a table of several statements: the statement, by its index in the table, and the row in it, from 0. */
  origin: z.object({ index: z.number().int(), row: z.number().int() }).nullable(),
  /** Another statement of the table has the row too, and it comes first there. */
  isRepeated: z.boolean(),
  states: rowStatesSchema,
});

export type StatementRow = z.infer<typeof statementRowSchema>;

/** Sums of one currency, in minor units of the column as decimal text. */
const currencySumSchema = z.object({
  /** As written in the file; empty without a column of currencies. */
  currency: z.string(),
  rows: z.number().int(),
  incoming: z.string(),
  outgoing: z.string(),
  net: z.string(),
});

export type CurrencySum = z.infer<typeof currencySumSchema>;

/**
 * Why a row is not summed: it repeats the header (`header`), is a total (`total`), has more or fewer cells than the
 * others (`odd`), has no date (`undated`), does not tell incoming from outgoing (`undirected`), is a payment that was
 * not carried out (`unfinished`) or whose state is not known (`unknown-state`), may be a total or a balance (`unclear`), or
 * has a column that is no amount in its own statement (`other-meaning`).
 */
export const leftOutReasonSchema = z.enum([
  'header',
  'total',
  'odd',
  'undated',
  'undirected',
  'unfinished',
  'unknown-state',
  'unclear',
  'other-meaning',
]);

export type LeftOutReason = z.infer<typeof leftOutReasonSchema>;

/** Sums of a column by currency, with the cells that could not be read and the rows that were left out. */
export const sumsSchema = z.object({
  sums: z.array(currencySumSchema),
  /** Decimals of the minor units. */
  scale: z.number().int(),
  leftOut: z.array(
    z.object({
      reason: leftOutReasonSchema,
      count: z.number().int(),
      /** The first of these rows. */
      rows: z.array(z.number().int()).max(1000),
      /** The words whose meaning decides about these rows, by their key in the clerk's choices. */
      words: z.array(z.object({ key: z.string(), text: z.string(), rows: z.number().int() })).max(20),
    }),
  ),
  unread: z.object({
    cells: z.number().int(),
    /** Rows of the first of these cells. */
    rows: z.array(z.number().int()).max(1000),
  }),
});

export type Sums = z.infer<typeof sumsSchema>;

/** A page of the groups of a view, with the rows and cells that are in no group for the same reasons as in no sum. */
export const groupsSchema = sumsSchema.omit({ sums: true }).extend({
  groups: z.array(rowGroupSchema).max(200),
  /** Number of groups; 0 when there are too many. */
  total: z.number().int(),
  hasTooMany: z.boolean(),
  /** Number of rows in all groups. */
  grouped: z.number().int(),
  /** Number of rows in the view. */
  of: z.number().int(),
  /** Number of rows that are in no group because they have no amount. */
  withoutAmount: z.number().int(),
});

export type Groups = z.infer<typeof groupsSchema>;

/** The result of a check of a statement; with `look` the clerk decides. */
const checkResultSchema = z.enum(['passed', 'look', 'failed', 'cannot']);

export type CheckResult = z.infer<typeof checkResultSchema>;

/** One check of the checklist. */
export const checkPointSchema = z.object({
  id: checkNameSchema,
  result: checkResultSchema,
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The first columns with a finding; an unnamed column has an empty name. */
  columns: z.array(z.object({ index: z.number().int(), name: z.string() })).optional(),
  /** The first rows with a finding. */
  rows: z.array(z.number().int()),
  inQuestion: z.number().int(),
});

export type CheckPoint = z.infer<typeof checkPointSchema>;

/** References of an open statement that also occur in other statements of its wallet. */
export const duplicateReferencesSchema = z.object({
  /** Number of other statements that were compared. */
  compared: z.number().int(),
  /** Number of statements that were not compared: too large, unreadable, or without a reference column. */
  left: z.number().int(),
  found: z.array(
    z.object({
      statementId: z.number().int(),
      since: calendarDateSchema,
      till: calendarDateSchema,
      /** The first such rows of the open statement. */
      rows: z.array(z.number().int()),
      inQuestion: z.number().int(),
      /** Row of the first such cell in the other statement. */
      row: z.number().int(),
      column: z.number().int(),
    }),
  ),
});

export type DuplicateReferences = z.infer<typeof duplicateReferencesSchema>;

/** Why a statement is not in a table of several statements. */
export const combinedLeftReasonSchema = z.enum(['pdf', 'not-stored', 'unreadable']);

export type CombinedLeftReason = z.infer<typeof combinedLeftReasonSchema>;

/** The checks of a table: those of each statement, and whether its statements follow each other. */
export const combinedChecksSchema = z.object({
  /** The points of each statement, in the order of the rows. Rows count in the table. */
  statements: z.array(z.array(checkPointSchema)),
  /** Pairs of statements of a wallet that follow each other, as indexes in `statements`. */
  succession: z.array(
    z.object({
      before: z.number().int(),
      after: z.number().int(),
      result: checkResultSchema,
      /** In minor units of `scale`; `null` if the balances cannot be compared. */
      balances: z
        .object({
          currency: z.string(),
          closing: z.number(),
          opening: z.number(),
          scale: z.number().int(),
        })
        .nullable(),
    }),
  ),
});

export type CombinedChecks = z.infer<typeof combinedChecksSchema>;
