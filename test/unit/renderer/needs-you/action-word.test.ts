import { expect, test } from 'vitest';
import { actionWord } from '../../../../src/renderer/features/needs-you/rows.ts';
import type { Need } from '../../../../src/shared/model/needs-you.ts';
import type { SessionState } from '../../../../src/shared/model/profile.ts';
import { entryOf } from '../profiles/entries.ts';

const line = (profileId: string | null): Need => ({
  kind: 'batch-draft',
  profileId,
  since: null,
  batchId: 14,
  batchNumber: 3,
  documents: 2,
});

const words: [SessionState, string][] = [
  ['signed-out', 'Sign in…'],
  ['signing-in', 'Switch profile'],
  ['signed-in', 'Switch profile'],
  ['interrupted', 'Switch profile'],
];

test.each(words)('the button of a line of another profile that is %s is named %s', (session, word) => {
  const entries = [entryOf({ id: 'north', session: 'signed-in' }), entryOf({ id: 'south', session })];
  expect(actionWord(line('south'), { shownId: 'north', entries })).toBe(word);
});

test('the button of a line of the shown profile names what it opens', () => {
  const entries = [entryOf({ id: 'north', session: 'signed-in' })];
  expect(actionWord(line('north'), { shownId: 'north', entries })).toBe('Open batch 3');
});

test('the button of a line whose profile IT has taken away leads to the profiles', () => {
  expect(actionWord(line('gone'), { shownId: 'north', entries: [] })).toBe('Show profiles');
});
