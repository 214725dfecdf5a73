/** @file Proofs of payment: fetch, keep, look at, find, save (specification, section 4.6). */
import { z } from 'zod';
import { libraryStateSchema } from '../model/library.ts';
import { pageOf, pageRequestSchema } from '../model/paging.ts';
import { omittedProofSchema } from '../model/proofs/omitted-proof.ts';
import { proofRowSchema, proofStateSchema, proofVersionSchema } from '../model/proofs/proof.ts';
import { maxReferenceLength } from '../model/proofs/references.ts';
import { savedFileSchema } from '../model/saved-file.ts';
import { command, topic } from './define.ts';

const id = z.number().int().positive();

/** Which proofs something is done with: those of the list under a filter, or these. */
const chosenSchema = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('filter'),
    state: proofStateSchema.nullable(),
    search: z.string().max(200),
  }),
  z.strictObject({ what: z.literal('these'), ids: z.array(id).max(10_000) }),
]);

/** See {@link chosenSchema}. */
export type ChosenProofs = z.infer<typeof chosenSchema>;

/** One kept version: the newest when `version` is `null`. */
const one = z.strictObject({ id, version: z.uuid().nullable() });

/** What the page can ask. */
export const proofsCommands = {
  /** Newest paste first, each in the order in which it was pasted; `kept` of the whole list can be saved. */
  'proofs.list': command(
    pageRequestSchema.extend({ state: proofStateSchema.nullable(), search: z.string().max(200) }),
    pageOf(proofRowSchema).extend({ kept: z.number().int().min(0) }),
  ),
  /**
   * Fetches the proofs of references. Those that are kept already are not asked for again unless `refresh` says so.
   * Each is one path segment, whatever characters it has.
   */
  'proofs.fetch': command(
    z.strictObject({
      references: z.array(z.string().min(1).max(maxReferenceLength)).min(1).max(20_000),
      refresh: z.boolean(),
    }),
    z.object({ queued: z.number().int(), known: z.number().int() }),
  ),
  /**
   * Asks again for the failed, cancelled and lost ones among the chosen. One that the service does not know is asked
   * for again when it was chosen by itself.
   */
  'proofs.retry': command(z.strictObject({ chosen: chosenSchema }), z.object({ queued: z.number().int() })),
  /** Asks the service again for kept ones; a proof that has changed is kept beside the one before. */
  'proofs.refresh': command(z.strictObject({ chosen: chosenSchema }), z.object({ queued: z.number().int() })),
  'proofs.cancel': command(z.strictObject({}), z.object({ cancelled: z.number().int() })),
  /** One line with its kept versions, newest first. */
  'proofs.detail': command(
    z.strictObject({ id }),
    z.object({ row: proofRowSchema, versions: z.array(proofVersionSchema) }),
  ),
  /**
   * Addresses under which the window loads a version: the document that it holds, `pop` as it was received, and, of a
   * document that is text, what main read of it as JSON (`proofContentSchema`).
   */
  'proofs.open': command(one, z.object({ document: z.string(), received: z.string(), read: z.string() })),
  /** Saves the document, or `pop` as it was received. `null` when the clerk closed the dialog. */
  'proofs.save': command(
    one.extend({ form: z.enum(['document', 'received']) }),
    z.object({ savedAs: savedFileSchema.nullable() }),
  ),
  /** Saves the newest version of each: into a folder, as one ZIP, or as one PDF. */
  'proofs.saveAll': command(
    z.strictObject({ chosen: chosenSchema, as: z.enum(['folder', 'zip', 'pdf']) }),
    z.object({
      savedAs: savedFileSchema.nullable(),
      saved: z.number().int(),
      /** Proofs that are not in it. At most 50. */
      left: z.array(omittedProofSchema).max(50),
      leftTotal: z.number().int(),
    }),
  ),
  /** Opens the address of a `url` in the browser, after the clerk has confirmed the host. */
  'proofs.openLink': command(one, z.object({ opened: z.boolean() })),
  /** Puts a library that cannot be opened aside, whole, and begins a new one. */
  'proofs.startOver': command(z.strictObject({}), z.object({ keptAs: z.string() })),
  /** Tries again to open the library. */
  'proofs.openLibrary': command(z.strictObject({}), z.null()),
} as const;

/** What the page can follow. */
export const proofsTopics = {
  proofs: topic(
    z.object({
      /** Grows with every change of the list. */
      revision: z.number().int(),
      total: z.number().int(),
      counts: z.partialRecord(proofStateSchema, z.number().int()),
      /** The fetch that runs: how many of its references are settled. */
      running: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
    }),
  ),
  /** The sealed library of proofs and statements. */
  library: topic(libraryStateSchema),
} as const;
