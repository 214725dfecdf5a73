import { expect, test } from 'vitest';
import { RepeatedFailureDetector } from '../../../src/main/features/documents/transfer/repeated-failure-detector.ts';
import type { DocumentReason, DocumentReasonCode } from '../../../src/shared/model/document.ts';

function refusal(code: DocumentReasonCode, facts: DocumentReason['facts'] = {}): DocumentReason {
  return { code, facts: { host: 'pay.example', status: 422, message: 'Closed', ...facts } };
}

/** Returns the result of each of these refusals in a row. */
function recordFailures(detector: RepeatedFailureDetector, ...reasons: DocumentReason[]): (string | null)[] {
  return reasons.map((reason) => detector.recordFailure(reason));
}

test.each(['service-refused', 'link-refused', 'answer-not-understood'] as const)(
  'the third equal %s in a row is returned with the message of the service',
  (code) => {
    const equalFailure = [refusal(code), refusal(code), refusal(code)];
    expect(recordFailures(new RepeatedFailureDetector(), ...equalFailure)).toEqual([
      null,
      null,
      'pay.example 422 Closed',
    ]);
  },
);

test('three more failures are needed after a batch was paused', () => {
  const detector = new RepeatedFailureDetector();
  const five = Array.from({ length: 5 }, () => refusal('service-refused'));
  expect(recordFailures(detector, ...five)).toEqual([null, null, 'pay.example 422 Closed', null, null]);
});

test.each([
  ['another status', refusal('service-refused', { status: 400 })],
  ['another message', refusal('service-refused', { message: 'No such file type' })],
  ['another kind', refusal('link-refused')],
])('a refusal with %s starts a new row', (_, other) => {
  const equalFailure = refusal('service-refused');
  expect(
    recordFailures(
      new RepeatedFailureDetector(),
      equalFailure,
      equalFailure,
      other,
      equalFailure,
      equalFailure,
    ),
  ).toEqual([null, null, null, null, null]);
});

test('a stored document in between resets the row', () => {
  const detector = new RepeatedFailureDetector();
  const equalFailure = refusal('service-refused');
  recordFailures(detector, equalFailure, equalFailure);
  detector.recordSuccess();
  expect(recordFailures(detector, equalFailure, equalFailure)).toEqual([null, null]);
  expect(detector.recordFailure(equalFailure)).not.toBeNull();
});

test('a failure of a file itself is never counted, and does not end a row', () => {
  const detector = new RepeatedFailureDetector();
  const equalFailure = refusal('service-refused');
  const fileFailure = refusal('file-changed');
  expect(recordFailures(detector, fileFailure, fileFailure, fileFailure, fileFailure)).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(recordFailures(detector, equalFailure, equalFailure, fileFailure, equalFailure)).toEqual([
    null,
    null,
    null,
    'pay.example 422 Closed',
  ]);
});

test.each([
  ['the headers that they need', { headers: 'content-md5' }, 'content-md5'],
  ['nothing for the checksum', { problem: 'empty-checksum' }, ''],
])('the third unusable link in a row is returned, and names %s', (_, facts, detail) => {
  const equalFailure = refusal('link-unusable', facts);
  expect(recordFailures(new RepeatedFailureDetector(), equalFailure, equalFailure, equalFailure)).toEqual([
    null,
    null,
    detail,
  ]);
});

test('links that need other headers are a different refusal', () => {
  const first = refusal('link-unusable', { headers: 'content-md5' });
  const other = refusal('link-unusable', { headers: 'x-amz-acl' });
  expect(recordFailures(new RepeatedFailureDetector(), first, first, other)).toEqual([null, null, null]);
});

test('the detail of a refusal contains only what is known', () => {
  const minimalReason: DocumentReason = { code: 'service-refused', facts: { status: 422, message: '' } };
  expect(recordFailures(new RepeatedFailureDetector(), minimalReason, minimalReason, minimalReason)).toEqual([
    null,
    null,
    '422',
  ]);
});
