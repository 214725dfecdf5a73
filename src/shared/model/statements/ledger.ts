/** @file Matching of a statement with a ledger, the company's own list of payments: rules, results and settings. */
import { z } from 'zod';
import { leftOutReasonSchema } from './open-statement.ts';

const count = z.int().min(0);

/** The automatic rules: equal references, equal amounts, alike names, several rows for one, and fees. */
export const matchRuleSchema = z.enum(['reference', 'amount', 'name', 'sum', 'fee']);

export type MatchRule = z.infer<typeof matchRuleSchema>;

/** What made a match: the clerk, or a rule. */
export const matchKindSchema = z.enum(['by-hand', ...matchRuleSchema.options]);

export type MatchKind = z.infer<typeof matchKindSchema>;

/** Maximum number of days between the dates of two rows that a rule matches. */
export const maxRuleDays = 31;

const ruleSettingSchema = z.strictObject({
  rule: matchRuleSchema,
  isOn: z.boolean(),
  /** Maximum number of days between the dates; not used by the rule of references. */
  days: z.int().min(0).max(maxRuleDays),
});

export type RuleSetting = z.infer<typeof ruleSettingSchema>;

/** How the signs of the ledger relate to those of the statement. */
const signChoiceSchema = z.enum(['detect', 'same', 'reversed']);

/** The rules in their order, and how amounts are compared. */
export const matchSettingsSchema = z.strictObject({
  rules: z
    .array(ruleSettingSchema)
    .length(matchRuleSchema.options.length)
    .refine((rules) => new Set(rules.map(({ rule }) => rule)).size === rules.length),
  signs: signChoiceSchema,
  /** Difference of two amounts with the same reference that still match, as a decimal number. */
  tolerance: z.string().regex(/^\d{1,9}(\.\d{1,8})?$/),
});

export type MatchSettings = z.infer<typeof matchSettingsSchema>;

export const defaultMatchSettings: MatchSettings = {
  rules: [
    { rule: 'reference', isOn: true, days: 0 },
    { rule: 'amount', isOn: true, days: 3 },
    { rule: 'name', isOn: true, days: 10 },
    { rule: 'sum', isOn: true, days: 10 },
    { rule: 'fee', isOn: true, days: 10 },
  ],
  signs: 'detect',
  tolerance: '0',
};

/** What speaks against a match, so that its rows need a decision of the clerk; the most important first. */
export const decisionReasonSchema = z.enum([
  /** The amounts differ. */
  'difference',
  /** The currencies differ, or one is not stated while the other file has several. */
  'other-currency',
  /** Money goes the other way. */
  'other-direction',
  /** Several rows have the reference. */
  'repeated-reference',
  /** Several rows have the amount on days close to one another. */
  'twins',
  /** Both rows state references, and share none. */
  'other-reference',
  /** Both rows state names, and they are different. */
  'other-name',
  /** The names are alike, and it is not certain that they are of one party. */
  'alike-name',
  /** The dates are too far apart. */
  'other-date',
  /** Another row of the reference undoes the payment. */
  'returned',
  /** Nothing but the amount is in common. */
  'amount-only',
  /** Rows with such amounts add up by chance. */
  'chance',
  /** Several selections of rows add up to the amount. */
  'several-sums',
  /** Too many selections of rows would have to be tried. */
  'search-stopped',
  /** The reference or amount fits, and the signs of the ledger are unknown. */
  'unknown-signs',
  /** The clerk separated the row from its match. */
  'separated',
]);

export type DecisionReason = z.infer<typeof decisionReasonSchema>;

export const matchSideSchema = z.enum(['statement', 'ledger']);

export type MatchSide = z.infer<typeof matchSideSchema>;

/** Rows of both files that belong together. Row numbers count data rows from 0. */
export const rowLinkSchema = z.strictObject({
  statement: z.array(count).min(1).max(50),
  ledger: z.array(count).min(1).max(50),
});

export type RowLink = z.infer<typeof rowLinkSchema>;

/** Maximum number of links, and of separations, that the clerk makes for two files. */
export const maxLinks = 100_000;

/** Two names of one party, as the clerk matched them. */
export const nameAliasSchema = z.tuple([z.string(), z.string()]);

export type NameAlias = z.infer<typeof nameAliasSchema>;

/** What the clerk decided about two files. */
export const clerkLinksSchema = z.strictObject({
  /** Rows that the clerk matched. */
  links: z.array(rowLinkSchema).max(maxLinks),
  /** Rows that no rule matches, because the clerk separated them. */
  separated: z.array(rowLinkSchema).max(maxLinks),
  /** Names that are alike, whatever their words are. */
  aliases: z.array(nameAliasSchema).max(maxLinks).default([]),
});

export type ClerkLinks = z.infer<typeof clerkLinksSchema>;

/** A row of the statement or of the ledger with the facts that are matched. */
export const matchedRowSchema = z.object({
  row: count,
  /** Calendar date, or `null`. */
  date: z.string().nullable(),
  /** Signed decimal amount as the file means it, or `null`. */
  amount: z.string().nullable(),
  currency: z.string(),
  reference: z.string(),
  name: z.string(),
});

export type MatchedRow = z.infer<typeof matchedRowSchema>;

/** A match with the facts that explain it. */
export const rowMatchSchema = z.object({
  kind: matchKindSchema,
  statement: z.array(matchedRowSchema),
  ledger: z.array(matchedRowSchema),
  /** Days between the first rows; `null` without dates. */
  days: count.nullable(),
  isSameReference: z.boolean(),
  isAlikeName: z.boolean(),
  /** False if the rows state more than one currency; then there is no difference of amounts. */
  hasOneCurrency: z.boolean(),
  /** Difference of the amounts as a decimal number: the fee, or what the tolerance or the clerk allowed. */
  difference: z.string().nullable(),
});

export type RowMatch = z.infer<typeof rowMatchSchema>;

/** Rows that may belong together, with the facts for it and what speaks against it. */
export const matchProposalSchema = z.object({
  ...rowMatchSchema.shape,
  kind: matchRuleSchema,
  against: z.array(decisionReasonSchema).min(1),
});

export type MatchProposal = z.infer<typeof matchProposalSchema>;

/** Proposals with the same rule and the same reasons against them. */
export const proposalGroupSchema = z.object({
  rule: matchRuleSchema,
  against: z.array(decisionReasonSchema).min(1),
  proposals: count,
  /** Rows of both files. */
  rows: count,
});

export type ProposalGroup = z.infer<typeof proposalGroupSchema>;

/** An open row. */
export const openRowSchema = z.object({
  ...matchedRowSchema.shape,
  /** `null` for a row without a candidate. */
  reason: decisionReasonSchema.nullable(),
  /** False if no rule compared the row: it lacks what they need, or the other file does. */
  isCompared: z.boolean(),
  /** A row of the other file that may belong to it, or `null`. */
  candidate: count.nullable(),
});

export type OpenRow = z.infer<typeof openRowSchema>;

/** Which open rows are listed: all, or those that need a decision. */
export const openListingSchema = z.enum(['all', 'to-decide']);

export type OpenListing = z.infer<typeof openListingSchema>;

const openSumSchema = z.object({
  currency: z.string(),
  rows: count,
  /** Decimal numbers; outgoing amounts are negative. */
  incoming: z.string(),
  outgoing: z.string(),
});

/** The columns of one file that are compared, by name; `null` for a column that the file does not have. */
const sideColumnsSchema = z.object({
  reference: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  date: z.string().nullable(),
  name: z.string().nullable(),
  fee: z.string().nullable(),
});

const sideSummarySchema = z.object({
  rows: count,
  matched: count,
  toDecide: count,
  /** Open rows without a candidate, or with refused ones. */
  open: count,
  /** Sums of all rows that are not matched, by currency. */
  openSums: z.array(openSumSchema),
  /** Rows that are not matched because they are no transactions, or because their amount cannot be read. */
  leftOut: z.array(
    z.object({ reason: z.enum([...leftOutReasonSchema.options, 'unreadable', 'empty', 'repeated']), count }),
  ),
  columns: sideColumnsSchema,
});

export type SideSummary = z.infer<typeof sideSummarySchema>;

export const matchSummarySchema = z.object({
  statement: sideSummarySchema,
  ledger: sideSummarySchema,
  /** Number of matches by rule. */
  matches: z.record(matchKindSchema, count),
  signs: z.object({
    /** `unknown`: amounts are not compared. */
    use: z.enum(['same', 'reversed', 'unknown']),
    /** Chosen by the clerk, read off the column of directions, or found by rows with equal references. */
    by: z.enum(['clerk', 'direction', 'references', 'none']),
    /** Rows with equal references and amounts that have the same, and the opposite sign. */
    same: count,
    opposite: count,
  }),
  /** `assumed`: one file states no currency, and the other one has a single currency. `unknown`: amounts alone do not match. */
  currencies: z.enum(['stated', 'assumed', 'none', 'unknown']),
  /** Rows whose search for sums was stopped at its limit. */
  stoppedSearches: count,
  /** Links of the clerk that were made with another reading of a file, and are not applied. */
  unfitLinks: count,
});

export type MatchSummary = z.infer<typeof matchSummarySchema>;

/** A stored ledger. */
export const ledgerSchema = z.object({
  id: z.string().max(100),
  /** Name of the file that was imported. */
  name: z.string(),
  /** The sheet that the clerk chose of a workbook with several, or `null`. */
  sheet: z.string().nullable(),
  /** ISO 8601 UTC time. */
  importedAt: z.string(),
  /** Bytes. */
  size: count,
});

export type Ledger = z.infer<typeof ledgerSchema>;

/** Maximum size of a ledger, in bytes. */
export const maxLedgerBytes = 300_000_000;

/** Why a workbook cannot be read as a ledger. */
export const workbookProblemSchema = z.enum([
  /** With a password, or of Excel 97 to 2003. */
  'protected',
  'damaged',
  'too-large',
  'empty',
  /** A formula has no stored result. */
  'no-result',
  /** A cell has no value of its type. */
  'unreadable-cell',
]);

export type WorkbookProblem = z.infer<typeof workbookProblemSchema>;
