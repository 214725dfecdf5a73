/** @file Commands and topics of the address book, attached documents and unknown outcomes. */
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
import { actions, command, topic } from './define.ts';

const id = z.number().int().positive();

export const beneficiariesCommands = {
  'beneficiaries.list': command(
    pageRequestSchema.extend({
      search: z.string().max(200),
      /** Only beneficiaries in this state; `null` for all. */
      state: beneficiaryStateSchema.nullable().default(null),
    }),
    pageOf(beneficiarySchema),
  ),
  'beneficiaries.get': command(z.strictObject({ id }), beneficiarySchema),
  'beneficiaries.add': command(
    z.strictObject({ label: labelSchema, recipientId: recipientIdSchema }),
    z.object({ id }),
  ),
  'beneficiaries.change': actions({
    rename: command(z.strictObject({ id, label: labelSchema }), z.null()),
    /** Sets the recipient ID of a created beneficiary when the answer did not contain it. */
    setRecipientId: command(z.strictObject({ id, recipientId: recipientIdSchema }), z.null()),
    /** Removes a beneficiary without attached documents. */
    remove: command(z.strictObject({ id }), z.null()),
  }),
  'beneficiaries.import': actions({
    /** Counts the beneficiaries of an address book that was dropped among documents. */
    count: command(
      z.strictObject({ documentId: id }),
      z.object({ beneficiaries: z.number().int(), new: z.number().int() }),
    ),
    /**
     * Imports a CSV (`recipientId,label`) that the clerk chooses or dropped among documents; `null` when the clerk closed
     * the dialog. With `onlyNew`, existing labels stay.
     */
    run: command(
      z.strictObject({ documentId: id.nullable().default(null), onlyNew: z.boolean().default(false) }),
      z
        .object({
          added: z.number().int(),
          renamed: z.number().int(),
          unchanged: z.number().int(),
          /** Lines that were not imported, with their number in the file. */
          refused: z.array(z.object({ line: z.number().int(), problem: z.string() })).max(200),
          refusedTotal: z.number().int(),
        })
        .nullable(),
    ),
  }),
  /** A draft is a beneficiary that does not exist at the service yet. */
  'beneficiaries.draft': actions({
    /** Saves a draft: a beneficiary that does not exist at the service yet, with the JSON object for its creation. */
    add: command(
      z.strictObject({ label: labelSchema, payload: z.string().min(2).max(1_000_000) }),
      z.object({ id }),
    ),
    /** The JSON object of a draft, as the clerk typed it. */
    read: command(z.strictObject({ id }), z.object({ payload: z.string() })),
    change: command(
      z.strictObject({ id, label: labelSchema, payload: z.string().min(2).max(1_000_000) }),
      z.null(),
    ),
    /** Creates a draft at the service without documents (`POST /recipients`, specification, section 4.5). */
    create: command(z.strictObject({ id }), z.null()),
  }),
  'beneficiaries.attached': command(pageRequestSchema.extend({ id }), pageOf(attachedDocumentSchema)),
  'beneficiaries.unknownOutcomes': command(z.strictObject({}), z.array(unknownOutcomeSchema).max(1000)),
  /** Settles an unknown outcome: the clerk found the documents at the service, or sends them again. */
  'beneficiaries.settle': command(
    z.discriminatedUnion('decision', [
      z.strictObject({
        decision: z.literal('is-there'),
        attachId: id,
        /** Required for an operation that creates a beneficiary. */
        recipientId: recipientIdSchema.nullable(),
      }),
      z.strictObject({ decision: z.literal('send-again'), attachId: id }),
    ]),
    z.null(),
  ),
} as const;

export const beneficiariesTopics = {
  beneficiaries: topic(
    z.object({
      /** Increases with every change of the address book or its attached documents. */
      revision: z.number().int(),
      total: z.number().int(),
      /** Number of beneficiaries by state; empty states are absent. */
      counts: z.partialRecord(beneficiaryStateSchema, z.number().int()),
      unknown: z.array(unknownOutcomeSchema),
    }),
  ),
} as const;
