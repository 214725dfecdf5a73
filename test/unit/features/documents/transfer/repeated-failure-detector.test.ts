import { expect, test } from 'vitest';
import { RepeatedFailureDetector } from '../../../../../src/main/features/documents/transfer/repeated-failure-detector.ts';
import type {
  DocumentReason,
  DocumentReasonCode,
} from '../../../../../src/shared/model/documents/document.ts';

function createRefusal(code: DocumentReasonCode, facts: DocumentReason['facts'] = {}): DocumentReason {
  return { code, facts: { host: 'pay.example', status: 422, message: 'Closed', ...facts } };
}

const times = (count: number, reason: DocumentReason) => Array.from({ length: count }, () => reason);
const refused = createRefusal('service-refused');
const fileFailure = createRefusal('file-changed');
const unusable = (facts: DocumentReason['facts']) => createRefusal('link-unusable', facts);
const minimal: DocumentReason = { code: 'service-refused', facts: { status: 422, message: '' } };
const paused = 'pay.example 422 Closed';

test.each([
  ['three equal refusals', times(3, refused), [null, null, paused]],
  ['three equal refusals of links', times(3, createRefusal('link-refused')), [null, null, paused]],
  ['three equal answers', times(3, createRefusal('answer-not-understood')), [null, null, paused]],
  ['two more failures after a batch was paused', times(5, refused), [null, null, paused, null, null]],
  ['failures of single files', times(4, fileFailure), [null, null, null, null]],
  ['a failure of one file in between', [refused, refused, fileFailure, refused], [null, null, null, paused]],
  ['links that need a header', times(3, unusable({ headers: 'content-md5' })), [null, null, 'content-md5']],
  ['links with an empty checksum', times(3, unusable({ problem: 'empty-checksum' })), [null, null, '']],
  ['refusals with few facts', times(3, minimal), [null, null, '422']],
])('the third consecutive equal failure returns what is known of it: %s', (_, reasons, expected) => {
  const detector = new RepeatedFailureDetector();
  expect(reasons.map((reason) => detector.recordFailure(reason))).toEqual(expected);
});

test.each([
  ['another status', refused, createRefusal('service-refused', { status: 400 })],
  ['another message', refused, createRefusal('service-refused', { message: 'No such file type' })],
  ['another kind', refused, createRefusal('link-refused')],
  ['another header', unusable({ headers: 'content-md5' }), unusable({ headers: 'x-amz-acl' })],
])('a failure with %s restarts the count of equal failures', (_, equal, other) => {
  const detector = new RepeatedFailureDetector();
  for (const reason of [equal, equal, other, equal, equal]) expect(detector.recordFailure(reason)).toBeNull();
});

test('a stored document resets the count of equal failures', () => {
  const detector = new RepeatedFailureDetector();
  for (let failures = 0; failures < 2; failures += 1) detector.recordFailure(refused);
  detector.recordSuccess();
  for (let failures = 0; failures < 2; failures += 1) expect(detector.recordFailure(refused)).toBeNull();
  expect(detector.recordFailure(refused)).not.toBeNull();
});
