/**
 * @file Topics whose values belong to a profile. Every open profile has values of its own. The window gets the values of
 * the active profile, and all of its values in one message when the profile becomes active.
 */
import type { TopicName, TopicValue } from '../../shared/contract/index.ts';
import { noStatements } from '../../shared/contract/statements.ts';
import { noSearch } from '../../shared/model/statements/statement-search.ts';
import type { OpenProfiles } from '../app/open-profiles.ts';
import type { Publisher } from './topics.ts';

/** Names of the topics whose values belong to a profile. */
const profileTopicNames = [
  'batches',
  'moreBatches',
  'beneficiaries',
  'proofs',
  'statements',
  'search',
] as const satisfies readonly TopicName[];

type ProfileTopicName = (typeof profileTopicNames)[number];

/** The values of one profile. */
export type ProfileValues = { [Name in ProfileTopicName]: TopicValue<Name> };

/** Values of a profile before anything was published. */
export const firstProfileValues: ProfileValues = {
  batches: [],
  moreBatches: { batches: 0, needClerk: 0 },
  beneficiaries: { revision: 0, total: 0, counts: {}, unknown: [] },
  proofs: { revision: 0, total: 0, counts: {}, running: null },
  statements: noStatements,
  search: noSearch,
};

/** Publishes values of one profile. */
export interface ProfilePublisher {
  publish<Name extends ProfileTopicName>(name: Name, value: TopicValue<Name>): void;
}

export interface ProfileTopics {
  /**
   * Returns the publisher of an open profile. The profile's values are kept while the profile is not active. After its
   * session has ended, the publisher discards values, even if the profile was opened again.
   */
  of(profileId: string): ProfilePublisher;
  /** Applies a change of the open profiles: sends the active profile's values and drops those of closed profiles. */
  follow(profiles: OpenProfiles): void;
  /** Returns the current values of a profile. */
  valuesOf(profileId: string): ProfileValues;
  /** Returns the current values of a topic, of all open profiles. */
  all<Name extends ProfileTopicName>(name: Name): TopicValue<Name>[];
}

/** Creates the topics. `onPublished` is called for every published value of any profile. */
export function createProfileTopics(
  publisher: Publisher,
  onPublished: (name: ProfileTopicName) => void = () => undefined,
): ProfileTopics {
  const openProfiles = new Map<string, { values: ProfileValues }>();
  let activeId: string | null = null;

  function send<Name extends ProfileTopicName>(name: Name, values: ProfileValues): void {
    publisher.publish<Name>(name, values[name]);
  }

  function updateOpenProfiles(ids: readonly string[]): void {
    for (const id of openProfiles.keys()) if (!ids.includes(id)) openProfiles.delete(id);
    for (const id of ids) if (!openProfiles.has(id)) openProfiles.set(id, { values: firstProfileValues });
  }

  function activate(profileId: string | null): void {
    if (profileId === activeId) return;
    activeId = profileId;
    const shownProfile = profileId === null ? undefined : openProfiles.get(profileId);
    for (const name of profileTopicNames) send(name, shownProfile?.values ?? firstProfileValues);
  }

  return {
    of(profileId) {
      const entry = openProfiles.get(profileId);
      return {
        publish(name, value) {
          if (entry === undefined || openProfiles.get(profileId) !== entry) return;
          entry.values = { ...entry.values, [name]: value };
          if (profileId === activeId) send(name, entry.values);
          onPublished(name);
        },
      };
    },
    follow(profiles) {
      updateOpenProfiles(profiles.all.map(({ profile }) => profile.id));
      activate(profiles.active?.profile.id ?? null);
      for (const name of profileTopicNames) onPublished(name);
    },
    valuesOf: (profileId) => openProfiles.get(profileId)?.values ?? firstProfileValues,
    all: (name) => [...openProfiles.values()].map(({ values }) => values[name]),
  };
}
