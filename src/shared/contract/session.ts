/** @file Signing in and out, and the profiles to sign in with. */
import { z } from 'zod';
import { wireErrorSchema } from '../errors.ts';
import { profileEntrySchema, profileFieldsSchema } from '../model/profile.ts';
import { hostCheckSchema, keychainSchema, sessionSchema } from '../model/session.ts';
import { waitingWorkSchema, workInFlightSchema } from '../model/work-in-flight.ts';
import { command, topic } from './define.ts';

const profileId = z.string().min(1).max(64);

/** What the page can ask. */
export const sessionCommands = {
  /** Signs in (specification, section 4.1). `apiKey: null` uses the key that is kept already. */
  'session.signIn': command(
    z.strictObject({
      profileId,
      apiKey: z.string().min(1).max(4096).nullable(),
      keep: z.enum(['keychain', 'session']),
    }),
    /** Why the key could not be kept in the keychain, when that was wanted; the session itself stands. */
    z.object({ notKept: wireErrorSchema.nullable() }),
  ),
  /**
   * Signs out of one profile, or of the active one for `null`: forgets the token; with `forgetKey` also the key in the keychain. Never fails half-way: a key that the keychain
   * does not let go now is removed at the next chance, and `keyRemains` says so.
   */
  'session.signOut': command(
    z.strictObject({ profileId: profileId.nullable().default(null), forgetKey: z.boolean() }),
    z.object({ keyRemains: z.boolean() }),
  ),
  /** Shows another profile whose session is open or on its way; the one shown before stays signed in. */
  'session.activate': command(z.strictObject({ profileId }), z.null()),
  /** What signing out of a profile would put off, and what goes on after the next sign-in. */
  'session.previewSignOut': command(
    z.strictObject({ profileId }),
    z.object({ inFlight: workInFlightSchema, waiting: waitingWorkSchema }),
  ),
  /** Opens the practice company and signs in to it. */
  'session.explore': command(z.strictObject({}), z.null()),
  /** Tries each host of a profile and says what it found. */
  'session.checkHosts': command(z.strictObject({ profileId }), z.array(hostCheckSchema)),
  /** Adds a profile (`id: null`) or changes one. */
  'session.saveProfile': command(
    z.strictObject({ id: profileId.nullable(), fields: profileFieldsSchema }),
    z.object({ id: z.string() }),
  ),
  /** Removes a profile and its key. */
  'session.removeProfile': command(z.strictObject({ profileId }), z.null()),
  /** Looks at the keychain again, after the clerk unlocked it or gave Paydesk the right to use it. */
  'session.checkKeychain': command(z.strictObject({}), z.null()),
  /** Copies the client ID of a profile to the clipboard. */
  'session.copyClientId': command(z.strictObject({ profileId }), z.null()),
} as const;

/** What the page can follow. */
export const sessionTopics = {
  session: topic(sessionSchema),
  profiles: topic(
    z.object({
      entries: z.array(profileEntrySchema),
      practiceOffered: z.boolean(),
      /** Problems of the managed file in words, empty when there are none. */
      managedProblems: z.array(z.string()),
      /** The profile that was used last, to be offered first. */
      lastUsed: z.string().nullable(),
    }),
  ),
  keychain: topic(keychainSchema),
} as const;
