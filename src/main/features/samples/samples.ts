/** @file Samples of the practice company: adds them to the profile, and resets it. */
import { PaydeskError } from '../../../shared/errors.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { Period } from '../../../shared/model/statements/period.ts';
import type { Handlers } from '../../bridge/registrar.ts';

/** The samples of a profile. */
export interface Samples {
  /** A folder of documents and the CSV of their beneficiaries, or `null`. */
  readonly documents: { readonly folder: string; readonly addressBook: string } | null;
  readonly references: readonly string[];
  readonly statements: { readonly walletIds: readonly number[]; readonly periods: readonly Period[] };
  /** The statement whose balances do not add up. */
  readonly unbalanced: { readonly walletId: number; readonly period: Period };
}

interface SamplesDeps {
  /** Returns the active profile. Throws `sign-in-needed` without one. */
  readonly profile: () => Profile;
  readonly samplesOf: (profile: Profile) => Samples | null;
  readonly addPaths: (profileId: string, paths: readonly string[]) => Promise<number>;
  readonly importAddressBook: (profileId: string, path: string) => Promise<unknown>;
  /** Removes all data of a profile and recreates it. Throws `profile-not-practice`. */
  readonly startOver: (profileId: string) => Promise<void>;
}

/** Creates the handlers of the samples commands. */
export function createSamples(deps: SamplesDeps): Handlers {
  const { profile, samplesOf } = deps;
  return {
    'samples.offered': async () => {
      const samples = samplesOf(profile());
      if (samples === null) {
        return {
          documents: false,
          references: [],
          statements: null,
          unbalanced: null,
          startsOver: false,
        };
      }
      const { walletIds, periods } = samples.statements;
      return {
        documents: samples.documents !== null,
        references: [...samples.references],
        statements: { walletIds: [...walletIds], periods: [...periods] },
        unbalanced: samples.unbalanced,
        startsOver: true,
      };
    },
    'samples.change': {
      addDocuments: async () => {
        const activeProfile = profile();
        const documents = samplesOf(activeProfile)?.documents ?? null;
        if (documents === null)
          throw new PaydeskError('profile-not-practice', 'This profile has no sample documents');
        // The address book first, so that folders named after beneficiaries match them as soon as they are listed.
        await deps.importAddressBook(activeProfile.id, documents.addressBook);
        return { batchId: await deps.addPaths(activeProfile.id, [documents.folder]) };
      },
      startOver: async ({ profileId }) => {
        await deps.startOver(profileId);
        return null;
      },
    },
  };
}
