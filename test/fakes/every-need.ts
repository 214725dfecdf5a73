/** @file One line of each kind; a missing kind does not compile. */
import type { Need, NeedKind, NeedOf } from '../../src/shared/model/needs-you/needs-you.ts';

const since = '2026-11-20T08:30:00.000Z';
const profileId = 'test-profile';
const computer = { profileId: null, since };
const batch = { profileId, since, batchId: 41, batchNumber: 7, droppedBy: 'm.hansen', documents: 12 };
const statement = {
  profileId,
  since,
  statementId: 52,
  walletId: 1001,
  from: '2026-01-01',
  till: '2026-01-31',
};
const beneficiary = { profileId, since, beneficiaryId: 63, label: 'Castel & Fils' };
const proofs = { profileId, since, proofs: 3, proofId: 74 };

/** Lines by their kind. */
export const everyNeed: { readonly [Kind in NeedKind]: NeedOf<Kind> } = {
  'disk-full': { kind: 'disk-full', ...computer, freeBytes: 1_200_000, neededBytes: 25_000_000 },
  'library-session-only': { kind: 'library-session-only', ...computer, content: 'proofs', items: 4 },
  'link-ending': { kind: 'link-ending', ...statement, endsAt: '2026-11-22T12:40:00.000Z' },
  'link-ended': { kind: 'link-ended', ...statement, failure: 'link-expired' },
  'download-failing': { kind: 'download-failing', ...statement, failure: 'web-page', isLostOnRestart: true },
  'unknown-outcome': {
    kind: 'unknown-outcome',
    ...beneficiary,
    attachId: 85,
    batchNumber: 7,
    droppedBy: 'm.hansen',
    documents: 2,
  },
  'request-unknown': { kind: 'request-unknown', ...statement },
  'documents-withheld': { kind: 'documents-withheld', ...batch, onHold: false },
  'id-needed': { kind: 'id-needed', ...beneficiary },
  'batch-paused': { kind: 'batch-paused', ...batch, reason: 'refused' },
  'proofs-paused': { kind: 'proofs-paused', ...proofs },
  'library-unavailable': {
    kind: 'library-unavailable',
    ...computer,
    error: {
      code: 'keychain-locked',
      message: 'The keychain is locked',
      retryable: true,
      requestId: null,
      details: {},
    },
  },
  'event-quarantined': {
    kind: 'event-quarantined',
    profileId,
    since,
    eventId: 96,
    reason: 'not-json',
    walletId: null,
    from: null,
    till: null,
  },
  'event-incomplete': {
    kind: 'event-incomplete',
    profileId,
    since,
    folder: '/share/events',
    file: 'one.json',
  },
  'event-overdue': { kind: 'event-overdue', ...statement },
  'documents-failed': { kind: 'documents-failed', ...batch },
  'files-missing': { kind: 'files-missing', ...batch },
  'proofs-failed': { kind: 'proofs-failed', ...proofs },
  'proofs-lost': { kind: 'proofs-lost', ...proofs },
  'request-refused': { kind: 'request-refused', ...statement },
  'checks-failed': { kind: 'checks-failed', ...statement, problems: ['balance', 'dates'] },
  'library-missing': { kind: 'library-missing', ...computer, items: 2 },
  'batch-draft': { kind: 'batch-draft', ...batch },
  'beneficiary-draft': { kind: 'beneficiary-draft', ...beneficiary },
  'month-unsigned': { kind: 'month-unsigned', profileId, since, month: '2026-10', statements: 3 },
  keychain: { kind: 'keychain', ...computer, state: 'locked', name: 'Secret Service' },
  'key-to-remove': { kind: 'key-to-remove', profileId, since },
  'update-ready': { kind: 'update-ready', ...computer, version: '2.4.0', urgent: false },
  'update-failed': { kind: 'update-failed', ...computer, problem: 'untrusted' },
  'clock-wrong': { kind: 'clock-wrong', ...computer, offsetMs: 10_800_000 },
  'managed-problems': { kind: 'managed-problems', ...computer, problems: 1 },
  'recovery-unsaved': { kind: 'recovery-unsaved', ...computer, items: 9 },
  'retention-due': { kind: 'retention-due', profileId, since, items: 12 },
};

/** One line of each kind, in no particular order. */
export const oneOfEach: readonly Need[] = Object.values(everyNeed);
