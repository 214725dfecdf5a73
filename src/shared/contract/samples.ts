/** @file Work to begin with, where a profile brings some along; most profiles bring none. */
import { z } from 'zod';
import { periodSchema } from '../model/period.ts';
import { profileIdSchema } from '../model/profile.ts';
import { command } from './define.ts';

/** What the page can ask. */
export const samplesCommands = {
  /** What the profile in view offers to begin with: nothing for a profile that brings none. */
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
      /** The one of these statements that does not add up, so that the checks of a review find something. */
      unbalanced: z.object({ walletId: z.number().int(), period: periodSchema }).nullable(),
      /** The profile is for practising: it can begin anew. */
      startsOver: z.boolean(),
      /** The tour is to be shown by itself. */
      tour: z.boolean(),
    }),
  ),
  /** Adds the sample documents to the batch that is prepared, and their beneficiaries to the address book. */
  'samples.addDocuments': command(z.strictObject({}), z.object({ batchId: z.number().int() })),
  /**
   * Ends all work of the profile, removes everything that is kept of it but its lines in the activity, resets its
   * service, and signs in again. Only a profile that `startsOver` can; any other is `profile-not-practice`.
   */
  'samples.startOver': command(z.strictObject({ profileId: profileIdSchema }), z.null()),
  /** The clerk has seen the tour, or skipped it: it is not shown by itself any more. */
  'samples.endTour': command(z.strictObject({}), z.null()),
} as const;
