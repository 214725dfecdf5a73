import { describe, expect, test } from 'vitest';
import {
  classifyNetworkError,
  type FailureKind,
  failureToError,
  HttpFailure,
} from '../../../../src/main/service/http/failure.ts';

/** Creates an error as the network stack throws it. */
function networkError(code: unknown, cause?: Error): Error {
  return Object.assign(new Error('canary', { cause }), { code });
}

/** Creates the error of a proxy that refused a tunnel, as got wraps it. */
function tunnelError(statusCode: unknown): Error {
  return networkError(
    'ERR_PROXY_TUNNEL',
    networkError('ERR_PROXY_TUNNEL', Object.assign(new Error(), { statusCode })),
  );
}

describe('a network error', () => {
  test.each<[FailureKind, string]>([
    ['name-unknown', 'ENOTFOUND EAI_AGAIN EAI_FAIL EAI_NODATA'],
    ['unreachable', 'ECONNREFUSED EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN EADDRNOTAVAIL ETIMEDOUT'],
    ['proxy', 'ERR_PROXY_INVALID_CONFIG'],
    ['certificate', 'CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_IN_CHAIN'],
    ['certificate', 'UNABLE_TO_GET_ISSUER UNABLE_TO_VERIFY_LEAF_SIGNATURE ERR_SSL_WRONG_VERSION_NUMBER'],
    ['certificate', 'ERR_TLS_HANDSHAKE EPROTO'],
    ['connection-lost', 'ECONNRESET EPIPE UNABLE_TO_DO_SOMETHING'],
  ])('is %s with each of the codes %s, and only the code is reported', (kind, codes) => {
    for (const code of codes.split(' '))
      expect(classifyNetworkError(networkError(code))).toEqual({ kind, detail: code });
  });

  test.each([[new Error('canary')], [networkError(17)], ['canary'], [null], [undefined]])(
    'without a code (%o) is a lost connection',
    (thrown) => {
      expect(classifyNetworkError(thrown)).toEqual({ kind: 'connection-lost', detail: 'unknown' });
    },
  );
});

describe('a tunnel that a proxy refuses', () => {
  test.each<[unknown, FailureKind, string]>([
    [407, 'proxy', '407'],
    [403, 'proxy', '403'],
    [499, 'proxy', '499'],
    [500, 'unreachable', '500'],
    [502, 'unreachable', '502'],
    ['407', 'proxy', 'ERR_PROXY_TUNNEL'],
  ])('with %j is %s: a proxy that cannot reach the host has not refused Paydesk', (status, kind, detail) => {
    expect(classifyNetworkError(tunnelError(status))).toEqual({ kind, detail });
  });

  test('without a status is a proxy error', () => {
    const error = { kind: 'proxy', detail: 'ERR_PROXY_TUNNEL' };
    expect(classifyNetworkError(networkError('ERR_PROXY_TUNNEL'))).toEqual(error);
  });

  test('is not assumed when another code is present', () => {
    const wrapped = networkError('ECONNRESET', Object.assign(new Error(), { statusCode: 407 }));
    expect(classifyNetworkError(wrapped)).toEqual({ kind: 'connection-lost', detail: 'ECONNRESET' });
  });
});

describe('a failed exchange', () => {
  const errorOf = (kind: FailureKind, sent = false) =>
    failureToError(new HttpFailure(kind, 'pay.example:443', sent, 'a detail'));

  test.each([
    ['name-unknown', 'host-unreachable', true],
    ['unreachable', 'host-unreachable', true],
    ['certificate', 'certificate-untrusted', false],
    ['proxy', 'proxy-refused', false],
    ['connection-lost', 'connection-lost', true],
    ['early-answer', 'connection-lost', true],
    ['timed-out', 'timed-out', true],
    ['answer-too-large', 'answer-too-large', false],
    ['cancelled', 'cancelled', false],
  ] as const)('(%s) is %s, retryable: %s', (kind, code, retryable) => {
    expect(errorOf(kind)).toMatchObject({
      code,
      retryable,
      details: { host: 'pay.example:443', cause: 'a detail' },
    });
  });

  test.each([
    ['proxy-scheme', 'lists the schemes', 'schemes'],
    ['proxy-ticket', 'has the problem with the ticket', 'ticket'],
  ] as const)('(%s) %s', (kind, _what, name) => {
    const error = errorOf(kind);
    expect(error).toMatchObject({ code: 'proxy-refused', retryable: false });
    expect(error.details).toEqual({ host: 'pay.example:443', [name]: 'a detail' });
  });

  test('contains only kind and host in its name and text', () => {
    const failure = new HttpFailure('timed-out', 'pay.example', true, 'a detail');
    expect(String(failure)).toBe('HttpFailure: timed-out at pay.example');
    expect(failure.sent).toBe(true);
  });
});
