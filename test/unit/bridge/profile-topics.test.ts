import { beforeEach, describe, expect, test } from 'vitest';
import type { OpenProfile, OpenProfiles } from '../../../src/main/app/open-profiles.ts';
import {
  createProfileTopics,
  firstProfileValues,
  type ProfileTopics,
} from '../../../src/main/bridge/profile-topics.ts';
import { noStatements } from '../../../src/shared/contract/statements.ts';
import { noSearch } from '../../../src/shared/model/statements/statement-search.ts';
import { profile } from '../features/documents/tables.ts';

const topicNames = Object.keys(firstProfileValues);
const initialValues = Object.entries(firstProfileValues).map(([name, value]) => ({ name, value }));

/** Creates open profiles with these IDs; the first is active unless `activeId` names another profile. */
function createOpenProfiles(ids: readonly string[], activeId = ids[0]): OpenProfiles {
  const openProfile = (id: string): OpenProfile => ({ profile: { ...profile, id }, service: null });
  return { all: ids.map(openProfile), active: activeId === undefined ? null : openProfile(activeId) };
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

/** Opens these profiles, and forgets what was sent and reported until then. */
function open(...ids: readonly string[]): void {
  topics.follow(createOpenProfiles(ids));
  [sentToWindow, published] = [[], []];
}

/** Publishes a number of batches for a profile. */
const publish = (id: string, batches: number) => topics.of(id).publish('moreBatches', moreBatchesOf(batches));

describe('a value that is published for a profile', () => {
  test('reaches the window at once while the profile is active', () => {
    open('a');
    publish('a', 1);
    expect(sentToWindow).toEqual([{ name: 'moreBatches', value: moreBatchesOf(1) }]);
    expect(topics.valuesOf('a').moreBatches).toEqual(moreBatchesOf(1));
  });

  test('does not reach the window while another profile is active, and reaches the window when its profile becomes active', () => {
    open('a', 'b');
    publish('b', 2);
    expect(sentToWindow).toEqual([]);
    topics.follow(createOpenProfiles(['a', 'b'], 'b'));
    expect(sentToWindow).toContainEqual({ name: 'moreBatches', value: moreBatchesOf(2) });
  });

  test('does not change the values of other topics and profiles, and is reported, also for an inactive profile', () => {
    open('a', 'b');
    const proofs = { revision: 3, total: 3, counts: {}, running: null };
    publish('a', 1);
    topics.of('a').publish('proofs', proofs);
    publish('b', 2);
    expect(topics.valuesOf('a')).toEqual({ ...firstProfileValues, moreBatches: moreBatchesOf(1), proofs });
    expect(topics.all('moreBatches')).toEqual([moreBatchesOf(1), moreBatchesOf(2)]);
    expect(published).toEqual(['moreBatches', 'proofs', 'moreBatches']);
  });

  test('is ignored when the profile is not open', () => {
    open('a');
    publish('unknown', 9);
    expect([sentToWindow, published]).toEqual([[], []]);
    expect(topics.valuesOf('unknown')).toEqual(firstProfileValues);
  });

  test('is ignored when it comes from an ended session, also when the profile has been opened again', () => {
    open('a');
    const formerTopics = topics.of('a');
    formerTopics.publish('moreBatches', moreBatchesOf(1));
    open();
    open('a');
    formerTopics.publish('moreBatches', moreBatchesOf(2));
    expect([sentToWindow, published]).toEqual([[], []]);
    expect(topics.valuesOf('a')).toEqual(firstProfileValues);
  });
});

describe('when the open profiles change', () => {
  test('all topics are replaced at once, so that no value of the former profile stays visible', () => {
    open('a', 'b');
    publish('a', 1);
    [sentToWindow, published] = [[], []];
    topics.follow(createOpenProfiles(['a', 'b'], 'b'));
    expect(sentToWindow).toEqual(initialValues);
    expect(published).toEqual(topicNames);
  });

  test('the window gets the initial values after the last sign-out', () => {
    open('a');
    publish('a', 1);
    sentToWindow = [];
    topics.follow(createOpenProfiles([]));
    expect(sentToWindow).toEqual(initialValues);
    expect(topics.all('moreBatches')).toEqual([]);
  });

  test('no value is sent again while the same profile stays active', () => {
    open('a');
    publish('a', 1);
    open('a', 'b');
    topics.follow(createOpenProfiles(['a', 'b']));
    expect(sentToWindow).toEqual([]);
    expect(topics.valuesOf('a').moreBatches).toEqual(moreBatchesOf(1));
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
