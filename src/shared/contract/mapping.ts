/** @file Commands that assign beneficiaries to the documents of a batch by a rule: preview, apply, undo. */
import { z } from 'zod';
import { labelSchema, recipientIdSchema } from '../model/beneficiary.ts';
import {
  mappingNumbersSchema,
  mappingOutcomeSchema,
  mappingRowSchema,
  maxNewRecipients,
} from '../model/documents/mapping.ts';
import { maxPatternLength } from '../model/documents/name-pattern.ts';
import { pageOf, pageRequestSchema } from '../model/paging.ts';
import { actions, command } from './define.ts';
import { droppedFilesSchema } from './dropped-files.ts';

const id = z.number().int().positive();

/** The rule that assigns beneficiaries. */
const mappingRuleSchema = z.discriminatedUnion('by', [
  /** A pattern for `parsePattern`. An invalid pattern is rejected with `arguments-invalid`. */
  z.strictObject({ by: z.literal('pattern'), pattern: z.string().max(maxPatternLength) }),
  /** A list opened with `documents.openManifest`. */
  z.strictObject({ by: z.literal('manifest'), manifestId: id }),
]);

export type MappingRule = z.infer<typeof mappingRuleSchema>;

const ruled = z.strictObject({
  batchId: id,
  rule: mappingRuleSchema,
  /** Skips documents that already have a beneficiary. */
  onlyOpen: z.boolean(),
});

export const mappingCommands = {
  /**
   * Opens a CSV file with the columns `file` and `recipientId`: chosen by the clerk in a dialog, dropped, or a document
   * of the batch. `null` when the clerk closed the dialog, or when the dropped file is not on disk. Throws `file-unreadable` with the problem of the file. An
   * open list is dropped when Paydesk ends or newer lists are opened.
   */
  'documents.openManifest': command(
    z.discriminatedUnion('from', [
      z.strictObject({ batchId: id, from: z.literal('dialog') }),
      z.strictObject({ batchId: id, from: z.literal('drop'), files: droppedFilesSchema }),
      z.strictObject({ batchId: id, from: z.literal('document'), documentId: id }),
    ]),
    z.object({ manifestId: id, fileName: z.string(), lines: z.number().int() }).nullable(),
  ),
  'documents.mapping': actions({
    /** Previews a rule with a page of its rows; changes nothing. */
    preview: command(
      ruled.extend({
        ...pageRequestSchema.shape,
        /** Only rows with one of these outcomes; empty for all rows. */
        outcomes: z.array(mappingOutcomeSchema).max(10),
      }),
      mappingNumbersSchema.extend({ page: pageOf(mappingRowSchema) }),
    ),
    /**
     * Applies a rule. The recipients in `add` are added to the address book first; documents of other new recipients stay
     * unchanged.
     */
    apply: command(
      ruled.extend({
        add: z
          .array(z.strictObject({ recipientId: recipientIdSchema, label: labelSchema }))
          .max(maxNewRecipients),
      }),
      z.object({ changed: z.number().int(), beneficiaries: z.number().int(), added: z.number().int() }),
    ),
    /**
     * Undoes the last assignment of a batch, whether by a rule or by hand; a second call undoes the previous assignment.
     * Possible until the batch is started. Beneficiaries that were added to the address book stay there. `changed` is 0
     * when no assignment can be undone.
     */
    undo: command(z.strictObject({ batchId: id }), z.object({ changed: z.number().int() })),
  }),
} as const;
