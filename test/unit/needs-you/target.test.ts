import { describe, expect, test } from 'vitest';
import { toNeedLine } from '../../../src/main/features/needs-you/target.ts';
import { createNeedMessages } from '../../../src/shared/messages/need-messages.ts';
import type { NeedKind } from '../../../src/shared/model/needs-you.ts';
import { type ScreenTarget, screenTargetSchema } from '../../../src/shared/model/screen-target.ts';
import { everyNeed, oneOfEach } from '../../fakes/every-need.ts';

const settings = (section: 'profiles' | 'keychain' | 'data' | 'retention' | 'about'): ScreenTarget => ({
  screen: 'settings',
  section,
});
const statement: ScreenTarget = { screen: 'statement', statementId: 52 };
const library: ScreenTarget = { screen: 'proofs', state: null, proofId: null };

const targets: Record<NeedKind, ScreenTarget> = {
  'disk-full': settings('data'),
  'library-session-only': library,
  'link-ending': statement,
  'link-ended': statement,
  'unknown-outcome': { screen: 'beneficiaries', beneficiaryId: 63, state: 'unknown' },
  'request-unknown': statement,
  'documents-withheld': { screen: 'documents', batchId: 41, group: 'stored' },
  'id-needed': { screen: 'beneficiaries', beneficiaryId: 63, state: 'id-needed' },
  'batch-paused': { screen: 'documents', batchId: 41, group: null },
  'proofs-paused': { screen: 'proofs', state: 'queued', proofId: 74 },
  'library-unavailable': library,
  'event-quarantined': { screen: 'event', eventId: 96 },
  'event-overdue': statement,
  'documents-failed': { screen: 'documents', batchId: 41, group: 'problem' },
  'files-missing': { screen: 'documents', batchId: 41, group: 'waiting-for-file' },
  'proofs-failed': { screen: 'proofs', state: 'failed', proofId: 74 },
  'proofs-lost': { screen: 'proofs', state: 'lost', proofId: 74 },
  'request-refused': statement,
  'library-missing': library,
  'batch-draft': { screen: 'documents', batchId: 41, group: null },
  'beneficiary-draft': { screen: 'beneficiaries', beneficiaryId: 63, state: 'draft' },
  keychain: settings('keychain'),
  'key-to-remove': settings('keychain'),
  'update-ready': settings('about'),
  'update-failed': settings('about'),
  'managed-problems': settings('profiles'),
  'recovery-unsaved': settings('data'),
  'retention-due': settings('retention'),
};

describe.each(oneOfEach.map((need) => [need.kind, need] as const))('a line of kind %s', (kind, need) => {
  test('opens its subject', () => {
    expect(toNeedLine(need).target).toEqual(targets[kind]);
  });

  test('has a target with IDs only, without names, paths, hosts or references', () => {
    const { screen: _, ...rest } = screenTargetSchema.parse(toNeedLine(need).target);
    for (const value of Object.values(rest)) {
      if (typeof value === 'string') expect(value).toMatch(/^[a-z-]+$/);
      else if (value !== null) expect(Number.isInteger(value)).toBe(true);
    }
  });

  test('has a title, the consequence of doing nothing, and the label of an action', () => {
    const { title, consequence, action } = createNeedMessages(need);
    expect(title.length).toBeGreaterThan(5);
    expect(consequence).toMatch(/^[A-Z].*\.$/);
    expect(action).toMatch(/^(?:Show|Open|Settle|Enter|Review|Save) /);
    expect(need.since).not.toBeNull();
  });
});

test('documents that are withheld by an unknown outcome are opened in the group on hold', () => {
  const need = { ...everyNeed['documents-withheld'], onHold: true };
  expect(toNeedLine(need).target).toEqual({ screen: 'documents', batchId: 41, group: 'on-hold' });
});
