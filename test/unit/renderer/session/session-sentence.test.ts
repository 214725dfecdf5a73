import { expect, test } from 'vitest';
import { sessionSentence } from '../../../../src/renderer/app/profiles/session-sentence.ts';
import type { Session } from '../../../../src/shared/model/session/session.ts';
import { profile } from '../../features/documents/tables.ts';

const signedIn = (activeProfile = profile): Session => ({
  state: 'signed-in',
  profile: activeProfile,
  companyId: 'company-1',
  validUntil: '2026-11-22T10:00:00Z',
});
const other = signedIn({ ...profile, id: 'other', name: 'Ahlström' });
const interrupted: Session = {
  state: 'interrupted',
  profile,
  error: { code: 'sign-in-needed', message: '', retryable: false, requestId: null, details: {} },
};
const signedOut: Session = { state: 'signed-out', locked: false };
const locked: Session = { ...signedOut, locked: true };

test.each([
  ['a sign-in', signedOut, signedIn(), /^Signed in to Nordlicht, sandbox$/],
  ['another profile', signedIn(), other, /^Signed in to Ahlström, sandbox$/],
  ['an interruption', signedIn(), interrupted, /^The session of Nordlicht was interrupted/],
  ['the end of an interruption', interrupted, signedIn(), /^Signed in to Nordlicht, sandbox$/],
  ['a sign-out', signedIn(), signedOut, /^Signed out$/],
  ['a lock', signedIn(), locked, /^Signed out because/],
])('%s is announced with the profile and its environment', (_change, before, now, sentence) => {
  expect(sessionSentence(before, now)).toMatch(sentence);
});

test.each([
  ['the start of Paydesk', null, signedIn()],
  ['a renewed token', signedIn(), signedIn()],
  ['another failed attempt', interrupted, interrupted],
])('%s is not announced', (_change, before, now) => {
  expect(sessionSentence(before, now)).toBeNull();
});
