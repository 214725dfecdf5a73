/** @file Work to begin with: hands on what a profile brings along, and remembers that the tour was seen. */
import { samplesCommands } from '../../../shared/contract/samples.ts';
import { PaydeskError } from '../../../shared/errors.ts';
import type { Period } from '../../../shared/model/period.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import { type Handlers, handle } from '../../bridge/registrar.ts';

/** What a profile brings along. */
export interface Samples {
  /** A folder of documents and the CSV of their beneficiaries, or `null`. */
  readonly documents: { readonly folder: string; readonly addressBook: string } | null;
  readonly references: readonly string[];
  readonly statements: { readonly walletIds: readonly number[]; readonly periods: readonly Period[] };
  /** The one statement that does not add up. */
  readonly unbalanced: { readonly walletId: number; readonly period: Period };
}

export interface SamplesDeps {
  /** The profile in view. Throws `sign-in-needed` without one. */
  readonly profile: () => Profile;
  readonly samplesOf: (profile: Profile) => Samples | null;
  readonly addPaths: (profileId: string, paths: readonly string[]) => Promise<number>;
  readonly importAddressBook: (profileId: string, path: string) => Promise<unknown>;
  /** Removes everything of a profile and begins anew. Throws `profile-not-practice`. */
  readonly startOver: (profileId: string) => Promise<void>;
  /** Small texts that outlive a restart, by name. */
  readonly choices: {
    read(name: string): Promise<string | null>;
    keep(name: string, value: string): Promise<void>;
  };
}

const tourChoice = 'samples/tour-ended';

/** Creates the handlers. */
export function createSamples(deps: SamplesDeps): Handlers {
  const { profile, samplesOf, choices } = deps;
  return {
    'samples.offered': handle(samplesCommands['samples.offered'], async () => {
      const samples = samplesOf(profile());
      if (samples === null) {
        return {
          documents: false,
          references: [],
          statements: null,
          unbalanced: null,
          startsOver: false,
          tour: false,
        };
      }
      const { walletIds, periods } = samples.statements;
      return {
        documents: samples.documents !== null,
        references: [...samples.references],
        statements: { walletIds: [...walletIds], periods: [...periods] },
        unbalanced: samples.unbalanced,
        startsOver: true,
        tour: (await choices.read(tourChoice)) === null,
      };
    }),
    'samples.addDocuments': handle(samplesCommands['samples.addDocuments'], async () => {
      const into = profile();
      const documents = samplesOf(into)?.documents ?? null;
      if (documents === null)
        throw new PaydeskError('profile-not-practice', 'This profile brings no documents');
      // The beneficiaries first: folders named after them are then known when they are listed.
      await deps.importAddressBook(into.id, documents.addressBook);
      return { batchId: await deps.addPaths(into.id, [documents.folder]) };
    }),
    'samples.startOver': handle(samplesCommands['samples.startOver'], async ({ profileId }) => {
      await deps.startOver(profileId);
      return null;
    }),
    'samples.endTour': handle(samplesCommands['samples.endTour'], async () => {
      await choices.keep(tourChoice, 'true');
      return null;
    }),
  };
}
