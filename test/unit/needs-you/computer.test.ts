/** @file The needs of the computer: every state of keychain, library, disk, update and recovery file. */
import { expect, test } from 'vitest';
import { type ComputerFacts, computerNeeds } from '../../../src/main/features/needs-you/computer.ts';
import type { NeedKind } from '../../../src/shared/model/needs-you.ts';
import { everyNeed } from '../../fakes/every-need.ts';

/** A computer without needs. */
const withoutNeeds: ComputerFacts = {
  keychain: { state: 'available', name: 'Secret Service' },
  library: { state: 'unused' },
  update: { state: 'off' },
  managedProblems: 0,
  isDiskFull: false,
  keysToRemove: [],
  isRecoverySaved: false,
};

const kindsOf = (facts: Partial<ComputerFacts>): NeedKind[] =>
  computerNeeds({ ...withoutNeeds, ...facts }, () => '2026-11-22T08:00:00.000Z').map(({ kind }) => kind);

const kept = { state: 'kept', items: 3, missing: 0, foreign: 0 } as const;
const { error } = everyNeed['library-unavailable'];

test.each<[string, Partial<ComputerFacts>, NeedKind[]]>([
  ['nothing is wrong', {}, []],
  ['the keychain is locked', { keychain: { state: 'locked', name: 'Keychain' } }, ['keychain']],
  ['there is no keychain', { keychain: { state: 'absent', name: 'Keychain' } }, ['keychain']],
  ['the keychain refuses', { keychain: { state: 'refused', name: 'Keychain' } }, ['keychain']],
  ['the disk is full', { isDiskFull: true }, ['disk-full']],
  ['the library cannot be opened', { library: { state: 'unavailable', error } }, ['library-unavailable']],
  [
    'the library ends with the session',
    { library: { state: 'session-only', items: 2 } },
    ['library-session-only'],
  ],
  ['a library of the session is empty', { library: { state: 'session-only', items: 0 } }, []],
  ['no recovery file was saved', { library: kept }, ['recovery-unsaved']],
  ['a recovery file was saved', { library: kept, isRecoverySaved: true }, []],
  [
    'files of the library are missing',
    { library: { ...kept, missing: 1 }, isRecoverySaved: true },
    ['library-missing'],
  ],
  [
    'an update is ready',
    { update: { state: 'ready', version: '2.0.0', notes: '', urgent: true } },
    ['update-ready'],
  ],
  ['an update is not trusted', { update: { state: 'failed', problem: 'untrusted' } }, ['update-failed']],
  ['the update server cannot be reached', { update: { state: 'failed', problem: 'unreachable' } }, []],
  ['a key could not be removed', { keysToRemove: ['north'] }, ['key-to-remove']],
  ['the administrator’s file has problems', { managedProblems: 2 }, ['managed-problems']],
])('the list has the expected lines when %s', (_, facts, kinds) => {
  expect(kindsOf(facts)).toEqual(kinds);
});

test('each line has the time at which its problem was first seen', () => {
  const since = new Map<string, string>();
  const facts = { ...withoutNeeds, isDiskFull: true, keysToRemove: ['north', 'south'] };
  const needs = computerNeeds(facts, (name) => {
    since.set(name, `2026-11-2${since.size}T08:00:00.000Z`);
    return since.get(name) ?? '';
  });
  expect(needs.map((need) => need.since)).toEqual([...since.values()]);
  expect(new Set(since.keys()).size).toBe(3);
});
