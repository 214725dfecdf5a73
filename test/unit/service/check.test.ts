/** @file The results of a connection check. */
import { describe, expect, test } from 'vitest';
import { harmlessCall, probeHost } from '../../../src/main/service/check.ts';
import { type FailureKind, HttpFailure } from '../../../src/main/service/http/failure.ts';
import { type ErrorCode, PaydeskError } from '../../../src/shared/errors.ts';

const check = (probe: Parameters<typeof probeHost>[0]) => probeHost(probe, 'sandbox', 'sandbox');
const checkFailing = (thrown: unknown) => check(() => Promise.reject(thrown));

const proofPath = 'profile/transaction-history/proof-of-payment';
const linkRequest = '[{"fileName":"paydesk-connection-check.pdf","fileType":"application/pdf"}]';

test.each([
  ['wallet', 'GET', 'c1/wallets', '{companyId}/wallets', {}],
  ['beneficiary', 'POST', 'uploadDocuments', 'uploadDocuments', { body: linkRequest }],
  ['legacy', 'GET', `${proofPath}/paydesk-connection-check`, `${proofPath}/{reference}`, {}],
] as const)('a harmless call to the host %s is one of the specification that changes nothing', (...row) => {
  const [host, method, path, recordedPath, body] = row;
  const segments = path.split('/');
  const purpose = {
    kind: 'connection-check',
    subject: host,
    request: `${method} h.example/${recordedPath}`,
  };
  expect(harmlessCall(host, 'h.example', 'c1')).toEqual({ method, host, segments, purpose, ...body });
});

test.each(['auth', 'exchange', 'onboarding', 'statement'] as const)(
  'the host %s has no harmless call',
  (host) => {
    expect(harmlessCall(host, 'h.example', 'c1')).toBeNull();
  },
);

test('a host of the other environment gets no request', async () => {
  let requests = 0;
  const probe = async () => {
    requests += 1;
    return null;
  };
  const wrongEnvironment = { result: 'wrong-environment', status: null, detail: 'production' };
  expect(await probeHost(probe, 'production', 'sandbox')).toEqual(wrongEnvironment);
  expect(requests).toBe(0);
  const reached = { result: 'reached', status: null, detail: null };
  expect(await probeHost(probe, null, 'sandbox')).toEqual(reached);
  expect(await probeHost(probe, 'sandbox', 'sandbox')).toEqual(reached);
});

test.each([
  ['token-accepted', [200, 299, 400, 404, 422, 499]],
  ['not-understood', [300, 302, 399, 408, 429, 500]],
  ['token-refused', [401]],
  ['wrong-environment', [403]],
  ['proxy-refused', [407]],
])('an answer is %s with each of %j, and a web page never counts as one of the service', async (...row) => {
  const [result, statuses] = row;
  for (const status of statuses) {
    expect(await check(async () => ({ status, webPage: false }))).toEqual({ result, status, detail: null });
    const page = await check(async () => ({ status, webPage: true }));
    expect(page.result).toBe(result === 'token-accepted' ? 'not-understood' : result);
  }
});

test.each<[FailureKind, string]>([
  ['name-unknown', 'name-unknown'],
  ['unreachable', 'unreachable'],
  ['certificate', 'certificate-untrusted'],
  ['proxy', 'proxy-refused'],
  ['proxy-scheme', 'proxy-scheme'],
  ['proxy-ticket', 'proxy-ticket'],
  ['connection-lost', 'unreachable'],
  ['timed-out', 'unreachable'],
  ['answer-too-large', 'not-understood'],
  ['early-answer', 'not-understood'],
  ['cancelled', 'unreachable'],
])('a network failure %s has the result %s, with its detail', async (kind, result) => {
  expect(await checkFailing(new HttpFailure(kind, 'h', false, 'X'))).toEqual({
    result,
    status: null,
    detail: 'X',
  });
});

describe('an error before the call', () => {
  test.each<[ErrorCode, string]>([
    ['key-refused', 'token-refused'],
    ['sign-in-needed', 'token-refused'],
    ['wrong-environment', 'wrong-environment'],
    ['service-failed', 'not-understood'],
    ['answer-not-understood', 'not-understood'],
  ])('with the code %s has the result %s, and its code as the detail', async (code, result) => {
    expect(await checkFailing(new PaydeskError(code, 'm'))).toEqual({ result, status: null, detail: code });
  });

  test.each([
    [{ schemes: 'NTLM', cause: 'x' }, 'proxy-scheme', 'NTLM'],
    [{ ticket: 'none' }, 'proxy-ticket', 'none'],
    [{ cause: 'QUIC' }, 'proxy-refused', 'QUIC'],
    [{ cause: '' }, 'proxy-refused', null],
    [{ cause: 407 }, 'proxy-refused', null],
    [{}, 'proxy-refused', null],
  ])('of a proxy with %j has the result %s', async (details, result, detail) => {
    const error = new PaydeskError('proxy-refused', 'm', { details });
    expect(await checkFailing(error)).toEqual({ result, status: null, detail });
  });

  test('that is unexpected is passed on', async () => {
    const bug = new RangeError('a bug');
    await expect(checkFailing(bug)).rejects.toBe(bug);
  });
});
