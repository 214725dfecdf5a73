import { expect, test } from 'vitest';
import { amzDate, signatureOf, uriEncode } from '../../fakes/s3-signature.ts';

test("the test storage's signature matches the example in the AWS documentation", () => {
  const credentials = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const query = [
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'],
    ['X-Amz-Date', '20130524T000000Z'],
    ['X-Amz-Expires', '86400'],
    ['X-Amz-SignedHeaders', 'host'],
  ] as const;
  const headers = { host: 'examplebucket.s3.amazonaws.com' };
  expect(signatureOf({ method: 'GET', path: '/test.txt', query, headers }, credentials)).toBe(
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
});

test('names and times are encoded as AWS requires', () => {
  expect(uriEncode("a b+c/ä'~*%")).toBe('a%20b%2Bc%2F%C3%A4%27~%2A%25');
  expect(uriEncode('a b/c', true)).toBe('a%20b/c');
  expect(amzDate(Date.parse('2026-11-22T19:30:05.123Z'))).toBe('20261122T193005Z');
});
