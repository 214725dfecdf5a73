import { expect, test } from 'vitest';
import { backoff, judge } from '../../../src/main/features/documents/transfer/outcome.ts';
import { type ErrorCode, PaydeskError } from '../../../src/shared/errors.ts';

const chance = (fraction: number) => ({ fraction: () => fraction, identifier: () => '' });
const verdict = (code: ErrorCode) => judge(new PaydeskError(code, 'for a test'));

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
] as const)('%s means %s', (code, kind) => {
  expect(verdict(code).kind).toBe(kind);
});

test('a failed document keeps what the service said, and its request ID', () => {
  const details = { host: 'h', status: 422, message: 'No', fields: ['x'], retryAfter: 5 };
  const judged = judge(new PaydeskError('service-refused', 'm', { details, requestId: 'r-1' }));
  expect(judged).toEqual({
    kind: 'fail',
    reason: { code: 'service-refused', facts: { host: 'h', status: 422, message: 'No', requestId: 'r-1' } },
  });
});

test('a wait doubles up to a minute, by chance anything below that', () => {
  const longest = [0, 1, 2, 3, 4, 5, 6, 20].map((tries) => backoff(tries, 0, chance(1)));
  expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  expect(backoff(5, 0, chance(0.25))).toBe(8_000);
});

test('a wait is never shorter than the service asked for', () => {
  expect(backoff(0, 300_000, chance(1))).toBe(300_000);
  expect(backoff(6, 10_000, chance(1))).toBe(60_000);
});
