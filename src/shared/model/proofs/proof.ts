/** @file Proofs of payment as Paydesk knows them (specification, sections 2.6 and 4.6). */
import { z } from 'zod';
import { wireErrorSchema } from '../../errors.ts';
import type { Attention } from '../attention.ts';
import { amountSchema } from './amount.ts';
import { proofStatusSchema } from './status.ts';

/** What a `pop` was found to be. Its `type` is only a hint. */
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
  /** Bytes of another kind: they can be saved. */
  'file',
  /** `pop` was empty, `null` or missing. */
  'empty',
  /** Reading the answer ended the reader twice: it is kept as it was received, and never read by itself again. */
  'unreadable',
]);

/** See {@link proofKindSchema}. */
export type ProofKind = z.infer<typeof proofKindSchema>;

/** Something about a proof that a clerk should know. */
export const proofNoteSchema = z.enum([
  'type-missing',
  'pop-missing',
  'pop-not-text',
  'answer-not-json',
  'inside-json',
  'pdf-late-header',
  'pdf-encrypted',
  'pdf-broken',
  'active-content',
  /** Nothing that acts was found in a PDF, and not all of it could be looked at. */
  'scripts-unknown',
  /** A drawing that is not well-formed XML, or too deep: what is in it is not known. */
  'drawing-broken',
  'doctype',
  'xml-broken',
  'cut-off',
  'amounts-differ',
  'not-utf8',
  'text-not-searchable',
]);

/** See {@link proofNoteSchema}. */
export type ProofNote = z.infer<typeof proofNoteSchema>;

/** What the amount of a proof is. Only a settled amount was paid. */
export const amountRoleSchema = z.enum([
  /** The proof does not say what it is. */
  'amount',
  'settled',
  'instructed',
  /** Of the payment that the message is about, which it does not carry. */
  'original',
  'returned',
  'entry-credit',
  'entry-debit',
  'expected',
  'charges',
]);

/** See {@link amountRoleSchema}. */
export type AmountRole = z.infer<typeof amountRoleSchema>;

/**
 * What Paydesk read out of a proof; nothing is guessed, so most may be `null`. What has a default was not read by earlier
 * versions.
 */
export const proofFactsSchema = z.object({
  /** Of one transaction, or the sum of all where they are of one kind and currency. */
  amount: amountSchema.nullable(),
  amountRole: amountRoleSchema.default('amount'),
  /** Such as `MT202 COV` or `pacs.004`. */
  messageType: z.string().nullable().default(null),
  /** The gravest first. */
  statuses: z.array(proofStatusSchema).default([]),
  /** Messages or transactions in the proof. */
  transactions: z.number().int().default(1),
  /** YYYY-MM-DD. */
  valueDate: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});

/** See {@link proofFactsSchema}. */
export type ProofFacts = z.infer<typeof proofFactsSchema>;

/** No facts: nothing was read. */
export const noFacts: ProofFacts = {
  amount: null,
  amountRole: 'amount',
  messageType: null,
  statuses: [],
  transactions: 1,
  valueDate: null,
  from: null,
  to: null,
};

/** State of one reference. */
export const proofStateSchema = z.enum([
  'queued',
  'loading',
  'saved',
  /** The service knows no proof under this reference. */
  'not-found',
  'failed',
  'cancelled',
  /** It was fetched, and the library does not have it any more. */
  'lost',
]);

/** See {@link proofStateSchema}. */
export type ProofState = z.infer<typeof proofStateSchema>;

/** Who moves a reference on. That the service knows no proof is an answer. */
export const proofAttention: Readonly<Record<ProofState, Attention>> = {
  queued: 'moving',
  loading: 'moving',
  saved: 'final',
  'not-found': 'final',
  failed: 'needs-you',
  cancelled: 'final',
  lost: 'needs-you',
};

/** One kept version of a proof. */
export const proofVersionSchema = z.object({
  /** Of the item in the library. */
  id: z.string(),
  kind: proofKindSchema,
  /** Of the document as a file, without the dot: tells what a `file` is. */
  extension: z.string(),
  /** `type` of the answer, at most 200 characters of it; `null` when there was none. */
  type: z.string().nullable(),
  /** ISO 8601 UTC. */
  fetchedAt: z.string(),
  /** Bytes of the `pop` as it was received. */
  receivedBytes: z.number().int(),
  /** Bytes of the document that it holds. */
  contentBytes: z.number().int(),
  /** An older version of Paydesk read it: its facts are hidden until it was read again. */
  isOutdated: z.boolean(),
  /** SHA-256 of the answer as it was received, in hex. */
  sha256: z.string(),
  facts: proofFactsSchema,
  notes: z.array(proofNoteSchema),
  /** Names of files that are attached to a PDF. */
  attachments: z.array(z.string()),
  /** The address of a `url`. */
  link: z.string().nullable(),
});

/** See {@link proofVersionSchema}. */
export type ProofVersion = z.infer<typeof proofVersionSchema>;

/** One line of the list. */
export const proofRowSchema = z.object({
  id: z.number().int(),
  reference: z.string(),
  state: proofStateSchema,
  /** Why it failed. */
  error: wireErrorSchema.nullable(),
  kind: proofKindSchema.nullable(),
  /** See {@link proofVersionSchema}; `null` where nothing is kept. */
  extension: z.string().nullable(),
  amount: amountSchema.nullable(),
  amountRole: amountRoleSchema,
  messageType: z.string().nullable(),
  /** The gravest status of the payment. */
  status: proofStatusSchema.nullable(),
  /** Messages or transactions in the newest version. */
  transactions: z.number().int(),
  /** See {@link proofVersionSchema}. */
  isOutdated: z.boolean(),
  /** Kept versions; more than one when the proof has changed. */
  versions: z.number().int(),
  /** ISO 8601 UTC: when the service was last asked. */
  askedAt: z.string(),
});

/** See {@link proofRowSchema}. */
export type ProofRow = z.infer<typeof proofRowSchema>;
