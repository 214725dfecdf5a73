/** @file The needs of the computer: every state of keychain, library, disk, update and recovery file. */
import { expect, test } from 'vitest';
import { createTopics } from '../../../../src/main/bridge/topics.ts';
import { type ComputerFacts, computerNeeds } from '../../../../src/main/features/needs-you/computer.ts';
import { createNeedsYou } from '../../../../src/main/features/needs-you/needs-you.ts';
import { toNeedLine } from '../../../../src/main/features/needs-you/target.ts';
import { needsYouCommands, needsYouTopics } from '../../../../src/shared/contract/needs-you.ts';
import { createNeedMessages } from '../../../../src/shared/messages/need-messages.ts';
import { keyOfNeed, type NeedKind } from '../../../../src/shared/model/needs-you/needs-you.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { everyNeed } from '../../../fakes/every-need.ts';
import { firstTopics } from '../../../fakes/first-topics.ts';

/** A computer without needs. */
const withoutNeeds: ComputerFacts = {
  keychain: { state: 'available', name: 'Secret Service' },
  library: { state: 'unused' },
  update: { state: 'off' },
  managedProblems: 0,
  diskFull: null,
  clockOffset: 0,
  keysToRemove: [],
  isRecoverySaved: false,
};

const kindsOf = (facts: Partial<ComputerFacts>): NeedKind[] =>
  computerNeeds({ ...withoutNeeds, ...facts }, () => '2026-11-22T08:00:00.000Z').map(({ kind }) => kind);

const kept = { state: 'kept', items: 3, missing: 0, foreign: 0 } as const;
const ofSession = (items: number, proofs: number, statements: number): Partial<ComputerFacts> => ({
  library: { state: 'session-only', items, proofs, statements },
});
const ready = { state: 'ready', version: '2.0.0', notes: '', urgent: true } as const;
const { error } = everyNeed['library-unavailable'];

test.each<[string, Partial<ComputerFacts>, NeedKind[]]>([
  ['nothing is wrong', {}, []],
  ['the keychain is locked', { keychain: { state: 'locked', name: 'Keychain' } }, ['keychain']],
  ['the disk is full', { diskFull: { freeBytes: 0, neededBytes: 1 } }, ['disk-full']],
  ['the library cannot be opened', { library: { state: 'unavailable', error } }, ['library-unavailable']],
  ['the library ends with the session', ofSession(2, 2, 0), ['library-session-only']],
  ['a library of the session is empty', ofSession(0, 0, 0), []],
  ['no recovery file was saved', { library: kept }, ['recovery-unsaved']],
  ['a recovery file was saved', { library: kept, isRecoverySaved: true }, []],
  ['files are missing', { library: { ...kept, missing: 1 }, isRecoverySaved: true }, ['library-missing']],
  ['an update is ready', { update: ready }, ['update-ready']],
  ['an update is not trusted', { update: { state: 'failed', problem: 'untrusted' } }, ['update-failed']],
  ['the update server cannot be reached', { update: { state: 'failed', problem: 'unreachable' } }, []],
  ['a key could not be removed', { keysToRemove: ['north'] }, ['key-to-remove']],
  ['the clock is wrong', { clockOffset: -660_000 }, ['clock-wrong']],
  ['the administrator’s file has problems', { managedProblems: 2 }, ['managed-problems']],
])('the list has the expected lines when %s', (_, facts, kinds) => {
  expect(kindsOf(facts)).toEqual(kinds);
});

test('each line has the time at which its problem was first seen', () => {
  const since = new Map<string, string>();
  const facts = {
    ...withoutNeeds,
    diskFull: { freeBytes: 0, neededBytes: 1 },
    keysToRemove: ['north', 'south'],
  };
  const needs = computerNeeds(facts, (name) => {
    since.set(name, `2026-11-2${since.size}T08:00:00.000Z`);
    return since.get(name) ?? '';
  });
  expect(needs.map((need) => need.since)).toEqual([...since.values()]);
  expect(new Set(since.keys()).size).toBe(3);
});

test('files that end with the session have one line for proofs, statements and others, each with its number', () => {
  const library = { state: 'session-only', items: 12, proofs: 9, statements: 2 } as const;
  const names = new Set<string>();
  const needs = computerNeeds({ ...withoutNeeds, library }, (name) => {
    names.add(name);
    return '2026-11-22T08:00:00.000Z';
  });
  expect(names.size, 'statements are open since they arrived, not since the proofs arrived').toBe(3);
  expect(needs.map((need) => [createNeedMessages(need).title, toNeedLine(need).target.screen])).toEqual([
    ['9 proofs in the library of this session', 'proofs'],
    ['2 statements in the library of this session', 'statements'],
    ['1 other file in the library of this session', 'statements'],
  ]);
  expect(new Set(needs.map(keyOfNeed)).size).toBe(3);
});

test('the list and its number follow every fact of the computer, and a line keeps its time until its problem ends', async () => {
  const clock = createFakeClock();
  const topics = createTopics(clock, firstTopics);
  let facts = withoutNeeds;
  const needsYou = createNeedsYou({
    clock,
    topics,
    sources: [],
    facts: async () => facts,
    close: async () => undefined,
    saveHandover: async () => null,
    retentionActions: { listDue: () => ({ total: 0, rows: [] }), removeDue: () => ({ removed: 0 }) },
    onUnexpected: (thrown) => expect.unreachable(String(thrown)),
  });
  needsYou.start();
  const expected = new Map<string, string>();
  const changes = [
    ['keychain', { keychain: { state: 'locked', name: 'K' } }, 'keychain'],
    ['library', { library: { state: 'unavailable', error } }, 'library-unavailable'],
    ['update', { update: ready }, 'update-ready'],
    ['profiles', { managedProblems: 1 }, 'managed-problems'],
    ['clockOffset', { clockOffset: 3_600_000 }, 'clock-wrong'],
    ['diskFull', { diskFull: { freeBytes: 0, neededBytes: 1 } }, 'disk-full'],
    [null, { keysToRemove: ['north'] }, 'key-to-remove'],
    ['keychain', { keychain: withoutNeeds.keychain }, null],
    ['keychain', { keychain: { state: 'locked', name: 'K' } }, 'keychain'],
  ] as const;
  for (const [topic, change, kind] of changes) {
    facts = { ...facts, ...change };
    const managedProblems = facts.managedProblems === 0 ? [] : ['Line 1'];
    const values = { ...firstTopics, ...facts, profiles: { ...firstTopics.profiles, managedProblems } };
    if (topic === null) needsYou.invalidate();
    else topics.publish(topic, values[topic]);
    if (kind === null) expected.delete('keychain');
    else expected.set(kind, new Date(clock.now()).toISOString());
    await clock.advance(2_000);
    const { value } = topics.subscribe({ send: () => undefined }, 'needsYou');
    expect(needsYouTopics.needsYou.value.parse(value).total).toBe(expected.size);
    const list = needsYou.handlers['needsYou.list'];
    const { rows } = needsYouCommands['needsYou.list'].result.parse(
      await list?.({ offset: 0, limit: 100, urgency: null }),
    );
    expect(new Map(rows.map((row) => [row.kind, row.since?.slice(0, 18)]))).toEqual(
      new Map([...expected].map(([name, since]) => [name, since.slice(0, 18)])),
    );
  }
  await needsYou.stop();
});
