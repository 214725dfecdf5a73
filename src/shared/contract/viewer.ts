/**
 * @file Commands and topics of the viewer of statements: open, read rows, sum, find, check, export, and search in all
 * statements.
 */
import { z } from 'zod';
import { savedFileSchema } from '../model/saved-file.ts';
import { agreementSummarySchema, rowAgreementSchema } from '../model/statements/agreement.ts';
import {
  annotationCountsSchema,
  annotationOfRowSchema,
  annotationSchema,
} from '../model/statements/annotations.ts';
import { columnLayoutSchema } from '../model/statements/column-layout.ts';
import {
  checkPointSchema,
  combinedChecksSchema,
  combinedLeftReasonSchema,
  duplicateReferencesSchema,
  groupsSchema,
  openedSchema,
  readOptionsSchema,
  readPreviewSchema,
  statementRowSchema,
  sumsSchema,
  viewSchema,
} from '../model/statements/open-statement.ts';
import { savedViewSchema, viewDefinitionSchema, viewNameSchema } from '../model/statements/saved-view.ts';
import {
  explanationSchema,
  explanationsSchema,
  signOffEntrySchema,
  signOffFactsSchema,
} from '../model/statements/sign-off.ts';
import {
  chartKindSchema,
  chartPictureSchema,
  chartQuerySchema,
  chartSchema,
  pictureFormatSchema,
} from '../model/statements/statement-chart.ts';
import { groupQuerySchema, wantedGroupSchema } from '../model/statements/statement-groups.ts';
import { searchFiltersSchema, searchSchema } from '../model/statements/statement-search.ts';
import { statementSchema, walletSchema } from '../model/statements/statements.ts';
import { actions, command, topic } from './define.ts';

const id = z.number().int().positive();
/** Identifies an open statement until it is closed. */
const handle = z.number().int().positive();
const rowNumber = z.number().int().min(0);
const viewId = z.string().max(100);
/** The wallet of the open statement; `null` for a table with several wallets, and for views for all wallets. */
const viewScope = id.nullable();
/** Maximum number of rows in a selection by row number. */
export const maxSelectedRows = 100_000;
/** Maximum number of lines before a header that are shown. */
export const maxLinesBefore = 1_000;
/** Maximum number of statements that are opened as a combined statement. */
export const maxCombinedStatements = 600;
/** Maximum size of the files of one table together, in bytes. */
export const maxCombinedBytes = 1_000_000_000;
/** Maximum length of a search text, in characters. */
export const maxSearchLength = 200;
/** Maximum number of listed hits of the search in all statements. */
export const maxSearchHits = 500;
/** Maximum number of listed hits of one statement in the search in all statements. */
export const maxFileHits = 100;

/** The rows that a command applies to. */
export const chosenRowsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('view') }),
  z.strictObject({ kind: z.literal('some'), rows: z.array(rowNumber).max(maxSelectedRows) }),
  /** All rows of the view except some. */
  z.strictObject({ kind: z.literal('all-except'), rows: z.array(rowNumber).max(maxSelectedRows) }),
  /** Rows of the view by position, both ends included. */
  z.strictObject({ kind: z.literal('range'), from: rowNumber, to: rowNumber }),
]);

export type ChosenRows = z.infer<typeof chosenRowsSchema>;

/** File formats in which rows are exported. */
const tableFormatSchema = z.enum(['csv', 'xlsx', 'pdf']);

const shownColumns = z.array(rowNumber).min(1).max(4_096);

/** What is printed: the rows of the view, its groups, or a chart. */
const printedSchema = z.discriminatedUnion('content', [
  z.strictObject({ content: z.literal('view'), handle, columns: shownColumns }),
  z.strictObject({ content: z.literal('groups'), handle, query: groupQuerySchema }),
  z.strictObject({ content: z.literal('chart'), handle, picture: chartPictureSchema }),
]);

export type Printed = z.infer<typeof printedSchema>;

export type TableFormat = z.infer<typeof tableFormatSchema>;

/** The history of the sign-offs of the only open statement, oldest first; empty for several statements. */
const signOffs = z.array(signOffEntrySchema);

/** What a change of rows has left. */
const changed = z.object({
  counts: annotationCountsSchema,
  /** Number of statements whose sign-off has ended by the change. */
  reopened: z.int(),
  signOffs,
});

export const viewerCommands = {
  /**
   * Opens a stored CSV statement and closes the one that was open. Rejects a PDF, which has no rows, with
   * `arguments-invalid`.
   */
  'viewer.open': command(
    /**
     * Options are remembered for the wallet; empty options delete the remembered options. With `null`, the remembered
     * options apply if they fit the file.
     */
    z.strictObject({ statementId: id, options: readOptionsSchema.nullable() }),
    z.object({
      handle,
      statement: statementSchema,
      opened: openedSchema,
      /** Whether the remembered options were applied; `unfit` when the file has other columns. */
      remembered: z.enum(['none', 'applied', 'unfit']),
      /** The clerk's column layout for this wallet, or `null`. */
      layout: columnLayoutSchema.nullable(),
      /** Length of the longest text of each column in the first rows, in characters. */
      lengths: z.array(z.number().int()),
    }),
  ),
  /**
   * Opens several stored CSV statements as a combined statement and closes what was open. Their rows follow each other by wallet and
   * period; the last three columns are the wallet, the period and the row in the statement.
   */
  'viewer.openCombined': command(
    z.strictObject({ statementIds: z.array(id).min(1).max(maxCombinedStatements) }),
    z.object({
      handle,
      opened: openedSchema,
      /** The statements in the order of their rows. */
      statements: z.array(
        z.object({
          statement: statementSchema,
          firstRow: rowNumber,
          rows: rowNumber,
          /** The detected format of the file is only the most likely one. */
          isDoubtful: z.boolean(),
        }),
      ),
      left: z.array(z.object({ statement: statementSchema, reason: combinedLeftReasonSchema })),
      /** Number of rows that another statement of the table has too. */
      repeated: rowNumber.nullable(),
      layout: columnLayoutSchema.nullable(),
      lengths: z.array(z.number().int()),
    }),
  ),
  /** Stores the column layout of the open statement's wallet. */
  'viewer.keepLayout': command(z.strictObject({ handle, layout: columnLayoutSchema }), z.null()),
  /** Checks a stored PDF statement and returns the address under which the window loads the whole file. */
  'viewer.document': command(
    z.strictObject({ statementId: id }),
    z.object({ statement: statementSchema, address: z.string(), points: z.array(checkPointSchema) }),
  ),
  /** Sets the view (filters, order, find text) that the other commands refer to. */
  'viewer.view': command(
    z.strictObject({ handle, view: viewSchema }),
    z.object({ rows: z.number().int(), hits: z.number().int(), cells: z.number().int() }),
  ),
  'viewer.query': actions({
    window: command(
      z.strictObject({ handle, offset: rowNumber, limit: z.number().int().min(1).max(200) }),
      z.object({ rows: z.array(statementRowSchema) }),
    ),
    /** Row numbers at a range of positions in the view, both ends included. */
    numbers: command(
      z
        .strictObject({ handle, from: rowNumber, to: rowNumber })
        .refine(({ from, to }) => to - from < maxSelectedRows),
      z.object({ rows: z.array(rowNumber) }),
    ),
    /** The position in the view of the n-th row that matches the find text. */
    hit: command(z.strictObject({ handle, index: rowNumber }), z.object({ place: rowNumber.nullable() })),
    sums: command(z.strictObject({ handle, column: rowNumber, rows: chosenRowsSchema }), sumsSchema),
    /** Groups of the rows in view, from a position in their order on. */
    groups: command(
      z.strictObject({
        handle,
        query: groupQuerySchema,
        offset: rowNumber,
        limit: z.number().int().min(1).max(200),
      }),
      groupsSchema,
    ),
    /** Returns a row of each wanted group, `null` for a group that the statement does not have. */
    findGroups: command(
      z.strictObject({ handle, groups: z.array(wantedGroupSchema).max(20) }),
      z.object({ rows: z.array(rowNumber.nullable()) }),
    ),
    /** A chart of the rows in view. */
    chart: command(z.strictObject({ handle, query: chartQuerySchema }), chartSchema),
    /**
     * Returns the references of payments in the chosen rows, for fetching their proofs. `rows` is the number of rows,
     * counted from the first, in which references were searched.
     */
    references: command(
      z.strictObject({ handle, rows: chosenRowsSchema }),
      z.object({ references: z.array(z.string()).max(10_000), rows: z.number().int() }),
    ),
    /**
     * Compares every row that has a payment reference with the stored proof of the reference, and makes the results the row
     * states `agreement`.
     */
    agreement: command(z.strictObject({ handle }), agreementSummarySchema),
    /** The comparison of one row; `null` for a row without a reference. Rejects with `arguments-invalid` before {@link agreement}. */
    agreementOfRow: command(
      z.strictObject({ handle, row: rowNumber }),
      z.object({ agreement: rowAgreementSchema.nullable() }),
    ),
    /** The references of compared rows whose proof was not fetched; `of` counts all of them. */
    missingProofs: command(
      z.strictObject({ handle }),
      z.object({ references: z.array(z.string()).max(20_000), of: z.int() }),
    ),
    check: command(z.strictObject({ handle }), z.object({ points: z.array(checkPointSchema) })),
    /** Checks the statements of an open table. */
    checkTable: command(z.strictObject({ handle }), combinedChecksSchema),
    /** Compares the references of the open statement with the references of the wallet's other stored statements. */
    duplicateReferences: command(z.strictObject({ handle }), duplicateReferencesSchema),
    /**
     * Returns the rows of the file before its header, or before the first data row of a file without a header, as text.
     * Long rows are truncated.
     */
    linesBefore: command(
      z.strictObject({ handle }),
      z.object({ lines: z.array(z.string()).max(maxLinesBefore), of: z.int().min(0) }),
    ),
    /** Previews the beginning of the open statement's file under other options. */
    preview: command(z.strictObject({ handle, options: readOptionsSchema }), readPreviewSchema),
  }),
  /**
   * Copies cells to the clipboard as tab-separated original texts, with formulas made harmless; a single cell is copied
   * unchanged. Returns the number of copied rows and of all chosen rows.
   */
  'viewer.copy': command(
    z.union([
      z.strictObject({
        handle,
        rows: chosenRowsSchema,
        columns: z.array(rowNumber).min(1).max(4_096),
        /** Adds a first line with the names of the columns. */
        names: z.boolean(),
      }),
      /** Copies groups with a first line of names: the group at a position, or all groups for `null`. */
      z.strictObject({ handle, groups: groupQuerySchema, place: rowNumber.nullable() }),
    ]),
    z.object({ rows: z.number().int(), of: z.number().int() }),
  ),
  'viewer.export': actions({
    /**
     * Exports the rows of the view where the clerk chooses, with formulas made harmless. Rejects with
     * `workbook-cell-too-long` or `workbook-too-large` what a workbook cannot hold, and with `pages-too-many` what a PDF
     * cannot.
     */
    view: command(
      z.strictObject({ handle, columns: shownColumns, format: tableFormatSchema }),
      z.object({ savedAs: savedFileSchema.nullable() }),
    ),
    /** Exports the groups of the view in their order, with all figures. */
    groups: command(
      z.strictObject({ handle, query: groupQuerySchema, format: tableFormatSchema }),
      z.object({ savedAs: savedFileSchema.nullable() }),
    ),
    /**
     * Opens the system's print dialog with a view, groups or a chart. Resolves when it is closed. Rejects with
     * `pages-too-many`.
     */
    print: command(printedSchema, z.null()),
    /** Saves a picture of a chart where the clerk chooses. */
    chart: command(
      z.strictObject({
        handle,
        kind: chartKindSchema,
        format: pictureFormatSchema,
        picture: chartPictureSchema,
      }),
      z.object({ savedAs: savedFileSchema.nullable() }),
    ),
    /** Exports the original file, byte for byte. */
    original: command(z.strictObject({ statementId: id }), z.object({ savedAs: savedFileSchema.nullable() })),
  }),
  /** Ticks and notes on rows: sealed, with a history that is only appended to. They belong to the bytes of a file. */
  'viewer.annotations': actions({
    /** Reads what the rows of the open statement have, and shows it in the rows. */
    show: command(
      z.strictObject({ handle }),
      /** `earlierRows`: rows of the earlier version of the statement with a tick or a note. */
      z.object({
        counts: annotationCountsSchema,
        /** Changes that are not shown, because the file was read as another number of rows when they were made. */
        misplaced: z.int(),
        earlierRows: z.int(),
        signOffs,
      }),
    ),
    /**
     * Gives the rows that the earlier version of the statement has too what they have there. `lost` rows are not in the
     * open statement as they were.
     */
    carryOver: command(
      z.strictObject({ handle }),
      changed.extend({ act: z.string(), carried: z.int(), lost: z.int() }),
    ),
    /** Changes rows durably; `act` identifies the change for {@link undo}. */
    annotate: command(
      z.strictObject({ handle, rows: chosenRowsSchema, annotation: annotationSchema }),
      changed.extend({ act: z.string(), rows: z.int() }),
    ),
    undo: command(z.strictObject({ handle, act: z.string().max(100) }), changed),
    /** Reads and checks a stored statement, and returns the figures that a sign-off would have. */
    signOffFacts: command(z.strictObject({ statementId: id }), z.object({ facts: signOffFactsSchema })),
    /**
     * Signs a stored statement off with the figures that it has now. Rejects with `arguments-invalid` when a check did not
     * pass and nothing explains it.
     */
    signOff: command(
      z.strictObject({ statementId: id, explanations: explanationsSchema }),
      z.object({ signOffs }),
    ),
    /** Withdraws a sign-off, which stays in the history. */
    withdraw: command(z.strictObject({ statementId: id, reason: explanationSchema }), z.object({ signOffs })),
    /** All changes of one row, newest first. */
    history: command(
      z.strictObject({ handle, row: rowNumber }),
      z.object({ changes: z.array(annotationOfRowSchema) }),
    ),
  }),
  /** Saved views of the profile. Views that the administrator hands out cannot be changed: `setting-managed`. */
  'viewer.views': actions({
    /** Returns the views for all wallets and, with a wallet, those for its statements, by name. */
    list: command(
      z.strictObject({ walletId: viewScope }),
      z.object({ views: z.array(savedViewSchema).readonly() }),
    ),
    /** Rejects with `view-name-taken` when another view in the same list has the name. */
    save: command(
      z.strictObject({
        name: viewNameSchema,
        walletId: viewScope,
        isDefault: z.boolean(),
        view: viewDefinitionSchema,
      }),
      z.object({ id: viewId }),
    ),
    update: command(z.strictObject({ id: viewId, view: viewDefinitionSchema }), z.null()),
    /** Rejects with `view-name-taken`. */
    rename: command(z.strictObject({ id: viewId, name: viewNameSchema }), z.null()),
    /** A scope has at most one default view: another one is no longer the default. */
    setDefault: command(z.strictObject({ id: viewId, isDefault: z.boolean() }), z.null()),
    remove: command(z.strictObject({ id: viewId }), z.null()),
    /** Writes views to an unencrypted file where the clerk chooses. */
    export: command(
      z.strictObject({ ids: z.array(viewId).min(1).max(200) }),
      z.object({ savedAs: savedFileSchema.nullable() }),
    ),
    /**
     * Adds the views of a file that the clerk chooses; `null` when none was chosen. A view whose name is taken gets
     * another name, and none becomes a default view. Rejects with `view-file-invalid` or `view-file-newer`.
     */
    import: command(
      z.strictObject({ walletId: viewScope }),
      z
        .object({
          imported: z.int(),
          renamed: z.int(),
          /** Views for the statements of other wallets. */
          elsewhere: z.int(),
        })
        .nullable(),
    ),
  }),
  /** Searches all stored statements; hits are published in the topic `search`. */
  'viewer.search': actions({
    /** Starts the process that searches, and returns the wallets of the stored statements. */
    prepare: command(z.strictObject({}), z.object({ wallets: z.array(walletSchema) })),
    /** Starts a search in place of the running one. Without a text and filters, the search ends. */
    start: command(
      z.strictObject({ text: z.string().max(maxSearchLength), filters: searchFiltersSchema }),
      z.object({ search: z.number().int() }),
    ),
    /** Exports listed hits of a search, by their index and in this order, where the clerk chooses. */
    export: command(
      z.strictObject({ search: z.number().int(), hits: z.array(rowNumber).min(1).max(maxSearchHits) }),
      z.object({ savedAs: savedFileSchema.nullable() }),
    ),
  }),
} as const;

export const viewerTopics = { search: topic(searchSchema) } as const;
