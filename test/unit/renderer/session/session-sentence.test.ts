import { expect, test } from 'vitest';
import { createAnnouncer } from '../../../../src/renderer/app/announcer.ts';
import { sessionSentence } from '../../../../src/renderer/app/session-sentence.ts';
import type { Session } from '../../../../src/shared/model/session.ts';
import { profile } from '../../documents/tables.ts';

const otherProfile = { ...profile, id: 'other', name: 'Ahlström' };
const signedIn = (activeProfile = profile): Session => ({
  state: 'signed-in',
  profile: activeProfile,
  companyId: 'company-1',
  validUntil: '2026-11-22T10:00:00Z',
});
const interrupted: Session = {
  state: 'interrupted',
  profile,
  error: { code: 'sign-in-needed', message: '', retryable: false, requestId: null, details: {} },
};
const signedOut: Session = { state: 'signed-out', locked: false };

test('a change of the session is announced with the profile and its environment', () => {
  expect(sessionSentence(signedOut, signedIn())).toBe('Signed in to Nordlicht, sandbox');
  expect(sessionSentence(signedIn(), signedIn(otherProfile))).toBe('Signed in to Ahlström, sandbox');
  expect(sessionSentence(signedIn(), interrupted)).toMatch(/^The session of Nordlicht was interrupted/);
  expect(sessionSentence(interrupted, signedIn())).toBe('Signed in to Nordlicht, sandbox');
  expect(sessionSentence(signedIn(), signedOut)).toBe('Signed out');
  expect(sessionSentence(signedIn(), { ...signedOut, locked: true })).toMatch(/^Signed out because/);
});

test('no sentence is announced at the start of Paydesk, for a renewed token, or after another failed attempt', () => {
  expect(sessionSentence(null, signedIn())).toBeNull();
  expect(sessionSentence(signedIn(), { ...signedIn() })).toBeNull();
  expect(sessionSentence(interrupted, interrupted)).toBeNull();
  expect(sessionSentence(signedOut, signedOut)).toBeNull();
});

test('no announcement about the previous session remains after a change', () => {
  const pendingPauses: (() => void)[] = [];
  const announcer = createAnnouncer((_, action) => pendingPauses.push(action));
  announcer.announce('2 documents excluded');
  announcer.announce('Batch 14 finished');
  announcer.announceOnly('Signed out');
  expect(announcer.currentText()).toBe('');
  pendingPauses.shift()?.();
  expect(announcer.currentText()).toBe('Signed out');
  pendingPauses.shift()?.();
  expect(announcer.currentText()).toBe('Signed out');
});
