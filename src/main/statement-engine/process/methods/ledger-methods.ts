/** @file Methods of the statement engine that match rows with a ledger. */
import { z } from 'zod';
import {
  clerkLinksSchema,
  decisionReasonSchema,
  matchedRowSchema,
  matchKindSchema,
  matchProposalSchema,
  matchRuleSchema,
  matchSettingsSchema,
  matchSideSchema,
  matchSummarySchema,
  openListingSchema,
  openRowSchema,
  proposalGroupSchema,
  rowLinkSchema,
  rowMatchSchema,
} from '../../../../shared/model/statements/ledger.ts';
import { readOptionsSchema, readPreviewSchema } from '../../../../shared/model/statements/open-statement.ts';
import { count, handle, rowValues, sourceSchema } from './fields.ts';

export const ledgerMethods = {
  /**
   * Converts a sheet of a workbook to CSV, and says how the CSV is read; `sheet` is `null` for the only one with cells.
   * Returns the names of the sheets with cells if there are several. Rejects with `ledger-workbook` and `ledger-too-large`.
   */
  convertWorkbook: {
    args: z.object({ source: sourceSchema, sheet: z.string().nullable() }),
    result: z.union([
      z.object({ csv: rowValues, options: readOptionsSchema }),
      z.object({ sheets: z.array(z.string()) }),
    ]),
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
  /** The groups of proposals, the largest first. */
  ledgerProposalGroups: { args: z.object({ handle }), result: z.array(proposalGroupSchema) },
  /** The proposals of a group; of all groups for `null`. */
  ledgerProposals: {
    args: z.object({
      handle,
      group: z.object({ rule: matchRuleSchema, against: z.array(decisionReasonSchema) }).nullable(),
      offset: count,
      limit: count.max(2_000),
      isWhole: z.boolean(),
    }),
    result: z.object({ total: count, proposals: z.array(matchProposalSchema) }),
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
  /** Rows with their facts; `null` unless all are open. */
  findOpenLedgerRows: {
    args: z.object({ handle, rows: rowLinkSchema }),
    result: z.object({ statement: z.array(matchedRowSchema), ledger: z.array(matchedRowSchema) }).nullable(),
  },
} as const;
