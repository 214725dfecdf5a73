/** @file Assigning beneficiaries to documents by a rule: a pattern of file names, or a CSV list. */
import { z } from 'zod';
import { beneficiaryNameSchema } from '../beneficiary.ts';

/** The result of a rule for one document, or for one line of a list. */
export const mappingOutcomes = [
  'matched',
  /** The recipient ID is not in the address book. */
  'new-recipient',
  /** Several beneficiaries, or several documents, match. */
  'ambiguous',
  /** Another line assigns the same document to another beneficiary. */
  'contradicted',
  /** The file name does not match the pattern, or the batch has no such file. */
  'no-match',
  /** The file is in the batch but is not sent: rejected, excluded, or already in transfer. */
  'not-open',
  /** The line lacks a file or a valid recipient ID. */
  'incomplete',
] as const;

export const mappingOutcomeSchema = z.enum(mappingOutcomes);

export type MappingOutcome = (typeof mappingOutcomes)[number];

/** One row of the preview: a document for a pattern, a line for a list. */
export const mappingRowSchema = z.object({
  /** Line number in the file, from 1; `null` for a pattern. */
  line: z.number().int().nullable(),
  /** The file as the list names it, or the document's name. */
  file: z.string(),
  folder: z.string(),
  /** The recipient ID; several when the pattern matches in several ways with known IDs. */
  recipientIds: z.array(z.string()),
  beneficiary: beneficiaryNameSchema.nullable(),
  outcome: mappingOutcomeSchema,
  /** Number of documents that the line matches; 1 for a pattern. */
  documents: z.number().int(),
});

export type MappingRow = z.infer<typeof mappingRowSchema>;

/** A recipient ID that is not in the address book, with the number of its documents; the clerk decides once per ID. */
const newRecipientSchema = z.object({ recipientId: z.string(), documents: z.number().int() });

/** Maximum number of new recipient IDs that are listed and can be added at once. */
export const maxNewRecipients = 1_000;

/** The effect of a rule in numbers. */
export const mappingNumbersSchema = z.object({
  /** Rows per outcome; an outcome without rows is absent. */
  counts: z.partialRecord(mappingOutcomeSchema, z.number().int()),
  /** Documents whose beneficiary would change. */
  documents: z.number().int(),
  beneficiaries: z.number().int(),
  /** Documents that would remain without a beneficiary. */
  left: z.number().int(),
  newRecipients: z.array(newRecipientSchema).max(maxNewRecipients),
  newRecipientsTotal: z.number().int(),
});

export type MappingNumbers = z.infer<typeof mappingNumbersSchema>;
