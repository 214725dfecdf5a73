/** @file Commands of proofs of payment: fetch, list, open, save (specification, section 4.6). */
import { z } from 'zod';
import { blockReasonSchema } from '../model/documents/batch.ts';
import { libraryStateSchema } from '../model/library.ts';
import { pageOf, pageRequestSchema } from '../model/paging.ts';
import { omittedProofSchema } from '../model/proofs/omitted-proof.ts';
import { proofFilterSchema, proofRowSchema, proofVersionSchema } from '../model/proofs/proof.ts';
import { maxReferenceLength } from '../model/proofs/references.ts';
import { savedFileSchema } from '../model/saved-file.ts';
import { actions, command, topic } from './define.ts';

const id = z.number().int().positive();

/** Maximum number of proofs that an action names one by one. */
export const maxChosenProofs = 10_000;

const chosenIds = z.array(id).max(maxChosenProofs);

/** The proofs of an action: all proofs that match a filter, or the proofs with some IDs. */
const chosenSchema = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('filter'),
    state: proofFilterSchema.nullable(),
    search: z.string().max(200),
  }),
  z.strictObject({ what: z.literal('selected'), ids: chosenIds }),
]);

export type ChosenProofs = z.infer<typeof chosenSchema>;

/** One stored version; `null` means the newest. */
const one = z.strictObject({ id, version: z.uuid().nullable() });

export const proofsCommands = {
  /**
   * Newest paste first, each in pasted order. `kept` is the number of proofs in the whole list that can be saved; `keptLinks` of
   * them are only links; `retryable` and `removable` are the numbers that `retry` and `remove` would take. With `ids`, only
   * those of the list.
   */
  'proofs.list': command(
    pageRequestSchema.extend({
      state: proofFilterSchema.nullable(),
      search: z.string().max(200),
      ids: chosenIds.optional(),
    }),
    pageOf(proofRowSchema).extend({
      kept: z.number().int().min(0),
      keptLinks: z.number().int().min(0),
      retryable: z.number().int().min(0),
      removable: z.number().int().min(0),
    }),
  ),
  /**
   * Fetches the proofs of references. Stored proofs are not fetched again unless `refresh` is true. A reference is one
   * path segment, whatever characters it has.
   */
  'proofs.fetch': command(
    z.strictObject({
      references: z.array(z.string().min(1).max(maxReferenceLength)).min(1).max(20_000),
      refresh: z.boolean(),
    }),
    z.object({ queued: z.number().int() }),
  ),
  'proofs.change': actions({
    /**
     * Retries the failed, cancelled and lost references among the chosen proofs. A reference that the service does not
     * know is retried only when no other proof is chosen.
     */
    retry: command(z.strictObject({ chosen: chosenSchema }), z.object({ queued: z.number().int() })),
    /** Fetches stored proofs again; a changed proof is stored as a new version. */
    refresh: command(z.strictObject({ chosen: chosenSchema }), z.object({ queued: z.number().int() })),
    /**
     * Replaces a reference that has no proof, in its place in the list, and fetches the new one. Nothing changes when the
     * new reference is in the list already.
     */
    correct: command(
      z.strictObject({ id, reference: z.string().min(1).max(maxReferenceLength) }),
      z.object({ corrected: z.boolean() }),
    ),
    /** Removes the chosen references without a stored proof from the list, except those that are being fetched. */
    remove: command(z.strictObject({ chosen: chosenSchema }), z.object({ removed: z.number().int() })),
    cancel: command(z.strictObject({}), z.object({ cancelled: z.number().int() })),
  }),
  /** One reference with its stored versions, newest first. */
  'proofs.detail': command(
    z.strictObject({ id }),
    z.object({ row: proofRowSchema, versions: z.array(proofVersionSchema) }),
  ),
  'proofs.open': actions({
    /**
     * Returns the content URLs of a version: the document, `pop` as received and, for a text document, its parsed content
     * as JSON (`proofContentSchema`).
     */
    contents: command(one, z.object({ document: z.string(), received: z.string(), read: z.string() })),
    /** Opens the system's print dialog with the pages of a text or an image. Resolves when it is closed. */
    print: command(one, z.null()),
    /** Opens the link of a `url` proof in the browser, after the clerk has confirmed the host. */
    link: command(one, z.object({ opened: z.boolean() })),
  }),
  'proofs.save': actions({
    /** Saves the document, or `pop` as received. `null` when the clerk closed the dialog. */
    one: command(
      one.extend({ form: z.enum(['document', 'received']) }),
      z.object({ savedAs: savedFileSchema.nullable() }),
    ),
    /**
     * Saves the newest version of each proof: into a folder, as one ZIP, or as one PDF, beside which a folder contains
     * the proofs that cannot be pages. A large PDF is divided into numbered files; `savedAs` is the first of `files`.
     */
    all: command(
      z.strictObject({ chosen: chosenSchema, as: z.enum(['folder', 'zip', 'pdf']) }),
      z.object({
        savedAs: savedFileSchema.nullable(),
        files: z.number().int(),
        saved: z.number().int(),
        /** Proofs that were not saved, at most 50. */
        left: z.array(omittedProofSchema).max(50),
        leftTotal: z.number().int(),
        /** The folder beside a PDF with the proofs that cannot be pages, at most 50 of them listed. */
        beside: z
          .object({
            savedAs: savedFileSchema,
            proofs: z.array(omittedProofSchema).max(50),
            total: z.number().int(),
          })
          .nullable(),
      }),
    ),
    /** Cancels all PDFs whose pages are being made, of proofs or anything else; their calls reject with `cancelled`. */
    cancel: command(z.strictObject({}), z.null()),
  }),
  'proofs.library': actions({
    /** Retries opening the library. */
    open: command(z.strictObject({}), z.null()),
    /** Archives a library that cannot be opened and starts a new one. */
    startOver: command(z.strictObject({}), z.object({ keptAs: z.string() })),
    /** Continues with data from an earlier time (`data-earlier`). */
    continueEarlier: command(z.strictObject({}), z.null()),
  }),
} as const;

export const proofsTopics = {
  proofs: topic(
    z.object({
      /** Increases with every change of the list. */
      revision: z.number().int(),
      total: z.number().int(),
      counts: z.partialRecord(proofFilterSchema, z.number().int()),
      /** Progress of the current fetch, in references. */
      running: z
        .object({
          done: z.number().int(),
          total: z.number().int(),
          /** Why the service cannot be reached; the fetch goes on by itself. */
          blockReason: blockReasonSchema.nullable(),
        })
        .nullable(),
    }),
  ),
  /** Progress of the PDFs whose pages are being made, in any unit; `null` when there is none. */
  pages: topic(z.object({ done: z.number().int().min(0), total: z.number().int().min(0) }).nullable()),
  /** The sealed library of proofs and statements. */
  library: topic(libraryStateSchema),
} as const;
