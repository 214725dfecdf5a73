import { expect, test } from 'vitest';
import type { UploadJob } from '../../../../../src/main/features/documents/database/transfer.ts';
import { toAttemptFailure } from '../../../../../src/main/features/documents/transfer/attempt-failure.ts';
import type { FailureAction } from '../../../../../src/main/features/documents/transfer/classify-failure.ts';
import { PaydeskError } from '../../../../../src/shared/errors.ts';
import type { DocumentReason } from '../../../../../src/shared/model/documents/document.ts';

const random = { fraction: () => 0.5, identifier: () => '' };
const now = 1_000_000;
const error = new PaydeskError('host-unreachable', 'for a test');
const reason: DocumentReason = { code: 'service-busy', facts: { status: 503, host: 'pay.example' } };

/** Returns what becomes of a document after an action, in an attempt after a number of earlier ones. */
function failAfter(tries: number, action: FailureAction, earlierFailures = tries) {
  const job = { id: 1, batchId: 1, attemptId: 1, path: '/scans/a.pdf', name: 'a.pdf', size: 1 };
  const upload: UploadJob = { ...job, modifiedAt: null, sha256: '', beneficiaryId: 1, tries };
  return toAttemptFailure(upload, action, now, random, earlierFailures);
}

test.each([
  ['is withdrawn while its attempt runs', { kind: 'dropped' }],
  ['finds its host paused', { kind: 'host-paused', reason }],
  ['needs a fresh link', { kind: 'fresh-link' }],
  ['finds the connection blocked', { kind: 'unreachable', blockReason: 'offline', error }],
  ['finds no profile signed in', { kind: 'stop', cause: 'sign-in', error }],
] as const)('a document that %s starts over without counting the attempt', (_, action) => {
  expect(failAfter(5, action)).toEqual({ to: 'ready' });
});

test('the delay of a retry grows with the failures of the document and of its service, and is at least as long as the service asked for', () => {
  const action = { kind: 'retry', reason, minWaitMs: 0 } as const;
  expect(failAfter(0, action)).toEqual({ to: 'waiting-to-retry', reason, retryAt: now + 500 });
  expect(failAfter(4, action)).toMatchObject({ retryAt: now + 8_000 });
  expect(failAfter(4, action, 1)).toMatchObject({ retryAt: now + 1_000 });
  expect(failAfter(0, { ...action, minWaitMs: 90_000 })).toMatchObject({ retryAt: now + 90_000 });
});

test('the sixth attempt is the last, and its reason keeps the code and facts of the last error', () => {
  const action = { kind: 'retry', reason, minWaitMs: 0 } as const;
  expect(failAfter(5, action)).toEqual({
    to: 'failed',
    reason: {
      code: 'too-many-tries',
      facts: { status: 503, host: 'pay.example', tries: 6, last: 'service-busy' },
    },
  });
});

test('a document waits for its file, or fails permanently, with its reason', () => {
  const missing: DocumentReason = { code: 'file-missing', facts: {} };
  const waiting = { to: 'waiting-for-file', reason: missing };
  expect(failAfter(5, { kind: 'wait-for-file', reason: missing })).toEqual(waiting);
  expect(failAfter(0, { kind: 'fail', reason })).toEqual({
    to: 'failed',
    reason,
  });
});
