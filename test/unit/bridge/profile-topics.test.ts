import { beforeEach, describe, expect, test } from 'vitest';
import {
  createProfileTopics,
  firstProfileValues,
  type ProfileTopicName,
  type ProfileTopics,
} from '../../../src/main/bridge/profile-topics.ts';
import type { OpenProfile, OpenProfiles } from '../../../src/main/open-profiles.ts';
import { noStatements } from '../../../src/shared/contract/statements.ts';
import { noSearch } from '../../../src/shared/model/statement-search.ts';
import { profile } from '../documents/tables.ts';

const topicNames: ProfileTopicName[] = [
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

/** Creates open profiles with these IDs; the first is active unless `activeId` names another profile. */
function createOpenProfiles(ids: readonly string[], activeId: string | null = ids[0] ?? null): OpenProfiles {
  return {
    all: ids.map(openProfile),
    active: activeId === null ? null : openProfile(activeId),
  };
}

const moreBatchesOf = (batches: number) => ({ batches, needClerk: 0 });

let sentToWindow: { name: string; value: unknown }[];
let published: string[];
let topics: ProfileTopics;

beforeEach(() => {
  sentToWindow = [];
  published = [];
  topics = createProfileTopics({ publish: (name, value) => sentToWindow.push({ name, value }) }, (name) =>
    published.push(name),
  );
});

describe('a value that is published for a profile', () => {
  test('reaches the window at once while the profile is active', () => {
    topics.follow(createOpenProfiles(['a']));
    sentToWindow = [];
    topics.of('a').publish('moreBatches', moreBatchesOf(1));
    expect(sentToWindow).toEqual([{ name: 'moreBatches', value: moreBatchesOf(1) }]);
    expect(topics.valuesOf('a').moreBatches).toEqual(moreBatchesOf(1));
  });

  test('does not reach the window while another profile is active, and reaches the window when its profile becomes active', () => {
    topics.follow(createOpenProfiles(['a', 'b']));
    sentToWindow = [];
    topics.of('b').publish('moreBatches', moreBatchesOf(2));
    expect(sentToWindow).toEqual([]);
    topics.follow(createOpenProfiles(['a', 'b'], 'b'));
    expect(sentToWindow).toContainEqual({ name: 'moreBatches', value: moreBatchesOf(2) });
  });

  test('does not change the values of other topics and profiles', () => {
    topics.follow(createOpenProfiles(['a', 'b']));
    topics.of('a').publish('moreBatches', moreBatchesOf(1));
    topics.of('a').publish('proofs', { revision: 3, total: 3, counts: {}, running: null });
    topics.of('b').publish('moreBatches', moreBatchesOf(2));
    expect(topics.valuesOf('a')).toEqual({
      ...firstProfileValues,
      moreBatches: moreBatchesOf(1),
      proofs: { revision: 3, total: 3, counts: {}, running: null },
    });
    expect(topics.all('moreBatches')).toEqual([moreBatchesOf(1), moreBatchesOf(2)]);
  });

  test('is reported to the listener, also for an inactive profile', () => {
    topics.follow(createOpenProfiles(['a', 'b']));
    published = [];
    topics.of('b').publish('search', noSearch);
    topics.of('a').publish('batches', []);
    expect(published).toEqual(['search', 'batches']);
  });

  test('is ignored when the profile is not open', () => {
    topics.follow(createOpenProfiles(['a']));
    [sentToWindow, published] = [[], []];
    topics.of('unknown').publish('moreBatches', moreBatchesOf(9));
    expect([sentToWindow, published]).toEqual([[], []]);
    expect(topics.valuesOf('unknown')).toEqual(firstProfileValues);
  });

  test('is ignored when it comes from an ended session, also when the profile has been opened again', () => {
    topics.follow(createOpenProfiles(['a']));
    const formerTopics = topics.of('a');
    formerTopics.publish('moreBatches', moreBatchesOf(1));
    topics.follow(createOpenProfiles([]));
    topics.follow(createOpenProfiles(['a']));
    [sentToWindow, published] = [[], []];
    formerTopics.publish('moreBatches', moreBatchesOf(2));
    expect([sentToWindow, published]).toEqual([[], []]);
    expect(topics.valuesOf('a')).toEqual(firstProfileValues);
  });
});

describe('when another profile becomes active', () => {
  test('all topics are replaced at once, so that no value of the former profile stays visible', () => {
    topics.follow(createOpenProfiles(['a', 'b']));
    topics.of('a').publish('moreBatches', moreBatchesOf(1));
    sentToWindow = [];
    topics.follow(createOpenProfiles(['a', 'b'], 'b'));
    expect(sentToWindow).toEqual(topicNames.map((name) => ({ name, value: firstProfileValues[name] })));
  });

  test('the window gets the initial values after the last sign-out', () => {
    topics.follow(createOpenProfiles(['a']));
    topics.of('a').publish('moreBatches', moreBatchesOf(1));
    sentToWindow = [];
    topics.follow(createOpenProfiles([]));
    expect(sentToWindow).toEqual(topicNames.map((name) => ({ name, value: firstProfileValues[name] })));
    expect(topics.all('moreBatches')).toEqual([]);
  });

  test('no value is sent again while the same profile stays active', () => {
    topics.follow(createOpenProfiles(['a']));
    topics.of('a').publish('moreBatches', moreBatchesOf(1));
    sentToWindow = [];
    topics.follow(createOpenProfiles(['a', 'b']));
    expect(sentToWindow).toEqual([]);
    expect(topics.valuesOf('a').moreBatches).toEqual(moreBatchesOf(1));
  });

  test('every topic is reported to the listener when the open profiles change', () => {
    topics.follow(createOpenProfiles(['a']));
    expect(published).toEqual(topicNames);
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
