/** @file Commands and topics of sessions and profiles. */
import { z } from 'zod';
import { profileEntrySchema, profileFieldsSchema } from '../model/session/profile.ts';
import { hostCheckSchema, keychainSchema, sessionSchema } from '../model/session/session.ts';
import { waitingWorkSchema, workInFlightSchema } from '../model/session/work-in-flight.ts';
import { wireErrorSchema } from '../wire-error.ts';
import { actions, command, topic } from './define.ts';

const profileId = z.string().min(1).max(64);

export const sessionCommands = {
  /** Signs in (specification, section 4.1). `apiKey: null` uses the stored key. */
  'session.signIn': command(
    z.strictObject({
      profileId,
      apiKey: z.string().min(1).max(4096).nullable(),
      keep: z.enum(['keychain', 'session']),
    }),
    /** The error when the key could not be saved in the keychain; the session is open in this case, too. */
    z.object({ notKept: wireErrorSchema.nullable() }),
  ),
  /**
   * Signs out of one profile, or of the active one for `null`: drops the token and, with `forgetKey`, removes the key
   * from the keychain. If the keychain fails, `keyRemains` is true and the removal is retried later.
   */
  'session.signOut': command(
    z.strictObject({ profileId: profileId.nullable().default(null), forgetKey: z.boolean() }),
    z.object({ keyRemains: z.boolean() }),
  ),
  'session.activate': actions({
    /** Activates another profile whose session is open or being opened; the previous one stays signed in. */
    profile: command(z.strictObject({ profileId }), z.null()),
    /** Opens the practice company and signs in to it. */
    practiceCompany: command(z.strictObject({}), z.null()),
  }),
  /** Lists the work that signing out would pause, and the work that resumes after the next sign-in. */
  'session.previewSignOut': command(
    z.strictObject({ profileId }),
    z.object({ inFlight: workInFlightSchema, waiting: waitingWorkSchema }),
  ),
  'session.profile': actions({
    /** Removes a profile and its key. */
    remove: command(z.strictObject({ profileId }), z.null()),
    /** Checks the connection to each host of a profile. */
    checkHosts: command(z.strictObject({ profileId }), z.array(hostCheckSchema)),
    /** Copies the client ID of a profile to the clipboard. */
    copyClientId: command(z.strictObject({ profileId }), z.null()),
  }),
  /** Adds a profile (`id: null`) or changes one. */
  'session.saveProfile': command(
    z.strictObject({ id: profileId.nullable(), fields: profileFieldsSchema }),
    z.object({ id: z.string() }),
  ),
  /** Repeats the test of the keychain, for example after the clerk unlocked it. */
  'session.checkKeychain': command(z.strictObject({}), z.null()),
} as const;

export const sessionTopics = {
  session: topic(sessionSchema),
  profiles: topic(
    z.object({
      entries: z.array(profileEntrySchema),
      practiceOffered: z.boolean(),
      /** Problems of the managed file as texts. */
      managedProblems: z.array(z.string()),
      /** The profile that was used last; the sign-in screen offers it first. */
      lastUsed: z.string().nullable(),
    }),
  ),
  keychain: topic(keychainSchema),
} as const;
