/** @file Giving documents their beneficiaries by rule: by a pattern of file names, or by a list in a file. */
import { z } from 'zod';
import { beneficiaryNameSchema } from './beneficiary.ts';

/** What the rule made of one document, or of one line of a list. */
export const mappingOutcomes = [
  'matched',
  /** The recipient ID is not in the address book. */
  'new-recipient',
  /** It can mean several beneficiaries, or several documents. */
  'ambiguous',
  /** Another line gives the same document to somebody else. */
  'contradicted',
  /** The file name does not fit the pattern; or the batch has no such file. */
  'no-match',
  /** The file is in the batch but does not go out: not accepted, left out, or on its way already. */
  'not-open',
  /** A line without a file or without a recipient ID that can be read. */
  'incomplete',
] as const;

/** What a rule found for a document. */
export const mappingOutcomeSchema = z.enum(mappingOutcomes);

export type MappingOutcome = (typeof mappingOutcomes)[number];

/** One document under a pattern, or one line of a list. */
export const mappingRowSchema = z.object({
  /** Number of the line in the file, the first is 1; `null` under a pattern. */
  line: z.number().int().nullable(),
  /** The file as the list names it, or the document's name. */
  file: z.string(),
  folder: z.string(),
  /** The recipient ID; several when it can be read in several ways that are all known. */
  recipientIds: z.array(z.string()),
  beneficiary: beneficiaryNameSchema.nullable(),
  outcome: mappingOutcomeSchema,
  /** Documents that the line means; under a pattern 1. */
  documents: z.number().int(),
});

export type MappingRow = z.infer<typeof mappingRowSchema>;

/** A recipient ID that nobody has seen before; the clerk is asked about it once. */
export const newRecipientSchema = z.object({ recipientId: z.string(), documents: z.number().int() });

/** The most new recipient IDs that are shown and can be added in one go. */
export const maxNewRecipients = 1_000;

/** What a rule would do, as numbers. */
export const mappingNumbersSchema = z.object({
  /** Rows per outcome; an outcome without rows is absent. */
  counts: z.partialRecord(mappingOutcomeSchema, z.number().int()),
  /** Documents that get a beneficiary which they do not have yet. */
  documents: z.number().int(),
  beneficiaries: z.number().int(),
  /** Documents without a beneficiary that still have none afterwards. */
  left: z.number().int(),
  newRecipients: z.array(newRecipientSchema).max(maxNewRecipients),
  newRecipientsTotal: z.number().int(),
});

export type MappingNumbers = z.infer<typeof mappingNumbersSchema>;
