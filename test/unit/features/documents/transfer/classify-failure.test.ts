import { expect, test } from 'vitest';
import {
  chooseBackoffMs,
  classifyFailure,
  createAttachRefusedReason,
  createLinkRefusedReason,
} from '../../../../../src/main/features/documents/transfer/classify-failure.ts';
import { PaydeskError } from '../../../../../src/shared/errors.ts';

const random = (fraction: number) => ({ fraction: () => fraction, identifier: () => '' });

test('a request that was not sent to a paused host is no attempt', () => {
  const details = { host: 'pay.example', retryAfter: 5_000, sent: false };
  const action = classifyFailure(new PaydeskError('service-throttled', 'for a test', { details }));
  expect(action).toEqual({
    kind: 'host-paused',
    reason: { code: 'service-busy', facts: { host: 'pay.example' } },
  });
});

test.each([
  ['sign-in-needed', 'stop', 'sign-in'],
  ['key-refused', 'stop', 'sign-in'],
  ['sign-in-refused', 'stop', 'sign-in'],
  ['api-key-needed', 'stop', 'sign-in'],
  ['wrong-environment', 'stop', 'wrong-environment'],
  ['host-unreachable', 'unreachable', null],
  ['certificate-untrusted', 'unreachable', null],
  ['proxy-refused', 'unreachable', null],
  ['cancelled', 'dropped', null],
  ['link-refused', 'fresh-link', null],
  ['timed-out', 'retry', 'no-answer'],
  ['connection-lost', 'retry', 'connection-lost'],
  ['service-throttled', 'retry', 'service-busy'],
  ['service-failed', 'retry', 'service-busy'],
  ['file-missing', 'wait-for-file', 'file-missing'],
  ['file-locked', 'wait-for-file', 'file-locked'],
  ['file-changed', 'fail', 'file-changed'],
  ['file-unreadable', 'fail', 'unreadable'],
  ['answer-not-understood', 'fail', 'answer-not-understood'],
  ['answer-too-large', 'fail', 'answer-not-understood'],
  ['service-refused', 'fail', 'service-refused'],
  ['link-unusable', 'fail', 'link-unusable'],
] as const)('the error %s is classified as %s: %s, without facts that it has not', (code, kind, why) => {
  const action = classifyFailure(new PaydeskError(code, 'for a test'));
  expect(action.kind).toBe(kind);
  if (kind === 'stop') expect(action).toMatchObject({ cause: why, error: { code } });
  else if (why !== null) expect(action).toMatchObject({ reason: { code: why, facts: {} } });
  if ('reason' in action) expect(Object.keys(action.reason.facts)).toEqual([]);
});

test.each([
  ['file-missing', 'drive-away', 'drive-away'],
  ['file-missing', 'drive-not-responding', 'drive-not-responding'],
  ['file-locked', 'cloud-only', 'cloud-only'],
  ['file-missing', 'something else', 'file-missing'],
  ['file-locked', 'something else', 'file-locked'],
] as const)('the error %s with the detail “%s” gives the waiting reason %s', (code, reason, expected) => {
  const action = classifyFailure(new PaydeskError(code, 'for a test', { details: { reason } }));
  expect(action).toMatchObject({ kind: 'wait-for-file', reason: { code: expected } });
});

test.each([
  [7_000, 7_000],
  ['soon', 0],
])('a service that asks to retry after %o is paused for %i milliseconds', (retryAfter, minWaitMs) => {
  const error = new PaydeskError('service-throttled', 'for a test', { details: { retryAfter } });
  expect(classifyFailure(error)).toMatchObject({ kind: 'retry', minWaitMs });
});

test('a refused link and a refused attach operation keep the host and the status of the refusal', () => {
  const details = { host: 'store.example', status: 403, fields: ['x'] };
  const error = new PaydeskError('link-refused', 'for a test', { details, requestId: 'r-1' });
  const facts = { host: 'store.example', status: 403, requestId: 'r-1' };
  expect(createLinkRefusedReason(error)).toEqual({ code: 'link-refused', facts });
  expect(createAttachRefusedReason(error)).toEqual({ code: 'attach-refused', facts });
});

test('a failed document keeps the message of the service and its request ID', () => {
  const details = { host: 'h', status: 422, message: 'No', fields: ['x'], retryAfter: 5 };
  const action = classifyFailure(new PaydeskError('service-refused', 'm', { details, requestId: 'r-1' }));
  expect(action).toEqual({
    kind: 'fail',
    reason: { code: 'service-refused', facts: { host: 'h', status: 422, message: 'No', requestId: 'r-1' } },
  });
});

test('a delay doubles up to a minute, with full jitter', () => {
  const ceilings = [0, 1, 2, 3, 4, 5, 6, 20].map((tries) => chooseBackoffMs(tries, 0, random(1)));
  expect(ceilings).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  expect(chooseBackoffMs(5, 0, random(0.25))).toBe(8_000);
});

test('a delay is never shorter than the service asked for', () => {
  expect(chooseBackoffMs(0, 300_000, random(1))).toBe(300_000);
  expect(chooseBackoffMs(6, 10_000, random(1))).toBe(60_000);
});
