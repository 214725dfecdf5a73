/** @file Proofs of payment as Paydesk knows them (specification, sections 2.6 and 4.6). */
import { z } from 'zod';
import { wireErrorSchema } from '../../wire-error.ts';
import type { Attention } from '../documents/attention.ts';
import { amountSchema } from './amount.ts';
import { proofStatusSchema } from './status.ts';

/** Detected type of a `pop`. The `type` of the response is only a hint. */
export const proofKindSchema = z.enum([
  'pdf',
  'png',
  'jpeg',
  'svg',
  'mt103',
  'iso20022',
  'xml',
  'json',
  'html',
  'text',
  'url',
  /** Another file type, which can only be saved. */
  'file',
  /** `pop` was empty, `null` or missing. */
  'empty',
  /** Reading the response crashed the reader twice: it is stored as received and never read again automatically. */
  'unreadable',
]);

export type ProofKind = z.infer<typeof proofKindSchema>;

/** Kinds that cannot be pages: links, drawings and unknown files. */
export const kindsWithoutPages: ReadonlySet<ProofKind> = new Set(['svg', 'url', 'file', 'unreadable']);

/** Notes for the clerk about a proof. */
export const proofNoteSchema = z.enum([
  'type-missing',
  'pop-missing',
  'pop-not-text',
  'answer-not-json',
  'inside-json',
  'inside-xml',
  /** Facts are stated in JSON, which has no agreed form for payments. */
  'json-not-interpreted',
  'pdf-late-header',
  'pdf-encrypted',
  'pdf-broken',
  'active-content',
  /** No active content was found in a PDF, but parts could not be inspected. */
  'scripts-unknown',
  /** An SVG that is malformed or too deep to inspect. */
  'drawing-broken',
  'doctype',
  'xml-broken',
  'cut-off',
  'amounts-differ',
  /** The proof states that one payment was made and that it was not, or two other statuses that exclude each other. */
  'statuses-contradict',
  'not-utf8',
  'text-not-searchable',
]);

export type ProofNote = z.infer<typeof proofNoteSchema>;

/** Role of an amount. Only a settled amount was paid. */
const amountRoleSchema = z.enum([
  /** The proof does not state the role. */
  'amount',
  'settled',
  'instructed',
  /** Amount of the payment that the message refers to. */
  'original',
  'returned',
  'entry-credit',
  'entry-debit',
  'expected',
  'charges',
]);

export type AmountRole = z.infer<typeof amountRoleSchema>;

/** Which date of a payment a proof states. */
const dateRoleSchema = z.enum([
  /** The proof does not state the role. */
  'date',
  'value-date',
  'booking-date',
  'settlement-date',
  'execution-date',
  /** Date of the payment that the message refers to. */
  'original-date',
]);

export type DateRole = z.infer<typeof dateRoleSchema>;

const statedAmountSchema = z.object({ role: amountRoleSchema, amount: amountSchema });

export type StatedAmount = z.infer<typeof statedAmountSchema>;

/** Maximum number of further amounts and of references that are stored with a proof. */
export const maxStatedItems = 20;

/**
 * Facts that Paydesk read from a proof. Nothing is guessed, so most may be `null`. Fields with a default were not read
 * by earlier versions.
 */
export const proofFactsSchema = z.object({
  /** Amount of the only transaction, or the sum if all have the same role and currency. */
  amount: amountSchema.nullable(),
  amountRole: amountRoleSchema.default('amount'),
  /** Such as `MT202 COV` or `pacs.004`. */
  messageType: z.string().nullable().default(null),
  /** Most severe first. */
  statuses: z.array(proofStatusSchema).default([]),
  /** Number of messages or transactions in the proof. */
  transactions: z.number().int().default(1),
  /** YYYY-MM-DD. */
  valueDate: z.string().nullable(),
  /** Which date {@link valueDate} is. */
  dateRole: dateRoleSchema.default('date'),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Further amounts of the only transaction, such as the instructed amount and each charge. */
  otherAmounts: z.array(statedAmountSchema).max(maxStatedItems).default([]),
  /** Who bears the charges of the only transaction; `null` if it is not stated. */
  chargesBorneBy: z.enum(['payer', 'shared', 'payee']).nullable().default(null),
  /** References and identifiers of the only transaction and its message. */
  references: z.array(z.string()).max(maxStatedItems).default([]),
});

export type ProofFacts = z.infer<typeof proofFactsSchema>;

export const noFacts: ProofFacts = {
  amount: null,
  amountRole: 'amount',
  messageType: null,
  statuses: [],
  transactions: 1,
  valueDate: null,
  dateRole: 'date',
  from: null,
  to: null,
  otherAmounts: [],
  chargesBorneBy: null,
  references: [],
};

export const proofStateSchema = z.enum([
  'queued',
  'loading',
  'saved',
  /** The service has no proof for this reference. */
  'not-found',
  'failed',
  'cancelled',
  /** The proof was fetched but is missing from the library. */
  'lost',
]);

export type ProofState = z.infer<typeof proofStateSchema>;

/** Filter of the list. A stored proof that is only a link is counted and filtered as `link`, not as `saved`. */
export const proofFilterSchema = z.enum([...proofStateSchema.options, 'link']);

export type ProofFilter = z.infer<typeof proofFilterSchema>;

/** Who has to act on a reference. `not-found` is final. */
export const proofAttention: Readonly<Record<ProofState, Attention>> = {
  queued: 'moving',
  loading: 'moving',
  saved: 'final',
  'not-found': 'final',
  failed: 'needs-you',
  cancelled: 'final',
  lost: 'needs-you',
};

/** One stored version of a proof. */
export const proofVersionSchema = z.object({
  /** ID of the item in the library. */
  id: z.string(),
  kind: proofKindSchema,
  /** File extension of the document, without the dot. */
  extension: z.string(),
  /** `type` of the response, truncated to 200 characters; `null` when missing. */
  type: z.string().nullable(),
  /** ISO 8601 UTC. */
  fetchedAt: z.string(),
  /** Size of `pop` as received, in bytes. */
  receivedBytes: z.number().int(),
  /** Size of the decoded document, in bytes. */
  contentBytes: z.number().int(),
  /** An older release of Paydesk read it: facts are hidden until it is read again. */
  isOutdated: z.boolean(),
  /** SHA-256 of the response as received, in hex. */
  sha256: z.string(),
  facts: proofFactsSchema,
  notes: z.array(proofNoteSchema),
  /** Names of files attached to a PDF. */
  attachments: z.array(z.string()),
  /** The link of a `url` proof. */
  link: z.string().nullable(),
});

export type ProofVersion = z.infer<typeof proofVersionSchema>;

export const proofRowSchema = z.object({
  id: z.number().int(),
  reference: z.string(),
  state: proofStateSchema,
  error: wireErrorSchema.nullable(),
  kind: proofKindSchema.nullable(),
  /** File extension of the document, without the dot; `null` when no proof is stored. */
  extension: z.string().nullable(),
  amount: amountSchema.nullable(),
  amountRole: amountRoleSchema,
  /** Who gets the money; `null` when unknown. */
  payee: z.string().nullable(),
  /** Value date, YYYY-MM-DD; `null` when unknown. */
  date: z.string().nullable(),
  /** Source of payee, amount and date: a statement when the proof states none of them. */
  factsFrom: z.enum(['proof', 'statement']),
  messageType: z.string().nullable(),
  /** Most severe status of the payment. */
  status: proofStatusSchema.nullable(),
  /** Number of messages or transactions in the newest version. */
  transactions: z.number().int(),
  isOutdated: z.boolean(),
  /** Number of stored versions; more than one when the proof has changed. */
  versions: z.number().int(),
  /** ISO 8601 UTC time of the last request to the service. */
  requestedAt: z.string(),
});

export type ProofRow = z.infer<typeof proofRowSchema>;
