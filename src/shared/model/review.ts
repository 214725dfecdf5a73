/** @file Reviewing a statement: its columns, a view of its rows, sums, hits and checks. */
import { z } from 'zod';
import { calendarDateSchema } from './period.ts';
import { walletSchema } from './statements.ts';

/** Encodings in which a statement can be read. */
export const encodingSchema = z.enum([
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'iso-8859-15',
  'shift_jis',
  'gb18030',
  'windows-1251',
  'koi8-r',
]);

export type StatementEncoding = z.infer<typeof encodingSchema>;

/** Characters that separate the cells of a row. */
export const separatorSchema = z.enum([',', ';', '\t', '|']);

export type StatementSeparator = z.infer<typeof separatorSchema>;

/** What a column holds, for sums and checks. */
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

/** The last row of a file that a clerk can choose as its header. */
export const maxHeaderRow = 1000;

/** What the clerk decided about one column; what is left out is found out. */
export const columnChoiceSchema = z.strictObject({
  type: z.enum(['text', 'number', 'date']).optional(),
  decimals: decimalsSchema.optional(),
  dates: datesSchema.optional(),
  /** `null` for a column that has no role, whatever its name says. */
  role: roleSchema.nullable().optional(),
});

export type ColumnChoice = z.infer<typeof columnChoiceSchema>;

/** What the clerk decided about how a file is read; what is left out is found out. */
export const readOptionsSchema = z.strictObject({
  encoding: encodingSchema.optional(),
  separator: separatorSchema.optional(),
  /** The row of the file, from 0, that names the columns. */
  header: z.union([z.literal('none'), z.int().min(0).max(maxHeaderRow)]).optional(),
  /** For all columns that a choice of their own does not decide. */
  decimals: decimalsSchema.optional(),
  dates: datesSchema.optional(),
  /** By the number of the column, from 0. */
  columns: z.record(z.string().regex(/^\d{1,5}$/), columnChoiceSchema).optional(),
});

export type ReadOptions = z.infer<typeof readOptionsSchema>;

/** A column as the clerk sees it. */
export const reviewColumnSchema = z.object({
  /** As the file names it; empty when it does not. */
  name: z.string(),
  kind: z.enum(['text', 'number', 'date', 'undecided']),
  /** What an undecided column holds, which could be read in two ways. */
  doubt: z.enum(['number', 'date']).nullable(),
  /** How numbers or dates are written. */
  rule: z
    .enum(['point', 'comma', 'integer', 'ambiguous', 'year-first', 'day-first', 'month-first'])
    .nullable(),
  /** Decimals of its minor units; 0 for what is no number. */
  scale: z.number().int(),
  /** Cells that are neither empty nor of its kind. */
  bad: z.number().int(),
  role: roleSchema.nullable(),
  /** Money that comes and goes, of which sums are offered. */
  isSummed: z.boolean(),
  /** The clerk decided its type, its decimal sign, its order of dates or its role. */
  isChosen: z.boolean(),
});

export type ReviewColumn = z.infer<typeof reviewColumnSchema>;

/** What is known of a statement once it is open. */
export const openedSchema = z.object({
  rows: z.number().int(),
  columns: z.array(reviewColumnSchema),
  encoding: encodingSchema,
  /** False when the encoding is only the likeliest. */
  encodingCertain: z.boolean(),
  separator: separatorSchema,
  /** The row of the file, from 0, that names the columns; `null` when none does. */
  header: z.int().min(0).nullable(),
  /** Rows that name the columns, one below the other: 2 where units or second names follow. */
  headerRows: z.int().min(0).max(2),
  /** Rows of the file before the header, or before the first row of data when there is no header. */
  preamble: z.number().int(),
  /** False when the separator or the header is only the likeliest. */
  layoutCertain: z.boolean(),
  /** Rows of the file that could be the header, the likeliest first. */
  headerCandidates: z.array(z.int().min(0)).max(30),
  /** Rows of data with more or fewer cells than the others, empty ones included. */
  ragged: z.number().int(),
  /** Rows of data without any text. */
  blank: z.number().int(),
  openQuotes: z.number().int(),
  /** What the clerk decided, as far as the file was read by it. */
  options: readOptionsSchema,
});

export type Opened = z.infer<typeof openedSchema>;

/** How the beginning of a file reads under options. */
export const readPreviewSchema = z.object({
  /** The first rows of the file, from row 0: cells, cut. */
  lines: z.array(z.array(z.string()).max(100)).max(60),
  opened: openedSchema,
  /** The first rows of data, cut. */
  rows: z.array(z.array(z.string())).max(10),
  /** What is found where the clerk decides nothing about it. */
  found: z.object({
    encoding: encodingSchema,
    encodingCertain: z.boolean(),
    separator: separatorSchema,
    header: z.int().min(0).nullable(),
    columns: z.array(reviewColumnSchema.pick({ kind: true, role: true })),
  }),
});

export type ReadPreview = z.infer<typeof readPreviewSchema>;

const column = z.number().int().min(0).max(20_000);
/** The most characters of a text that is looked for in an open statement. */
export const maxFindLength = 400;

const filterText = z.string().max(maxFindLength);

/** What a column is narrowed to. Numbers are minor units of the column; dates are YYYYMMDD. */
export const reviewFilterSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('contains'), column, text: filterText }),
  z.strictObject({ kind: z.literal('starts'), column, text: filterText }),
  z.strictObject({ kind: z.literal('is'), column, text: filterText }),
  z.strictObject({
    kind: z.literal('between'),
    column,
    from: z.number().nullable(),
    to: z.number().nullable(),
  }),
  z.strictObject({ kind: z.literal('over'), column, least: z.number().min(0) }),
  z.strictObject({ kind: z.literal('among'), column, texts: z.array(filterText).max(1000) }),
  z.strictObject({ kind: z.literal('rows'), rows: z.array(z.number().int().min(0)).max(10_000) }),
  /** Rows with a cell that could not be read, in one column or in any. */
  z.strictObject({ kind: z.literal('unread'), column: column.nullable() }),
]);

export type ReviewFilter = z.infer<typeof reviewFilterSchema>;

/** Which rows, in which order. */
export const viewSchema = z.strictObject({
  sort: z.strictObject({ column, descending: z.boolean() }).nullable(),
  filters: z.array(reviewFilterSchema).max(100),
  /** Text that is looked for in all columns; it marks and does not hide. */
  find: filterText,
});

export type View = z.infer<typeof viewSchema>;

export const reviewRowSchema = z.object({
  /** Row of data, from 0. */
  row: z.number().int(),
  /** Originals; long ones are cut. */
  cells: z.array(z.string()),
  /** It has more or fewer cells than the others. */
  ragged: z.boolean(),
  /** Columns of numbers or dates whose cell could not be read as one. */
  unread: z.array(z.number().int()),
});

export type ReviewRow = z.infer<typeof reviewRowSchema>;

/** Sums of one currency. Minor units of the column as decimal text. */
export const currencySumSchema = z.object({
  currency: z.string(),
  rows: z.number().int(),
  incoming: z.string(),
  outgoing: z.string(),
  net: z.string(),
  least: z.string(),
  largest: z.string(),
});

export type CurrencySum = z.infer<typeof currencySumSchema>;

/**
 * Why a row is in no sum: it repeats the header, is a total, has more or fewer cells than the others, has no date, or does
 * not say whether its amount comes in or goes out.
 */
export const leftOutReasonSchema = z.enum(['header', 'total', 'odd', 'undated', 'undirected', 'unfinished']);

export type LeftOutReason = z.infer<typeof leftOutReasonSchema>;

/** Sums of a column by currency, and what is in none of them: cells that could not be read, and rows that are left out. */
export const sumsSchema = z.object({
  sums: z.array(currencySumSchema),
  /** Decimals of their minor units. */
  scale: z.number().int(),
  leftOut: z.array(
    z.object({
      reason: leftOutReasonSchema,
      count: z.number().int(),
      /** The first of them. */
      rows: z.array(z.number().int()).max(1000),
    }),
  ),
  unread: z.object({
    cells: z.number().int(),
    /** Rows of the first of them. */
    rows: z.array(z.number().int()).max(1000),
  }),
});

/** Sums of a column, and what is left out of them. */
export type Sums = z.infer<typeof sumsSchema>;

/** How a check of a statement ended; `look` is for the clerk to judge. */
export const checkResultSchema = z.enum(['passed', 'look', 'failed', 'cannot']);

/** Green, amber, red, or not to be told. */
export type CheckResult = z.infer<typeof checkResultSchema>;

/** One point of the checklist. */
export const checkPointSchema = z.object({
  id: z.enum([
    'length',
    'unchanged',
    'seals',
    'rows',
    'dates',
    'belongs',
    'amounts',
    'balance',
    'references',
    'encoding',
    'signature',
  ]),
  result: checkResultSchema,
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Rows in question, the first of them. */
  rows: z.array(z.number().int()),
  inQuestion: z.number().int(),
});

export type CheckPoint = z.infer<typeof checkPointSchema>;

/** References of an open statement that stand in other statements of its wallet too. */
export const duplicateReferencesSchema = z.object({
  /** How many other statements were compared. */
  compared: z.number().int(),
  /** How many were not: too large, not readable, or without a column of references. */
  left: z.number().int(),
  found: z.array(
    z.object({
      statementId: z.number().int(),
      since: calendarDateSchema,
      till: calendarDateSchema,
      /** Rows of the open statement, the first of them. */
      rows: z.array(z.number().int()),
      inQuestion: z.number().int(),
      /** The first such cell of the other statement. */
      row: z.number().int(),
      column: z.number().int(),
    }),
  ),
});

export type DuplicateReferences = z.infer<typeof duplicateReferencesSchema>;

/** A place where something was found in any statement. */
export const searchHitSchema = z.object({
  statementId: z.number().int(),
  /** Of the statement. */
  wallet: walletSchema,
  since: calendarDateSchema,
  till: calendarDateSchema,
  row: z.number().int(),
  column: z.number().int(),
  columnName: z.string(),
  /** The whole row, cut. */
  cells: z.array(z.string()),
});

export type SearchHit = z.infer<typeof searchHitSchema>;
