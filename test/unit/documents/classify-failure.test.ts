import { expect, test } from 'vitest';
import {
  chooseBackoffMs,
  classifyFailure,
  createAttachRefusedReason,
  createLinkRefusedReason,
} from '../../../src/main/features/documents/transfer/classify-failure.ts';
import { isOverloaded } from '../../../src/main/features/documents/transfer/concurrency-limiter.ts';
import { type ErrorCode, PaydeskError } from '../../../src/shared/errors.ts';

const random = (fraction: number) => ({ fraction: () => fraction, identifier: () => '' });
const reasonOf = (action: ReturnType<typeof classifyFailure>) => {
  if ('reason' in action) return action.reason;
  throw new Error(`${action.kind} has no reason`);
};
const classify = (code: ErrorCode) => classifyFailure(new PaydeskError(code, 'for a test'));

test('a request that was not sent to a paused host is no attempt, and no overload', () => {
  const details = { host: 'pay.example', retryAfter: 5_000, sent: false };
  const action = classifyFailure(new PaydeskError('service-throttled', 'for a test', { details }));
  expect(action).toEqual({
    kind: 'host-paused',
    reason: { code: 'service-busy', facts: { host: 'pay.example' } },
  });
  expect(isOverloaded(action)).toBe(false);
});

test.each([
  ['sign-in-needed', 'stop'],
  ['key-refused', 'stop'],
  ['api-key-needed', 'stop'],
  ['wrong-environment', 'stop'],
  ['host-unreachable', 'unreachable'],
  ['certificate-untrusted', 'unreachable'],
  ['proxy-refused', 'unreachable'],
  ['cancelled', 'dropped'],
  ['link-refused', 'fresh-link'],
  ['timed-out', 'retry'],
  ['connection-lost', 'retry'],
  ['service-throttled', 'retry'],
  ['service-failed', 'retry'],
  ['file-missing', 'wait-for-file'],
  ['file-locked', 'wait-for-file'],
  ['file-changed', 'fail'],
  ['file-unreadable', 'fail'],
  ['answer-not-understood', 'fail'],
  ['answer-too-large', 'fail'],
  ['service-refused', 'fail'],
  ['link-unusable', 'fail'],
] as const)('the error %s is classified as %s', (code, kind) => {
  expect(classify(code).kind).toBe(kind);
});

test.each([
  ['timed-out', 'no-answer'],
  ['connection-lost', 'connection-lost'],
  ['service-throttled', 'service-busy'],
  ['service-failed', 'service-busy'],
  ['file-missing', 'file-missing'],
  ['file-locked', 'file-locked'],
  ['file-changed', 'file-changed'],
  ['file-unreadable', 'unreadable'],
  ['answer-not-understood', 'answer-not-understood'],
  ['answer-too-large', 'answer-not-understood'],
  ['service-refused', 'service-refused'],
  ['link-unusable', 'link-unusable'],
] as const)(
  'the error %s gives the reason %s, without facts that the error does not have',
  (code, reason) => {
    expect(classify(code)).toMatchObject({ reason: { code: reason, facts: {} } });
    expect(Object.keys(reasonOf(classify(code)).facts)).toEqual([]);
  },
);

test.each([
  ['sign-in-needed', 'sign-in'],
  ['key-refused', 'sign-in'],
  ['api-key-needed', 'sign-in'],
  ['wrong-environment', 'wrong-environment'],
] as const)('the error %s stops all work with the cause %s', (code, cause) => {
  expect(classify(code)).toMatchObject({ kind: 'stop', cause, error: { code } });
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
