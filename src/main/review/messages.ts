/** @file Methods of the review process, with the schemas of their arguments and results. */
import { z } from 'zod';
import { chosenRowsSchema, maxTableStatements } from '../../shared/contract/review.ts';
import { columnLayoutSchema } from '../../shared/model/column-layout.ts';
import {
  comparedRowSchema,
  comparisonSummarySchema,
  rowDifferenceSchema,
} from '../../shared/model/comparison.ts';
import {
  clerkLinksSchema,
  matchKindSchema,
  matchSettingsSchema,
  matchSideSchema,
  matchSummarySchema,
  openListingSchema,
  openRowSchema,
  rowLinkSchema,
  rowMatchSchema,
} from '../../shared/model/ledger.ts';
import { paymentRowsSchema } from '../../shared/model/payment-row.ts';
import {
  checkPointSchema,
  groupsSchema,
  openedSchema,
  readOptionsSchema,
  readPreviewSchema,
  reviewRowSchema,
  sumsSchema,
  tableChecksSchema,
  viewSchema,
} from '../../shared/model/review.ts';
import { chartQuerySchema, chartSchema } from '../../shared/model/review-chart.ts';
import { groupQuerySchema, wantedGroupSchema } from '../../shared/model/review-groups.ts';
import { rowStateKindSchema } from '../../shared/model/row-states.ts';
import { statementPaymentSchema } from '../../shared/model/statement-payment.ts';
import {
  gapReasonsSchema,
  hitFactsSchema,
  searchFiltersSchema,
} from '../../shared/model/statement-search.ts';
import { grantSchema } from '../library/sealed-reader.ts';
import { fileShapeSchema, rememberedReadingSchema } from './file-shape.ts';

const count = z.number().int().min(0);
const remembered = rememberedReadingSchema.nullable().default(null);

/** Where the bytes of a file come from. */
const sourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sealed'), grant: grantSchema }),
  z.object({ kind: z.literal('bytes'), bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array) }),
]);

export type Source = z.infer<typeof sourceSchema>;

/** Facts about a statement from outside its file. */
const factsSchema = z.object({
  walletId: z.number(),
  companyId: z.string(),
  /** Calendar dates. */
  since: z.string(),
  till: z.string(),
  /** Announced by the event, or `null`. */
  transactions: z.number().nullable(),
  /** Size in bytes at the time of storing. */
  size: z.number().nullable(),
  /** SHA-256 at the time of storing. */
  sha256: z.string().nullable(),
});

export type StatementFacts = z.infer<typeof factsSchema>;

/** A statement as main describes it to a united table. */
const originSchema = z.object({
  walletId: z.number(),
  wallet: z.string(),
  period: z.string(),
  since: z.string(),
  till: z.string(),
  currency: z.string(),
});

/** Result of the search in one file. */
const foundInFileSchema = z.object({
  item: z.string(),
  /** Hits with their rows, or with the line of a page. */
  hits: z.array(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('cell'),
        row: count,
        column: count,
        columnName: z.string(),
        cells: z.array(z.string()),
        ...hitFactsSchema.shape,
      }),
      z.object({ kind: z.literal('page'), page: count, text: z.string(), found: z.string() }),
    ]),
  ),
  /** More hits exist than were returned. */
  more: z.boolean(),
  /** The file could not be read. */
  failed: z.boolean(),
  /** Why the file, or a part of it, could not be searched or compared. */
  reasons: gapReasonsSchema,
});

export type FoundInFile = z.infer<typeof foundInFileSchema>;

const foundInFilesSchema = z.object({
  found: z.array(foundInFileSchema),
  /** Files without a source that are not in the cache. */
  unknown: z.array(z.string()),
});

/** Maximum number of files in one request of a search. */
const maxSearchedFiles = 512;

const { from, till, amount, currency } = searchFiltersSchema.shape;
const rowFiltersSchema = z.object({ from, till, amount, currency });

const handle = z.number().int();
/** One value for each row. */
const rowValues = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const rowNumbers = z.custom<Uint32Array>((value) => value instanceof Uint32Array);
/** Calendar dates. */
const periodSchema = z.object({ since: z.string(), till: z.string() });

/** A statement that is compared; it need not be open. */
const comparedStatementSchema = z.object({
  source: sourceSchema,
  remembered,
  /** The clerk's choice of a column; `null` for the one that is recognised. */
  reference: columnLayoutSchema.shape.reference,
});

/** Schemas of every method. */
export const reviewMethods = {
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
      origins: z.array(originSchema).max(maxTableStatements),
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
      /** Rows that another statement of the table has too. */
      repeated: count,
    }),
  },
  /** Checks every statement of a table, and that they follow each other. */
  checkUnion: {
    args: z.object({ handle, facts: z.array(factsSchema) }),
    result: tableChecksSchema,
  },
  /** The first rows before the header, as text. */
  linesBefore: {
    args: z.object({ handle, most: count }),
    result: z.object({ lines: z.array(z.string()), of: count }),
  },
  view: {
    args: z.object({ handle, view: viewSchema }),
    result: z.object({ rows: count, hits: count, cells: count }),
  },
  /** Sets the states of all rows of one kind. The view changes when it is set again. */
  setRowStates: {
    args: z.object({ handle, of: rowStateKindSchema, values: rowValues }),
    result: z.null(),
  },
  window: {
    args: z.object({ handle, offset: count, limit: count.max(200) }),
    result: z.array(reviewRowSchema),
  },
  /** The numbers of the chosen rows in their order, which stay the same whatever the view becomes. */
  numbers: {
    args: z.object({ handle, choice: chosenRowsSchema }),
    result: rowNumbers,
  },
  hit: { args: z.object({ handle, index: count }), result: z.number().int().nullable() },
  sums: {
    args: z.object({ handle, column: count, choice: chosenRowsSchema }),
    result: sumsSchema,
  },
  groups: {
    args: z.object({ handle, query: groupQuerySchema, offset: count, limit: count.max(200) }),
    result: groupsSchema,
  },
  /** A row of each wanted group in all rows; `null` for a group that does not exist. */
  findGroups: {
    args: z.object({ handle, groups: z.array(wantedGroupSchema) }),
    result: z.array(count.nullable()),
  },
  chart: { args: z.object({ handle, query: chartQuerySchema }), result: chartSchema },
  /** Whole rows, for copying and exporting. */
  rows: {
    args: z.object({ handle, choice: chosenRowsSchema, offset: count, limit: count.max(2_000) }),
    result: z.array(z.array(z.string())),
  },
  /** Whole rows as rows of a workbook's sheet, as many as fit into a limit of memory. */
  workbookRows: {
    args: z.object({
      handle,
      rows: rowNumbers,
      columns: z.array(count),
      /** For each row the texts of further columns; `null` for none. */
      further: z.array(z.array(z.string())).nullable().default(null),
      /** Row of the sheet, from 1, for the first row. */
      sheetRow: count,
    }),
    result: z.object({
      /** Compressed rows; see `DeflatedContent`. */
      xml: z.object({
        deflated: z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
        size: count,
        crc: count,
      }),
      /** Number of rows in `xml`, from the first on. */
      count,
      /** Cells of columns of numbers and dates that stayed texts: numbers with too many digits, and others. */
      kept: z.object({ long: count, other: count }),
    }),
  },
  cells: {
    args: z.object({ handle, column: count, choice: chosenRowsSchema, most: count.max(10_000) }),
    result: z.array(z.string()),
  },
  /** How the beginning of an open file reads under other options. */
  preview: { args: z.object({ handle, options: readOptionsSchema }), result: readPreviewSchema },
  check: { args: z.object({ handle, facts: factsSchema }), result: z.array(checkPointSchema) },
  /** Checks a file of pages, which is not opened here. */
  checkPages: {
    args: z.object({ source: sourceSchema, facts: factsSchema }),
    result: z.array(checkPointSchema),
  },
  /** Compares the references of an open statement with those of another one of the same wallet. */
  duplicateReferences: {
    args: z.object({
      handle,
      /** The clerk's choice of a column; `null` for the one that is recognised. */
      reference: count.nullable(),
      source: sourceSchema,
      remembered,
      own: periodSchema,
      other: periodSchema,
    }),
    /** `null` when one of them has no column of references. */
    result: z
      .object({ rows: z.array(count), theirs: z.array(count), column: count, inQuestion: count })
      .nullable(),
  },
  /**
   * Finds rows of another file in the open statement by their whole text. Rows of both count from the first row of their
   * file; `noRow` for a row that the open statement does not have.
   */
  sameRows: {
    args: z.object({
      handle,
      source: sourceSchema,
      remembered,
      /** Number of rows of the other file when its rows were numbered; read differently, it has no same rows. */
      fileRows: count,
      rows: rowNumbers,
    }),
    result: rowNumbers,
  },
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
  /**
   * Converts a sheet of a workbook to CSV, and says how the CSV is read; `sheet` is `null` for the only one with cells. Rejects
   * with `ledger-workbook` and `ledger-too-large`.
   */
  convertWorkbook: {
    args: z.object({ source: sourceSchema, sheet: z.string().nullable() }),
    result: z.object({ csv: rowValues, options: readOptionsSchema }),
  },
  /** Reads a ledger, which need not be open. Rejects with `ledger-not-table` and `ledger-ambiguous`. */
  readLedger: {
    args: z.object({ source: sourceSchema, options: readOptionsSchema.default({}) }),
    /** `isDoubtful`: another header or delimiter is nearly as likely. */
    result: z.object({ rows: count, isDoubtful: z.boolean() }),
  },
  /** The beginning of a ledger under other options. */
  previewLedger: {
    args: z.object({ source: sourceSchema, options: readOptionsSchema }),
    result: readPreviewSchema,
  },
  /**
   * Matches what is open under a handle with a ledger. The ledger stays in memory until the handle is closed or another
   * ledger is matched, and is not read again under the same key. Rejects with `ledger-not-table` and `ledger-ambiguous`.
   */
  matchLedger: {
    args: z.object({
      handle,
      /** Identifies the ledger and its reading. */
      key: z.string(),
      source: sourceSchema,
      /** How the ledger is read. */
      options: readOptionsSchema.default({}),
      /** The clerk's choice of a column of the statement; `null` for the one that is recognised. */
      reference: count.nullable(),
      /** Currency of amounts of the statement without one; `null` if it is unknown. */
      currency: z.string().nullable(),
      settings: matchSettingsSchema,
      links: clerkLinksSchema,
    }),
    result: matchSummarySchema,
  },
  /** Matches that were found, whole cells for an export. */
  ledgerMatches: {
    args: z.object({
      handle,
      kinds: z.array(matchKindSchema),
      offset: count,
      limit: count.max(2_000),
      isWhole: z.boolean(),
    }),
    result: z.object({ total: count, matches: z.array(rowMatchSchema) }),
  },
  /** Open rows of the statement or the ledger, whole cells for an export. */
  ledgerRows: {
    args: z.object({
      handle,
      side: matchSideSchema,
      only: openListingSchema,
      offset: count,
      limit: count.max(2_000),
      isWhole: z.boolean(),
    }),
    result: z.object({ total: count, rows: z.array(openRowSchema) }),
  },
  /** The place of an open row in its list; `null` for a row that is not listed. */
  ledgerPlace: {
    args: z.object({ handle, side: matchSideSchema, only: openListingSchema, row: count }),
    result: count.nullable(),
  },
  /** The match of a row, and whether it was made by the clerk; `null` for an open row. */
  ledgerMatchOf: {
    args: z.object({ handle, side: matchSideSchema, row: count }),
    result: z.object({ kind: matchKindSchema, rows: rowLinkSchema }).nullable(),
  },
  /** The state of each row of the statement: 1 for a match, 2 for a row that needs a decision. */
  ledgerStates: { args: z.object({ handle }), result: rowValues },
  /** Number of rows before the data in the file of the ledger. */
  ledgerHead: { args: z.object({ handle }), result: count },
  /** Whether all rows are open. */
  areLedgerRowsOpen: { args: z.object({ handle, rows: rowLinkSchema }), result: z.boolean() },
  /** Finds the payments with the references, in a file that need not be open. */
  payments: {
    args: z.object({
      source: sourceSchema,
      remembered,
      /** The clerk's choice of a column; `null` for the one that is recognised. */
      column: columnLayoutSchema.shape.reference,
      references: z.array(z.string()).max(20_000),
    }),
    result: z.array(statementPaymentSchema),
  },
  /** Rows of what is open that have a payment reference, in the order of the file. */
  paymentRows: {
    args: z.object({
      handle,
      /** The clerk's choice of a column; `null` for the one that is recognised. */
      column: count.nullable(),
      from: count,
      limit: count.max(2_000),
    }),
    result: paymentRowsSchema,
  },
  /** Searches files that need not be open. Files of one shard go to one thread, which caches them. */
  search: {
    args: z.object({
      shard: count,
      files: z
        .array(
          z.object({
            item: z.string(),
            source: sourceSchema.nullable(),
            remembered,
            walletCurrency: z.string().nullable().default(null),
          }),
        )
        .max(maxSearchedFiles),
      text: z.string(),
      /** `null` for a search of the text alone. */
      filters: rowFiltersSchema.nullable().default(null),
      /** Maximum number of hits per file, and of all files. */
      maxHits: count,
      maxTotalHits: count,
    }),
    result: foundInFilesSchema,
  },
  /** Searches the pages of PDFs, in a thread of their own, which caches their texts. */
  searchPages: {
    args: z.object({
      files: z.array(z.object({ item: z.string(), source: sourceSchema.nullable() })).max(maxSearchedFiles),
      text: z.string(),
      maxHits: count,
    }),
    result: foundInFilesSchema,
  },
} as const;

/** Name of a method. */
export type MethodName = keyof typeof reviewMethods;

/** Name of a method of the engine, which opens statements. */
export type EngineMethodName = Exclude<MethodName, 'searchPages'>;

/** True if the text is the name of a method of the engine. */
export function isEngineMethodName(name: string): name is EngineMethodName {
  return Object.hasOwn(reviewMethods, name) && name !== 'searchPages';
}
