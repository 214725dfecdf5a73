/**
 * @file Topics that concern one profile. Every open profile has values of its own; the window gets those of the active
 * one, all of them in the turn in which it becomes active.
 */
import type { TopicName, TopicValue } from '../../shared/contract/index.ts';
import { noSearch } from '../../shared/contract/review.ts';
import { noStatements } from '../../shared/contract/statements.ts';
import type { OpenProfiles } from '../open-profiles.ts';
import type { Publisher } from './topics.ts';

/** Names of the topics whose values belong to a profile. */
export const profileTopicNames = [
  'batches',
  'moreBatches',
  'beneficiaries',
  'proofs',
  'statements',
  'search',
] as const satisfies readonly TopicName[];

export type ProfileTopicName = (typeof profileTopicNames)[number];

/** The values of one profile. */
export type ProfileValues = { [Name in ProfileTopicName]: TopicValue<Name> };

/** What is known of a profile of which nothing was published yet. */
export const firstProfileValues: ProfileValues = {
  batches: [],
  moreBatches: { batches: 0, needClerk: 0 },
  beneficiaries: { revision: 0, total: 0, counts: {}, unknown: [] },
  proofs: { revision: 0, total: 0, counts: {}, running: null },
  statements: noStatements,
  search: noSearch,
};

/** The writing side of one profile's topics. */
export interface ProfilePublisher {
  publish<Name extends ProfileTopicName>(name: Name, value: TopicValue<Name>): void;
}

export interface ProfileTopics {
  /**
   * Returns where the values of an open profile go; they are kept while it is not active. Once its session has ended
   * they go nowhere, also when the profile is open again by then.
   */
  of(profileId: string): ProfilePublisher;
  /** Follows a change of the open profiles: shows the values of the active one, and forgets those of the others. */
  follow(profiles: OpenProfiles): void;
  /** Returns the present values of a profile. */
  valuesOf(profileId: string): ProfileValues;
  /** Returns the present values of a topic, of every open profile. */
  all<Name extends ProfileTopicName>(name: Name): TopicValue<Name>[];
}

/** Creates the topics. `onPublished` hears of every value, of whatever profile. */
export function createProfileTopics(
  publisher: Publisher,
  onPublished: (name: ProfileTopicName) => void = () => undefined,
): ProfileTopics {
  const open = new Map<string, { values: ProfileValues }>();
  let activeId: string | null = null;

  function send<Name extends ProfileTopicName>(name: Name, values: ProfileValues): void {
    publisher.publish<Name>(name, values[name]);
  }

  function keepOpen(ids: readonly string[]): void {
    for (const id of open.keys()) if (!ids.includes(id)) open.delete(id);
    for (const id of ids) if (!open.has(id)) open.set(id, { values: firstProfileValues });
  }

  function activate(profileId: string | null): void {
    if (profileId === activeId) return;
    activeId = profileId;
    const shown = profileId === null ? undefined : open.get(profileId);
    for (const name of profileTopicNames) send(name, shown?.values ?? firstProfileValues);
  }

  return {
    of(profileId) {
      const mine = open.get(profileId);
      return {
        publish(name, value) {
          if (mine === undefined || open.get(profileId) !== mine) return;
          mine.values = { ...mine.values, [name]: value };
          if (profileId === activeId) send(name, mine.values);
          onPublished(name);
        },
      };
    },
    follow(profiles) {
      keepOpen(profiles.all.map(({ profile }) => profile.id));
      activate(profiles.active?.profile.id ?? null);
      for (const name of profileTopicNames) onPublished(name);
    },
    valuesOf: (profileId) => open.get(profileId)?.values ?? firstProfileValues,
    all: (name) => [...open.values()].map(({ values }) => values[name]),
  };
}
