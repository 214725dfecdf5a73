import { expect, test } from 'vitest';
import { RepeatedFailureDetector } from '../../../src/main/features/documents/transfer/repeated-failure-detector.ts';
import type { DocumentReason, DocumentReasonCode } from '../../../src/shared/model/document.ts';

function refusal(code: DocumentReasonCode, facts: DocumentReason['facts'] = {}): DocumentReason {
  return { code, facts: { host: 'pay.example', status: 422, message: 'Closed', ...facts } };
}

/** Returns the result of each of these refusals in a row. */
function failedWith(refusals: RepeatedFailureDetector, ...reasons: DocumentReason[]): (string | null)[] {
  return reasons.map((reason) => refusals.recordFailure(reason));
}

test.each(['service-refused', 'link-refused', 'answer-not-understood'] as const)(
  'the third equal %s in a row is returned with the message of the service',
  (code) => {
    const same = [refusal(code), refusal(code), refusal(code)];
    expect(failedWith(new RepeatedFailureDetector(), ...same)).toEqual([
      null,
      null,
      'pay.example 422 Closed',
    ]);
  },
);

test('three more failures are needed after a batch was paused', () => {
  const refusals = new RepeatedFailureDetector();
  const five = Array.from({ length: 5 }, () => refusal('service-refused'));
  expect(failedWith(refusals, ...five)).toEqual([null, null, 'pay.example 422 Closed', null, null]);
});

test.each([
  ['another status', refusal('service-refused', { status: 400 })],
  ['another message', refusal('service-refused', { message: 'No such file type' })],
  ['another kind', refusal('link-refused')],
])('a refusal with %s starts a new row', (_, other) => {
  const same = refusal('service-refused');
  expect(failedWith(new RepeatedFailureDetector(), same, same, other, same, same)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('a stored document in between resets the row', () => {
  const refusals = new RepeatedFailureDetector();
  const same = refusal('service-refused');
  failedWith(refusals, same, same);
  refusals.recordSuccess();
  expect(failedWith(refusals, same, same)).toEqual([null, null]);
  expect(refusals.recordFailure(same)).not.toBeNull();
});

test('a failure of a file itself is never counted, and does not end a row', () => {
  const refusals = new RepeatedFailureDetector();
  const same = refusal('service-refused');
  const own = refusal('file-changed');
  expect(failedWith(refusals, own, own, own, own)).toEqual([null, null, null, null]);
  expect(failedWith(refusals, same, same, own, same)).toEqual([null, null, null, 'pay.example 422 Closed']);
});

test.each([
  ['the headers that they need', { headers: 'content-md5' }, 'content-md5'],
  ['nothing for the checksum', { problem: 'empty-checksum' }, ''],
])('the third unusable link in a row is returned, and names %s', (_, facts, detail) => {
  const same = refusal('link-unusable', facts);
  expect(failedWith(new RepeatedFailureDetector(), same, same, same)).toEqual([null, null, detail]);
});

test('links that need other headers are a different refusal', () => {
  const first = refusal('link-unusable', { headers: 'content-md5' });
  const other = refusal('link-unusable', { headers: 'x-amz-acl' });
  expect(failedWith(new RepeatedFailureDetector(), first, first, other)).toEqual([null, null, null]);
});

test('the detail of a refusal contains only what is known', () => {
  const bare: DocumentReason = { code: 'service-refused', facts: { status: 422, message: '' } };
  expect(failedWith(new RepeatedFailureDetector(), bare, bare, bare)).toEqual([null, null, '422']);
});
