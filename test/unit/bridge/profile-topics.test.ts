import { beforeEach, describe, expect, test } from 'vitest';
import {
  createProfileTopics,
  firstProfileValues,
  type ProfileTopicName,
  type ProfileTopics,
} from '../../../src/main/bridge/profile-topics.ts';
import type { OpenProfile, OpenProfiles } from '../../../src/main/open-profiles.ts';
import { noSearch } from '../../../src/shared/contract/review.ts';
import { noStatements } from '../../../src/shared/contract/statements.ts';
import { profile } from '../documents/tables.ts';

const names: ProfileTopicName[] = [
  'batches',
  'moreBatches',
  'beneficiaries',
  'proofs',
  'statements',
  'search',
];

function openProfile(id: string): OpenProfile {
  return { profile: { ...profile, id }, service: null };
}

/** Open profiles with these IDs; the first is active unless `activeId` names another. */
function profiles(ids: readonly string[], activeId: string | null = ids[0] ?? null): OpenProfiles {
  return {
    all: ids.map(openProfile),
    active: activeId === null ? null : openProfile(activeId),
  };
}

const more = (batches: number) => ({ batches, needClerk: 0 });

let shown: { name: string; value: unknown }[];
let published: string[];
let topics: ProfileTopics;

beforeEach(() => {
  shown = [];
  published = [];
  topics = createProfileTopics({ publish: (name, value) => shown.push({ name, value }) }, (name) =>
    published.push(name),
  );
});

describe('a value that is published for a profile', () => {
  test('reaches the window at once while the profile is active', () => {
    topics.follow(profiles(['a']));
    shown = [];
    topics.of('a').publish('moreBatches', more(1));
    expect(shown).toEqual([{ name: 'moreBatches', value: more(1) }]);
    expect(topics.valuesOf('a').moreBatches).toEqual(more(1));
  });

  test('does not reach the window while another profile is active, and is kept for later', () => {
    topics.follow(profiles(['a', 'b']));
    shown = [];
    topics.of('b').publish('moreBatches', more(2));
    expect(shown).toEqual([]);
    topics.follow(profiles(['a', 'b'], 'b'));
    expect(shown).toContainEqual({ name: 'moreBatches', value: more(2) });
  });

  test('does not change the values of other topics and profiles', () => {
    topics.follow(profiles(['a', 'b']));
    topics.of('a').publish('moreBatches', more(1));
    topics.of('a').publish('proofs', { revision: 3, total: 3, counts: {}, running: null });
    topics.of('b').publish('moreBatches', more(2));
    expect(topics.valuesOf('a')).toEqual({
      ...firstProfileValues,
      moreBatches: more(1),
      proofs: { revision: 3, total: 3, counts: {}, running: null },
    });
    expect(topics.all('moreBatches')).toEqual([more(1), more(2)]);
  });

  test('is reported to the listener, also for an inactive profile', () => {
    topics.follow(profiles(['a', 'b']));
    published = [];
    topics.of('b').publish('search', noSearch);
    topics.of('a').publish('batches', []);
    expect(published).toEqual(['search', 'batches']);
  });

  test('is ignored when the profile is not open', () => {
    topics.follow(profiles(['a']));
    [shown, published] = [[], []];
    topics.of('unknown').publish('moreBatches', more(9));
    expect([shown, published]).toEqual([[], []]);
    expect(topics.valuesOf('unknown')).toEqual(firstProfileValues);
  });

  test('is ignored after its session has ended, also when the profile has been opened again', () => {
    topics.follow(profiles(['a']));
    const former = topics.of('a');
    former.publish('moreBatches', more(1));
    topics.follow(profiles([]));
    topics.follow(profiles(['a']));
    [shown, published] = [[], []];
    former.publish('moreBatches', more(2));
    expect([shown, published]).toEqual([[], []]);
    expect(topics.valuesOf('a')).toEqual(firstProfileValues);
  });
});

describe('when another profile becomes active', () => {
  test('all topics are replaced at once, so that no value of the former profile stays visible', () => {
    topics.follow(profiles(['a', 'b']));
    topics.of('a').publish('moreBatches', more(1));
    shown = [];
    topics.follow(profiles(['a', 'b'], 'b'));
    expect(shown).toEqual(names.map((name) => ({ name, value: firstProfileValues[name] })));
  });

  test('the window gets the initial values after the last sign-out', () => {
    topics.follow(profiles(['a']));
    topics.of('a').publish('moreBatches', more(1));
    shown = [];
    topics.follow(profiles([]));
    expect(shown).toEqual(names.map((name) => ({ name, value: firstProfileValues[name] })));
    expect(topics.all('moreBatches')).toEqual([]);
  });

  test('no value is sent again while the same profile stays active', () => {
    topics.follow(profiles(['a']));
    topics.of('a').publish('moreBatches', more(1));
    shown = [];
    topics.follow(profiles(['a', 'b']));
    expect(shown).toEqual([]);
    expect(topics.valuesOf('a').moreBatches).toEqual(more(1));
  });

  test('every topic is reported to the listener when the open profiles change', () => {
    topics.follow(profiles(['a']));
    expect(published).toEqual(names);
  });
});

test('a profile without published values has the initial values', () => {
  expect(topics.valuesOf('a')).toEqual({
    batches: [],
    moreBatches: { batches: 0, needClerk: 0 },
    beneficiaries: { revision: 0, total: 0, counts: {}, unknown: [] },
    proofs: { revision: 0, total: 0, counts: {}, running: null },
    statements: noStatements,
    search: noSearch,
  });
});
