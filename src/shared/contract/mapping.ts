/** @file Giving the documents of a batch their beneficiaries by rule, looking at it first, and taking it back. */
import { z } from 'zod';
import { labelSchema, recipientIdSchema } from '../model/beneficiary.ts';
import {
  mappingNumbersSchema,
  mappingOutcomeSchema,
  mappingRowSchema,
  maxNewRecipients,
} from '../model/mapping.ts';
import { maxPatternLength } from '../model/name-pattern.ts';
import { pageOf, pageRequestSchema } from '../model/paging.ts';
import { command } from './define.ts';

const id = z.number().int().positive();

/** By what rule documents get their beneficiaries. */
export const mappingRuleSchema = z.discriminatedUnion('by', [
  /** See `parsePattern`; `arguments-invalid` names what is wrong with it. */
  z.strictObject({ by: z.literal('pattern'), pattern: z.string().max(maxPatternLength) }),
  /** A list that was opened before. */
  z.strictObject({ by: z.literal('manifest'), manifestId: id }),
]);

export type MappingRule = z.infer<typeof mappingRuleSchema>;

const ruled = z.strictObject({
  batchId: id,
  rule: mappingRuleSchema,
  /** Leaves documents alone that have a beneficiary already. */
  onlyOpen: z.boolean(),
});

/** What the page can ask. */
export const mappingCommands = {
  /**
   * Opens a CSV file with the columns `file` and `recipientId`: one that the clerk chooses now, one that was dropped, or
   * one that is a document of the batch. `null` when the clerk closed the dialog. Throws `file-unreadable` with what is
   * wrong with the file. A list is forgotten when Paydesk ends or others are opened.
   */
  'documents.openManifest': command(
    z.strictObject({
      batchId: id,
      from: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('dialog') }),
        z.strictObject({ kind: z.literal('dropped'), reference: z.string().max(64) }),
        z.strictObject({ kind: z.literal('document'), documentId: id }),
      ]),
    }),
    z.object({ manifestId: id, fileName: z.string(), lines: z.number().int() }).nullable(),
  ),
  /** What a rule would do, with a page of its rows; changes nothing. */
  'documents.previewMapping': command(
    ruled.extend({
      ...pageRequestSchema.shape,
      /** Only rows with one of these outcomes; all when it is empty. */
      outcomes: z.array(mappingOutcomeSchema).max(10),
    }),
    mappingNumbersSchema.extend({ page: pageOf(mappingRowSchema) }),
  ),
  /** Does it. New recipients that are named join the address book first; documents of others stay as they are. */
  'documents.applyMapping': command(
    ruled.extend({
      add: z
        .array(z.strictObject({ recipientId: recipientIdSchema, label: labelSchema }))
        .max(maxNewRecipients),
    }),
    z.object({ changed: z.number().int(), beneficiaries: z.number().int(), added: z.number().int() }),
  ),
  /**
   * Takes the last assignment of a batch back, by whatever way it was made, and then the one before; only until the
   * batch is started. Beneficiaries that joined the address book stay there. `changed` is 0 when nothing is left.
   */
  'documents.undoMapping': command(z.strictObject({ batchId: id }), z.object({ changed: z.number().int() })),
} as const;
