/** @file Connects *Needs you* with the features: what each has open, and how a line is given up. */
import type { Topics } from './bridge/topics.ts';
import { openWork as openBeneficiaries } from './features/beneficiaries/open-work.ts';
import { openWork as openDocuments } from './features/documents/tables/open-work.ts';
import { createNeedsYou, type NeedsYou } from './features/needs-you/needs-you.ts';
import type { ProofsFeature } from './features/proofs/proofs-feature.ts';
import { listUse } from './features/session/tables.ts';
import type { StatementsFeature } from './features/statements/statements-feature.ts';
import { closeStatement, openWork as openStatements } from './features/statements/tables/open-work.ts';
import type { Library } from './library/library.ts';
import type { OpenProfiles } from './open-profiles.ts';
import type { Clock } from './platform.ts';
import type { Store } from './store/store.ts';

/** What the list is gathered from. */
export interface NeedsYouDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly topics: Topics;
  readonly library: Library;
  readonly proofs: Pick<ProofsFeature, 'openWork' | 'close'>;
  readonly statements: Pick<StatementsFeature, 'find'>;
  readonly openProfiles: () => OpenProfiles;
  /** Small texts that outlive a start. */
  readonly choices: {
    read(name: string): Promise<string | null>;
    keep(name: string, value: string): Promise<void>;
  };
  readonly onUnexpected: (thrown: unknown) => void;
}

/** The list, and what it has to be told. */
export interface ConnectedNeedsYou extends NeedsYou {
  /** A recovery file of the library was saved. */
  recoverySaved(): Promise<void>;
}

/** Names the library whose recovery file was saved last. */
const recoverySaved = 'recovery/saved';

/** Creates the list over all features. */
export function connectNeedsYou(deps: NeedsYouDeps): ConnectedNeedsYou {
  const { store, clock, library, proofs, choices } = deps;
  /** Profiles that work is done for now. */
  const active = () =>
    deps.openProfiles().all.flatMap(({ profile, service }) => (service === null ? [] : [profile.id]));

  const needsYou = createNeedsYou({
    clock,
    topics: deps.topics,
    sources: [
      () => store.run(openDocuments, { active: active() }),
      () => store.run(openBeneficiaries, null),
      () => proofs.openWork(active()),
      (at) => store.run(openStatements, { at }),
    ],
    facts: async () => ({
      keysToRemove: (await store.run(listUse, null)).flatMap(({ profileId, keyToRemove }) =>
        keyToRemove ? [profileId] : [],
      ),
      isRecoverySaved: (await choices.read(recoverySaved)) === (await library.identity()),
    }),
    async close(need) {
      const profileId = need.profileId ?? '';
      if (need.kind === 'proofs-failed') return proofs.close(profileId, 'failed');
      if (need.kind === 'proofs-lost') return proofs.close(profileId, 'lost');
      await store.run(closeStatement, { profileId, id: need.statementId, at: clock.now() });
      deps.statements.find(profileId)?.changed();
    },
    onUnexpected: deps.onUnexpected,
  });
  return {
    ...needsYou,
    recoverySaved: async () => choices.keep(recoverySaved, (await library.identity()) ?? ''),
  };
}
