import { expect, test } from 'vitest';
import { describeAction } from '../../../../src/renderer/features/needs-you/rows.ts';
import type { Need } from '../../../../src/shared/model/needs-you/needs-you.ts';
import type { SessionState } from '../../../../src/shared/model/session/profile.ts';
import { entryOf } from '../profiles/entries.ts';

const needOf = (profileId: string | null): Need => ({
  kind: 'batch-draft',
  profileId,
  since: null,
  batchId: 14,
  batchNumber: 3,
  droppedBy: 'm.hansen',
  documents: 2,
});

const labels: [SessionState, string][] = [
  ['signed-out', 'Sign in…'],
  ['signed-in', 'Switch profile'],
];

test.each(labels)('the button of an entry of another profile that is %s is labelled %s', (session, label) => {
  const entries = [entryOf({ id: 'north', session: 'signed-in' }), entryOf({ id: 'south', session })];
  expect(describeAction(needOf('south'), { shownId: 'north', entries })).toBe(label);
});

test('the button of an entry of the active profile leads to its target, and of a removed profile to the profiles', () => {
  const profiles = { shownId: 'north', entries: [entryOf({ id: 'north', session: 'signed-in' })] };
  expect(describeAction(needOf('north'), profiles)).toBe('Open batch 3');
  expect(describeAction(needOf('gone'), profiles)).toBe('Show profiles');
});
