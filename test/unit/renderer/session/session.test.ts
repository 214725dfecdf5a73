import { describe, expect, test } from 'vitest';
import { listRecoveryActions } from '../../../../src/renderer/features/session/recovery-actions.ts';
import { resolveKeyPlace, selectProfile } from '../../../../src/renderer/features/session/sign-in.ts';
import { entryOf } from '../profiles/entries.ts';

describe('the form that is shown', () => {
  const entries = ['a', 'b', 'c', 'd'].map((id) => entryOf({ id }));
  const session = { state: 'signing-in', profile: entryOf({ id: 'b' }) } as const;
  const choice = { entries, session, chosenId: 'c', lastUsedId: 'd' };

  test('belongs to the chosen profile, else the profile of the session, the last used, or the first', () => {
    const signedOut = { ...choice, chosenId: null, session: { state: 'signed-out', locked: false } as const };
    expect(selectProfile(choice)?.id).toBe('c');
    expect(selectProfile({ ...choice, chosenId: 'gone' })?.id).toBe('b');
    expect(selectProfile(signedOut)?.id).toBe('d');
    expect(selectProfile({ ...signedOut, lastUsedId: 'gone' })?.id).toBe('a');
    expect(selectProfile({ ...choice, entries: [] })).toBeNull();
  });
});

test('a key is stored only in a working keychain', () => {
  expect(resolveKeyPlace('keychain', 'available')).toBe('keychain');
  expect(resolveKeyPlace('session', 'available')).toBe('session');
  for (const state of ['absent', 'locked', 'refused'] as const) {
    expect(resolveKeyPlace('keychain', state)).toBe('session');
  }
});

const noKey = { usesStoredKey: false, hasCounterpart: false };
const storedKey = { ...noKey, usesStoredKey: true };

test.each([
  ['key-refused', noKey, []],
  ['key-refused', storedKey, ['another-key']],
  ['keychain-locked', storedKey, ['another-key']],
  ['sign-in-refused', storedKey, ['open-profile', 'check']],
  ['wrong-environment', noKey, ['open-profile']],
  ['wrong-environment', { ...noKey, hasCounterpart: true }, ['choose-counterpart', 'open-profile']],
  ['host-unreachable', noKey, ['check']],
  ['answer-not-understood', noKey, ['open-profile', 'check']],
] as const)('the recovery actions of %s with %o are %o', (code, facts, actions) => {
  expect(listRecoveryActions(code, facts)).toEqual(actions);
});
