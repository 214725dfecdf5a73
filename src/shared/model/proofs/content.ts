/**
 * @file Content of a text proof, parsed by main: the window parses no foreign text. Everything is bounded, and omitted
 * items are counted.
 */
import { z } from 'zod';
import { amountSchema } from './amount.ts';
import { checkFailureSchema } from './check-failure.ts';
import { proofStatusSchema } from './status.ts';

/** Facts of a transaction, named after their message elements. */
const isoFactSchema = z.enum([
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

/** A fact with its text; amounts start with the currency. */
const isoFactTextSchema = z.object({
  fact: isoFactSchema,
  text: z.string(),
  /** Failed check of the text; `null` when nothing was checked or the check passed. */
  failure: checkFailureSchema.nullable(),
});

export type IsoFactText = z.infer<typeof isoFactTextSchema>;

/** Direction of a statement entry; a reversal undoes an entry of the other direction. */
const entryMarkSchema = z.enum([
  'credit',
  'debit',
  'credit-reversed',
  'debit-reversed',
  'credit-expected',
  'debit-expected',
]);

export type EntryMark = z.infer<typeof entryMarkSchema>;

/** Interpreted value of a SWIFT field; a value that cannot be parsed is text, with a failure where its form is known. */
const fieldMeaningSchema = z.discriminatedUnion('as', [
  z.object({ as: z.literal('money'), amount: amountSchema, date: z.string().nullable() }),
  z.object({
    as: z.literal('party'),
    account: z.string().nullable(),
    accountFailure: checkFailureSchema.nullable(),
    lines: z.array(z.string()),
    /** Failed check of the last line, where it is a BIC. */
    bicFailure: checkFailureSchema.nullable(),
  }),
  z.object({ as: z.literal('balance'), isDebit: z.boolean(), date: z.string(), amount: amountSchema }),
  z.object({
    as: z.literal('entry'),
    mark: entryMarkSchema,
    value: z.string(),
    /** Currency of the balances; `null` without one. */
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
  z.object({ as: z.literal('sum'), count: z.number().int(), amount: amountSchema }),
  z.object({ as: z.literal('date'), date: z.string() }),
  z.object({ as: z.literal('lines'), lines: z.array(z.string()) }),
  z.object({ as: z.literal('text'), failure: checkFailureSchema.nullable() }),
]);

export type FieldMeaning = z.infer<typeof fieldMeaningSchema>;

/** Consistency of the amounts of a message: 33B × 36 − 71F + 71G against 32A. */
const amountComparisonSchema = z.object({
  result: z.enum(['fits', 'differs']),
  expected: z.string(),
  stated: z.string(),
  terms: z.string(),
});

const lineNumber = z.number().int().min(1);

const swiftFieldSchema = z.object({
  /** Such as `32A`. */
  tag: z.string(),
  /** Lines joined by line feeds. */
  value: z.string(),
  /** First and last line in the whole text, counted from 1. */
  lines: z.tuple([lineNumber, lineNumber]),
  meaning: fieldMeaningSchema,
});

export type ShownSwiftField = z.infer<typeof swiftFieldSchema>;

const swiftMessageSchema = z.object({
  /** Such as `MT202 COV`. */
  title: z.string().nullable(),
  /** Three digits, such as `202`; determines the names of fields. */
  type: z.string().nullable(),
  /** Most severe first. */
  statuses: z.array(proofStatusSchema),
  sender: z.string().nullable(),
  receiver: z.string().nullable(),
  /** References from headers and narratives. */
  facts: z.array(isoFactTextSchema),
  blocks: z.array(z.object({ number: z.string(), content: z.string() })),
  fields: z.array(swiftFieldSchema),
  /** `null` when an amount is missing, in another currency, or belongs to several payments. */
  comparison: amountComparisonSchema.nullable(),
});

export type ShownSwiftMessage = z.infer<typeof swiftMessageSchema>;

const isoTransactionSchema = z.object({
  status: proofStatusSchema.nullable(),
  facts: z.array(isoFactTextSchema),
});

/** XML elements or JSON values in document order, parents first. */
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

/** Parsed form of a text. `total` includes items that are not listed. */
const readTextSchema = z.discriminatedUnion('form', [
  z.object({ form: z.literal('swift'), messages: z.array(swiftMessageSchema), total: count }),
  z.object({
    form: z.literal('iso'),
    transactions: z.array(isoTransactionSchema),
    total: count,
    /** `null` when the structure is too large to show. */
    tree: treeSchema.nullable(),
  }),
  z.object({ form: z.literal('tree'), tree: treeSchema }),
  /** Text only. `isTooLarge` means that its structure is too large or too deep to show. */
  z.object({ form: z.literal('text'), isTooLarge: z.boolean() }),
]);

export type ReadText = z.infer<typeof readTextSchema>;

/** Content of a text proof. */
export const proofContentSchema = z.object({
  /** The beginning of the text. */
  text: z.string(),
  isWhole: z.boolean(),
  read: readTextSchema,
});

export type ProofContent = z.infer<typeof proofContentSchema>;
