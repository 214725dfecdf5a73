/** @file The search in all stored statements: filters, hits, and what could not be searched. */
import { z } from 'zod';
import { calendarDateSchema } from './period.ts';
import { walletSchema } from './statements.ts';

const decimalText = z.string().regex(/^-?\d{1,24}(\.\d{1,18})?$/);

/** Filters of the search; a filter that is `null`, or has no wallets, is not set. */
export const searchFiltersSchema = z.strictObject({
  /** First and last day of the rows. */
  from: calendarDateSchema.nullable(),
  till: calendarDateSchema.nullable(),
  /** An amount or a range, as parsed by `parseAmountQuery`. */
  amount: z
    .strictObject({ from: decimalText.nullable(), to: decimalText.nullable(), eitherSign: z.boolean() })
    .nullable(),
  currency: z
    .string()
    .regex(/^[A-Z0-9]{2,10}$/)
    .nullable(),
  walletIds: z.array(z.number().int()).max(1_000),
});

export type SearchFilters = z.infer<typeof searchFiltersSchema>;

export const noFilters: SearchFilters = {
  from: null,
  till: null,
  amount: null,
  currency: null,
  walletIds: [],
};

/** True if a filter applies to single rows of a statement. */
export function hasRowFilter({ from, till, amount, currency }: SearchFilters): boolean {
  return from !== null || till !== null || amount !== null || currency !== null;
}

/**
 * Why a statement, or a part of it, could not be searched or compared. `pages`: a PDF has no rows to compare. `some-…`:
 * single rows could not be compared. `ambiguous-…`: the column can be read in two ways.
 */
const gapReasonSchema = z.enum([
  'unreadable',
  'password',
  'no-text',
  'long-text',
  'pages',
  'no-amounts',
  'ambiguous-amounts',
  'some-amounts',
  'no-dates',
  'ambiguous-dates',
  'some-dates',
  'no-currencies',
  'some-currencies',
]);

export type GapReason = z.infer<typeof gapReasonSchema>;

export const gapReasonsSchema = z.array(gapReasonSchema);

/** Date and amount of the row of a hit, by which hits are sorted. */
export const hitFactsSchema = z.object({
  /** `null` for a row without a date. */
  date: calendarDateSchema.nullable(),
  /** Signed minor units with their number of decimals; an unknown currency is empty. `null` for a row without an amount. */
  amount: z.object({ units: z.string(), scale: z.int(), currency: z.string() }).nullable(),
});

const statementOfHit = {
  statementId: z.number().int(),
  wallet: walletSchema,
  since: calendarDateSchema,
  till: calendarDateSchema,
};

/** A hit: a cell of a row, or a line on a page of a PDF. */
const searchHitSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cell'),
    ...statementOfHit,
    ...hitFactsSchema.shape,
    row: z.number().int(),
    column: z.number().int(),
    columnName: z.string(),
    /** The whole row; long cells are truncated. */
    cells: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('page'),
    ...statementOfHit,
    /** Number of the page, from 1. */
    page: z.number().int(),
    /** The line with the hit. */
    text: z.string(),
    /** The text that was found, for the search in the page. */
    found: z.string(),
  }),
]);

export type SearchHit = z.infer<typeof searchHitSchema>;

/** A statement that could not be searched or compared completely. */
const searchGapSchema = z.object({ ...statementOfHit, reasons: gapReasonsSchema });

export type SearchGap = z.infer<typeof searchGapSchema>;

/** Progress and results of a search. */
export const searchSchema = z.object({
  /** ID of the search; 0 for none. */
  search: z.number().int(),
  text: z.string(),
  filters: searchFiltersSchema,
  state: z.enum(['idle', 'running', 'done']),
  searched: z.number().int(),
  /** Statements that can have hits. */
  statements: z.number().int(),
  /** Statements that cannot have hits, because of their wallet, period or currency. They are not read. */
  excluded: z.number().int(),
  hits: z.array(searchHitSchema),
  /** True when there are more hits than listed. */
  more: z.boolean(),
  /** Statements that could not be read. */
  failed: z.number().int(),
  /** Statements that could not be searched or compared completely, with those that could not be read. */
  gaps: z.array(searchGapSchema),
});

/** The topic's value before the first search. */
export const noSearch: z.infer<typeof searchSchema> = {
  search: 0,
  text: '',
  filters: noFilters,
  state: 'idle',
  searched: 0,
  statements: 0,
  excluded: 0,
  hits: [],
  more: false,
  failed: 0,
  gaps: [],
};
