/**
 * @file What the window shows of a proof that is text, as main read it: the window parses no text of others. Everything
 * is bounded; what is left out is counted.
 */
import { z } from 'zod';
import { amountSchema } from './amount.ts';
import { checkFailureSchema } from './check-failure.ts';
import { proofStatusSchema } from './status.ts';

/** A fact of a transaction, under the name by which the messages know it. */
export const isoFactSchema = z.enum([
  'amount',
  'returned',
  'settled',
  'entry-credit',
  'entry-debit',
  'expected',
  'settlement-date',
  'booking-date',
  'value-date',
  'execution-date',
  'date',
  'instructed',
  'original',
  'original-date',
  'rate',
  'charges',
  'charges-amount',
  'transaction-id',
  'instruction-id',
  'end-to-end-id',
  'uetr',
  'message-id',
  'debtor',
  'debtor-account',
  'debtor-agent',
  'creditor',
  'creditor-account',
  'creditor-agent',
  'purpose',
  'remittance',
]);

export type IsoFact = z.infer<typeof isoFactSchema>;

/** A fact with its text; an amount has its currency in front. */
export const isoFactTextSchema = z.object({
  fact: isoFactSchema,
  text: z.string(),
  /** What a check of the text found; `null` when there is nothing to check or nothing was found. */
  failure: checkFailureSchema.nullable(),
});

export type IsoFactText = z.infer<typeof isoFactTextSchema>;

/** What an entry of a statement did; a reversal takes back an entry of the other direction. */
export const entryMarkSchema = z.enum([
  'credit',
  'debit',
  'credit-reversed',
  'debit-reversed',
  'credit-expected',
  'debit-expected',
]);

export type EntryMark = z.infer<typeof entryMarkSchema>;

/** What the value of a SWIFT field says; a value that cannot be read is text. */
export const fieldMeaningSchema = z.discriminatedUnion('as', [
  z.object({ as: z.literal('money'), amount: amountSchema, date: z.string().nullable() }),
  z.object({
    as: z.literal('party'),
    account: z.string().nullable(),
    accountFailure: checkFailureSchema.nullable(),
    lines: z.array(z.string()),
    /** Of the last line, where it is a BIC. */
    bicFailure: checkFailureSchema.nullable(),
  }),
  z.object({ as: z.literal('balance'), isDebit: z.boolean(), date: z.string(), amount: amountSchema }),
  z.object({
    as: z.literal('entry'),
    mark: entryMarkSchema,
    value: z.string(),
    /** That of the balances; `null` without one. */
    currency: z.string().nullable(),
    /** YYYY-MM-DD. */
    valueDate: z.string(),
    /** YYYY-MM-DD. */
    bookingDate: z.string().nullable(),
    /** Such as `NTRF`. */
    code: z.string(),
    reference: z.string().nullable(),
    bankReference: z.string().nullable(),
    details: z.string().nullable(),
  }),
  /** The number of entries and their sum. */
  z.object({ as: z.literal('sum'), count: z.number().int(), amount: amountSchema }),
  z.object({ as: z.literal('date'), date: z.string() }),
  z.object({ as: z.literal('lines'), lines: z.array(z.string()) }),
  z.object({ as: z.literal('text') }),
]);

export type FieldMeaning = z.infer<typeof fieldMeaningSchema>;

/** How the amounts of a message fit together: 33B × 36 − 71F + 71G against 32A. */
export const amountComparisonSchema = z.object({
  result: z.enum(['fits', 'differs']),
  expected: z.string(),
  stated: z.string(),
  terms: z.string(),
});

const lineNumber = z.number().int().min(1);

const swiftFieldSchema = z.object({
  /** Such as `32A`. */
  tag: z.string(),
  /** Its lines, joined by line feeds. */
  value: z.string(),
  /** First and last line of the whole text in which it stands, counted from 1. */
  lines: z.tuple([lineNumber, lineNumber]),
  meaning: fieldMeaningSchema,
});

export type ShownSwiftField = z.infer<typeof swiftFieldSchema>;

const swiftMessageSchema = z.object({
  /** Such as `MT202 COV`. */
  title: z.string().nullable(),
  /** Three digits, such as `202`: by it fields have their names. */
  type: z.string().nullable(),
  /** The gravest first. */
  statuses: z.array(proofStatusSchema),
  sender: z.string().nullable(),
  receiver: z.string().nullable(),
  /** References of headers and narratives. */
  facts: z.array(isoFactTextSchema),
  blocks: z.array(z.object({ number: z.string(), content: z.string() })),
  fields: z.array(swiftFieldSchema),
  /** `null` where a part is missing, in another currency, or of several payments. */
  comparison: amountComparisonSchema.nullable(),
});

export type ShownSwiftMessage = z.infer<typeof swiftMessageSchema>;

const isoTransactionSchema = z.object({
  status: proofStatusSchema.nullable(),
  facts: z.array(isoFactTextSchema),
});

/** Elements of XML or values of JSON, each before those that it holds. */
const treeSchema = z.array(
  z.object({
    depth: z.number().int().min(0),
    name: z.string(),
    attributes: z.array(z.string()),
    text: z.string().nullable(),
  }),
);

export type TreeNode = z.infer<typeof treeSchema>[number];

const count = z.number().int().min(0);

/** What a text of a proof was read as. `total` counts also what is not listed. */
export const readTextSchema = z.discriminatedUnion('form', [
  z.object({ form: z.literal('swift'), messages: z.array(swiftMessageSchema), total: count }),
  z.object({
    form: z.literal('iso'),
    transactions: z.array(isoTransactionSchema),
    total: count,
    /** `null` when the structure is too large to be shown. */
    tree: treeSchema.nullable(),
  }),
  z.object({ form: z.literal('tree'), tree: treeSchema }),
  /** Nothing but the text. `isTooLarge` when it has a structure that is too large, or too deep, to be shown. */
  z.object({ form: z.literal('text'), isTooLarge: z.boolean() }),
]);

export type ReadText = z.infer<typeof readTextSchema>;

/** The content of a proof that is text. */
export const proofContentSchema = z.object({
  /** Its beginning. */
  text: z.string(),
  isWhole: z.boolean(),
  read: readTextSchema,
});

export type ProofContent = z.infer<typeof proofContentSchema>;
