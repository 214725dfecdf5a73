/** @file The address book, what was attached, and unknown outcomes. */
import { z } from 'zod';
import {
  attachedDocumentSchema,
  beneficiarySchema,
  beneficiaryStateSchema,
  labelSchema,
  recipientIdSchema,
  unknownOutcomeSchema,
} from '../model/beneficiary.ts';
import { pageOf, pageRequestSchema } from '../model/paging.ts';
import { command, topic } from './define.ts';

const id = z.number().int().positive();

/** What the page can ask. */
export const beneficiariesCommands = {
  'beneficiaries.list': command(
    pageRequestSchema.extend({
      search: z.string().max(200),
      /** Only those in this state; all when it is `null` or left out. */
      state: beneficiaryStateSchema.nullable().default(null),
    }),
    pageOf(beneficiarySchema),
  ),
  'beneficiaries.get': command(z.strictObject({ id }), beneficiarySchema),
  'beneficiaries.add': command(
    z.strictObject({ label: labelSchema, recipientId: recipientIdSchema }),
    z.object({ id }),
  ),
  'beneficiaries.rename': command(z.strictObject({ id, label: labelSchema }), z.null()),
  /** Removes one that nothing was ever attached to. */
  'beneficiaries.remove': command(z.strictObject({ id }), z.null()),
  /** What importing a list that was dropped among documents would add. */
  'beneficiaries.listed': command(
    z.strictObject({ documentId: id }),
    z.object({ beneficiaries: z.number().int(), new: z.number().int() }),
  ),
  /**
   * Reads a CSV (`recipientId,label`) that the clerk chooses, or one that was dropped among documents; `null` when the
   * clerk closed the dialog. With `onlyNew` the labels in the address book stay.
   */
  'beneficiaries.import': command(
    z.strictObject({ documentId: id.nullable().default(null), onlyNew: z.boolean().default(false) }),
    z
      .object({
        added: z.number().int(),
        renamed: z.number().int(),
        unchanged: z.number().int(),
        /** Lines that were left out, with their number in the file. */
        refused: z.array(z.object({ line: z.number().int(), problem: z.string() })).max(200),
        refusedTotal: z.number().int(),
      })
      .nullable(),
  ),
  /** Keeps a beneficiary that does not exist at the service yet, with the JSON object that will create it. */
  'beneficiaries.draft': command(
    z.strictObject({ label: labelSchema, payload: z.string().min(2).max(1_000_000) }),
    z.object({ id }),
  ),
  /** The JSON object of a draft, as the clerk typed it. */
  'beneficiaries.payload': command(z.strictObject({ id }), z.object({ payload: z.string() })),
  'beneficiaries.changeDraft': command(
    z.strictObject({ id, label: labelSchema, payload: z.string().min(2).max(1_000_000) }),
    z.null(),
  ),
  /** Creates a draft at the service without documents (`POST /recipients`, specification, section 4.5). */
  'beneficiaries.create': command(z.strictObject({ id }), z.null()),
  /** For a created beneficiary whose answer did not name the ID. */
  'beneficiaries.setRecipientId': command(z.strictObject({ id, recipientId: recipientIdSchema }), z.null()),
  'beneficiaries.attached': command(pageRequestSchema.extend({ id }), pageOf(attachedDocumentSchema)),
  'beneficiaries.unknownOutcomes': command(z.strictObject({}), z.array(unknownOutcomeSchema).max(1000)),
  /** Settles an unknown outcome: the clerk saw that it is there, or wants it sent again. */
  'beneficiaries.settle': command(
    z.discriminatedUnion('decision', [
      z.strictObject({
        decision: z.literal('is-there'),
        attachId: id,
        /** Needed when the operation was to create a beneficiary. */
        recipientId: recipientIdSchema.nullable(),
      }),
      z.strictObject({ decision: z.literal('send-again'), attachId: id }),
    ]),
    z.null(),
  ),
} as const;

/** What the page can follow. */
export const beneficiariesTopics = {
  beneficiaries: topic(
    z.object({
      /** Grows with every change of the address book or of what is attached. */
      revision: z.number().int(),
      total: z.number().int(),
      /** Beneficiaries per state; a state without any is absent. */
      counts: z.partialRecord(beneficiaryStateSchema, z.number().int()),
      unknown: z.array(unknownOutcomeSchema),
    }),
  ),
} as const;
