import { describe, expect, test } from 'vitest';
import { recoveryActions } from '../../../../src/renderer/features/session/recovery-actions.ts';
import {
  keyNotStoredToast,
  shownProfile,
  storablePlace,
} from '../../../../src/renderer/features/session/sign-in.ts';
import { t } from '../../../../src/shared/messages/index.ts';

import { entryOf } from '../profiles/entries.ts';

describe('the form that is shown', () => {
  const entries = ['a', 'b', 'c', 'd'].map((id) => entryOf({ id }));
  const session = { state: 'signing-in', profile: entryOf({ id: 'b' }) } as const;
  const everything = { entries, session, chosen: 'c', lastUsed: 'd' };

  test('is that of the chosen profile, else of the one signed in to, else the one used last, else the first', () => {
    expect(shownProfile(everything)?.id).toBe('c');
    expect(shownProfile({ ...everything, chosen: null })?.id).toBe('b');
    const signedOut = {
      ...everything,
      chosen: null,
      session: { state: 'signed-out', locked: false } as const,
    };
    expect(shownProfile(signedOut)?.id).toBe('d');
    expect(shownProfile({ ...signedOut, lastUsed: 'gone' })?.id).toBe('a');
  });

  test('is another when the chosen profile was removed, and none without profiles', () => {
    expect(shownProfile({ ...everything, chosen: 'gone' })?.id).toBe('b');
    expect(shownProfile({ ...everything, entries: [] })).toBeNull();
  });
});

test('a key is stored only in a working keychain', () => {
  expect(storablePlace('keychain', 'available')).toBe('keychain');
  expect(storablePlace('session', 'available')).toBe('session');
  for (const state of ['absent', 'locked', 'refused'] as const) {
    expect(storablePlace('keychain', state)).toBe('session');
  }
});

test('without a keychain the form says so, and what happens to the key', () => {
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
  const note = keyNotStoredToast({
    code: 'keychain-locked',
    message: '',
    retryable: true,
    requestId: null,
    details: {},
  });
  expect(note.tone).toBe('warning');
  expect(note.title).toContain('You are signed in');
  expect(note.detail).toContain('locked');
});

describe('the recovery actions of a failure', () => {
  const plain = { usesStoredKey: false, hasCounterpart: false };

  test('of a refused key are another key, when the stored key was used', () => {
    expect(recoveryActions('key-refused', plain)).toEqual([]);
    expect(recoveryActions('key-refused', { ...plain, usesStoredKey: true })).toEqual(['another-key']);
    expect(recoveryActions('keychain-locked', { ...plain, usesStoredKey: true })).toEqual(['another-key']);
  });

  test('of the wrong environment are the profile of the other one, where there is one, and this profile', () => {
    expect(recoveryActions('wrong-environment', plain)).toEqual(['open-profile']);
    expect(recoveryActions('wrong-environment', { ...plain, hasCounterpart: true })).toEqual([
      'choose-counterpart',
      'open-profile',
    ]);
  });

  test.each([
    'host-unreachable',
    'certificate-untrusted',
    'proxy-refused',
    'timed-out',
    'connection-lost',
  ] as const)('of %s is the check of the connection', (code) =>
    expect(recoveryActions(code, plain)).toEqual(['check']),
  );

  test('of an answer that is not understood are the profile with its token field, and the check', () => {
    expect(recoveryActions('answer-not-understood', plain)).toEqual(['open-profile', 'check']);
  });
});
