/** @file Sample work that a profile may provide, for example the practice company; most profiles provide none. */
import { z } from 'zod';
import { profileIdSchema } from '../model/session/profile.ts';
import { periodSchema } from '../model/statements/period.ts';
import { actions, command } from './define.ts';

export const samplesCommands = {
  /** The samples of the active profile. */
  'samples.offered': command(
    z.strictObject({}),
    z.object({
      documents: z.boolean(),
      /** References whose proofs can be fetched. */
      references: z.array(z.string()),
      /** Statements that can be requested, or `null`. */
      statements: z
        .object({ walletIds: z.array(z.number().int()), periods: z.array(periodSchema) })
        .nullable(),
      /** The sample statement whose amounts do not add up, so that the checks of a review find something. */
      unbalanced: z.object({ walletId: z.number().int(), period: periodSchema }).nullable(),
      /** True for a practice profile, which can be reset. */
      startsOver: z.boolean(),
    }),
  ),
  'samples.change': actions({
    /** Adds the sample documents to the batch in preparation, and their beneficiaries to the address book. */
    addDocuments: command(z.strictObject({}), z.object({ batchId: z.number().int() })),
    /**
     * Stops all work of the profile, removes its stored data except its activity entries, resets its service, and signs
     * in again. Rejected with `profile-not-practice` for a profile without `startsOver`.
     */
    startOver: command(z.strictObject({ profileId: profileIdSchema }), z.null()),
  }),
} as const;
