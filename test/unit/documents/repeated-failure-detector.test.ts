import { expect, test } from 'vitest';
import { RepeatedFailureDetector } from '../../../src/main/features/documents/transfer/repeated-failure-detector.ts';
import type { DocumentReason, DocumentReasonCode } from '../../../src/shared/model/document.ts';

function createRefusal(code: DocumentReasonCode, facts: DocumentReason['facts'] = {}): DocumentReason {
  return { code, facts: { host: 'pay.example', status: 422, message: 'Closed', ...facts } };
}

/** Records failures one after the other, and returns the result of each. */
function recordFailures(detector: RepeatedFailureDetector, ...reasons: DocumentReason[]): (string | null)[] {
  return reasons.map((reason) => detector.recordFailure(reason));
}

test.each(['service-refused', 'link-refused', 'answer-not-understood'] as const)(
  'the third consecutive equal %s returns the message of the service',
  (code) => {
    const equalFailures = [createRefusal(code), createRefusal(code), createRefusal(code)];
    expect(recordFailures(new RepeatedFailureDetector(), ...equalFailures)).toEqual([
      null,
      null,
      'pay.example 422 Closed',
    ]);
  },
);

test('three more failures are needed after a batch was paused', () => {
  const detector = new RepeatedFailureDetector();
  const fiveFailures = Array.from({ length: 5 }, () => createRefusal('service-refused'));
  expect(recordFailures(detector, ...fiveFailures)).toEqual([
    null,
    null,
    'pay.example 422 Closed',
    null,
    null,
  ]);
});

test.each([
  ['another status', createRefusal('service-refused', { status: 400 })],
  ['another message', createRefusal('service-refused', { message: 'No such file type' })],
  ['another kind', createRefusal('link-refused')],
])('a refusal with %s restarts the count of equal failures', (_, other) => {
  const equalFailure = createRefusal('service-refused');
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

test('a stored document resets the count of equal failures', () => {
  const detector = new RepeatedFailureDetector();
  const equalFailure = createRefusal('service-refused');
  recordFailures(detector, equalFailure, equalFailure);
  detector.recordSuccess();
  expect(recordFailures(detector, equalFailure, equalFailure)).toEqual([null, null]);
  expect(detector.recordFailure(equalFailure)).not.toBeNull();
});

test('a failure of a single file is not counted, and does not reset the count of equal failures', () => {
  const detector = new RepeatedFailureDetector();
  const equalFailure = createRefusal('service-refused');
  const fileFailure = createRefusal('file-changed');
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
  ['empty when only the checksum is wrong', { problem: 'empty-checksum' }, ''],
])('the detail of the third consecutive unusable link is %s', (_, facts, detail) => {
  const equalFailure = createRefusal('link-unusable', facts);
  expect(recordFailures(new RepeatedFailureDetector(), equalFailure, equalFailure, equalFailure)).toEqual([
    null,
    null,
    detail,
  ]);
});

test('links that need different headers are different failures', () => {
  const first = createRefusal('link-unusable', { headers: 'content-md5' });
  const other = createRefusal('link-unusable', { headers: 'x-amz-acl' });
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
