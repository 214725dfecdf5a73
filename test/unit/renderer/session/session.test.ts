import { describe, expect, test } from 'vitest';
import { createKeyNotStoredToast } from '../../../../src/renderer/features/session/key-not-stored.ts';
import { listRecoveryActions } from '../../../../src/renderer/features/session/recovery-actions.ts';
import { resolveKeyPlace, selectProfile } from '../../../../src/renderer/features/session/sign-in.ts';
import { t } from '../../../../src/shared/messages/index.ts';

import { entryOf } from '../profiles/entries.ts';

describe('the form that is shown', () => {
  const entries = ['a', 'b', 'c', 'd'].map((id) => entryOf({ id }));
  const session = { state: 'signing-in', profile: entryOf({ id: 'b' }) } as const;
  const choice = { entries, session, chosenId: 'c', lastUsedId: 'd' };

  test('belongs to the chosen profile, else the profile of the session, the last used, or the first', () => {
    expect(selectProfile(choice)?.id).toBe('c');
    expect(selectProfile({ ...choice, chosenId: null })?.id).toBe('b');
    const signedOut = {
      ...choice,
      chosenId: null,
      session: { state: 'signed-out', locked: false } as const,
    };
    expect(selectProfile(signedOut)?.id).toBe('d');
    expect(selectProfile({ ...signedOut, lastUsedId: 'gone' })?.id).toBe('a');
  });

  test('belongs to another profile when the chosen profile was removed, and is absent without profiles', () => {
    expect(selectProfile({ ...choice, chosenId: 'gone' })?.id).toBe('b');
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

test('the form reports a missing or unusable keychain, and how long the key is stored', () => {
  expect(t('session.form.noKeychain', { keychain: 'Secret Service', state: 'absent' })).toMatch(
    /this computer has no keychain/,
  );
  expect(t('session.form.noKeychain', { keychain: 'this computer’s keychain', state: 'locked' })).toMatch(
    /because this computer’s keychain is locked\./,
  );
  for (const state of ['absent', 'locked', 'refused'] as const) {
    expect(t('session.form.noKeychain', { keychain: 'macOS Keychain', state })).toContain(
      'until you sign out or quit',
    );
  }
});

test('a key that was not stored is reported with the reason, and that the session is open', () => {
  const notStoredToast = createKeyNotStoredToast({
    code: 'keychain-locked',
    message: '',
    retryable: true,
    requestId: null,
    details: {},
  });
  expect(notStoredToast.tone).toBe('warning');
  expect(notStoredToast.title).toContain('You are signed in');
  expect(notStoredToast.detail).toContain('locked');
});

describe('the recovery actions of a failure', () => {
  const noKeyOrCounterpart = { usesStoredKey: false, hasCounterpart: false };

  test('include another key for a refused or unreadable key, when the sign-in used the stored key', () => {
    expect(listRecoveryActions('key-refused', noKeyOrCounterpart)).toEqual([]);
    expect(listRecoveryActions('key-refused', { ...noKeyOrCounterpart, usesStoredKey: true })).toEqual([
      'another-key',
    ]);
    expect(listRecoveryActions('keychain-locked', { ...noKeyOrCounterpart, usesStoredKey: true })).toEqual([
      'another-key',
    ]);
  });

  test('of the wrong environment are the counterpart, if it exists, and the editor of the profile', () => {
    expect(listRecoveryActions('wrong-environment', noKeyOrCounterpart)).toEqual(['open-profile']);
    expect(listRecoveryActions('wrong-environment', { ...noKeyOrCounterpart, hasCounterpart: true })).toEqual(
      ['choose-counterpart', 'open-profile'],
    );
  });

  test.each([
    'host-unreachable',
    'certificate-untrusted',
    'proxy-refused',
    'timed-out',
    'connection-lost',
  ] as const)('of %s is the check of the connection', (code) =>
    expect(listRecoveryActions(code, noKeyOrCounterpart)).toEqual(['check']),
  );

  test('of an answer that is not understood are the editor of the profile, and the connection check', () => {
    expect(listRecoveryActions('answer-not-understood', noKeyOrCounterpart)).toEqual([
      'open-profile',
      'check',
    ]);
  });
});
