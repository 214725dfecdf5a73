/** @file Calls of a profile: token and renewal, records, and secrets. */
import { describe, expect, test } from 'vitest';
import {
  type AuthorisedCall,
  AuthorisedCalls,
  asPaydeskError,
} from '../../../src/main/service/authorised-calls.ts';
import { HttpFailure } from '../../../src/main/service/http/failure.ts';
import type { Incoming, Outgoing } from '../../../src/main/service/http/http-messages.ts';
import { hostsAt } from '../../fakes/servers/hosts.ts';
import { incoming } from './http/incoming.ts';
import { apiKey, bodyTextOf, scriptDeps } from './http/scripted-http.ts';

const login = (token: string) => incoming({ accessToken: token, companyId: 'c1' });
const megabyte = 1_048_576;

/** Calls of a profile whose requests get the given answers in order; each takes 1.6 ms. */
function calls(...answers: readonly (Incoming | Error)[]) {
  const { deps, ...script } = scriptDeps(answers, hostsAt('https://service.example'));
  return { authorised: new AuthorisedCalls(deps), ...script };
}

const call: AuthorisedCall = {
  method: 'GET',
  host: 'wallet',
  segments: ['c1', 'wallets'],
  purpose: {
    kind: 'wallet-list',
    subject: 'service.example',
    request: 'GET service.example/{companyId}/wallets',
  },
};
const secretsOf = ({ secrets }: Outgoing) => secrets.map((secret) => secret.reveal()).sort();
const refused = incoming({}, { status: 401 });

/** Returns a request that was sent. */
function sentRequest(sent: readonly Outgoing[], index: number): Outgoing {
  const outgoing = sent[index];
  if (outgoing === undefined) throw new Error('Nothing was sent');
  return outgoing;
}

describe('a login', () => {
  test('sends the key only in its body, and declares every secret', async () => {
    const { authorised, sent, records } = calls(login('token-1'), incoming([]));
    await authorised.expectSuccess(call);
    const loginRequest = sentRequest(sent, 0);
    expect(loginRequest.url.href).toBe('https://service.example/users/login');
    expect(loginRequest).toMatchObject({
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      maxAnswerBytes: 8 * megabyte,
      stallTimeoutMs: 20_000,
      isAnswerSecret: true,
    });
    expect(loginRequest.headers).not.toHaveProperty('authorization');
    expect(JSON.parse(await bodyTextOf(loginRequest))).toMatchObject({ apiKey, clientId: 'client-1' });
    expect(secretsOf(loginRequest)).toEqual([apiKey]);
    expect(records[0]).toEqual({
      kind: 'sign-in',
      subject: 'Nordlicht',
      request: 'POST service.example/users/login',
      outcome: 'done',
      status: 200,
      requestId: 'req-1',
      bytesSent: loginRequest.body?.size,
      milliseconds: 2,
    });
  });

  test('that fails in the network rejects with the network error', async () => {
    const failure = new HttpFailure('timed-out', 'service.example', true, '');
    await expect(calls(failure).authorised.send(call)).rejects.toMatchObject({ code: 'timed-out' });
  });
});

describe('a call', () => {
  test('sends the token and the fields of the call, with the default timeout', async () => {
    const { authorised, sent } = calls(login('token-1'), incoming([]));
    await authorised.expectSuccess({ ...call, query: { a: 'b c' } });
    const outgoing = sentRequest(sent, 1);
    expect(outgoing).toMatchObject({
      method: 'GET',
      headers: { accept: 'application/json', authorization: 'Bearer token-1' },
      body: null,
      maxAnswerBytes: 8 * megabyte,
      stallTimeoutMs: 30_000,
      isAnswerSecret: false,
      ownConnection: false,
    });
    expect(outgoing.headers).not.toHaveProperty('content-type');
    expect(outgoing.url.href).toBe('https://service.example/c1/wallets?a=b+c');
    expect(secretsOf(outgoing)).toEqual([apiKey, 'token-1']);
  });

  test('uses the body, limits and connection of the call when the call has them', async () => {
    const { authorised, sent } = calls(login('token-1'), incoming([]));
    const { signal } = new AbortController();
    const facts = { maxAnswerBytes: 5, isAnswerSecret: true, ownConnection: true };
    await authorised.expectSuccess({ ...call, ...facts, method: 'POST', body: '{"ä":1}', signal });
    const outgoing = sentRequest(sent, 1);
    const type = 'application/json';
    const headers = { 'content-type': type, accept: type };
    expect(outgoing).toMatchObject({ ...facts, method: 'POST', headers, body: { size: 8 } });
    expect(outgoing.signal).toBe(signal);
    expect(await bodyTextOf(outgoing)).toBe('{"ä":1}');
  });

  test('that is refused by 401 is sent once more with a new token, and the old token stays secret', async () => {
    const { authorised, sent } = calls(login('token-1'), refused, login('token-2'), incoming([]));
    await authorised.send(call);
    expect(sent.map(({ headers }) => headers['authorization'])).toEqual([
      undefined,
      'Bearer token-1',
      undefined,
      'Bearer token-2',
    ]);
    expect(secretsOf(sentRequest(sent, 3))).toEqual([apiKey, 'token-1', 'token-2']);
  });

  test('that is refused by 401 twice returns the refusal', async () => {
    const { authorised, sent } = calls(login('token-1'), refused, login('token-2'), refused);
    await expect(authorised.expectSuccess(call)).rejects.toMatchObject({ code: 'sign-in-needed' });
    expect(sent).toHaveLength(4);
  });

  test.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [404, false],
  ])('with status %i has succeeded: %s', async (status, isSuccess) => {
    const outcome = calls(login('token-1'), incoming([], { status })).authorised.expectSuccess(call);
    if (isSuccess) await outcome;
    else await expect(outcome).rejects.toMatchObject({ details: { status } });
  });

  test('that is refused reports the service’s message without the token and the key', async () => {
    const refusal = incoming({ message: `No ${apiKey} for token-canary-1` }, { status: 422 });
    const { authorised } = calls(login('token-canary-1'), refusal);
    await expect(authorised.expectSuccess(call)).rejects.toMatchObject({
      code: 'service-refused',
      details: { host: 'service.example', message: 'No [secret] for [secret]' },
    });
  });
});

describe('the record of a call', () => {
  test.each([
    [200, 'done'],
    [399, 'done'],
    [400, 'refused'],
    [499, 'refused'],
    [500, 'failed'],
  ])('with status %i has the outcome %s', async (status, outcome) => {
    const { authorised, records } = calls(login('token-1'), incoming([], { status }));
    await authorised.send(call);
    expect(records[1]).toEqual({
      ...call.purpose,
      outcome,
      status,
      requestId: 'req-1',
      bytesSent: 0,
      milliseconds: 2,
    });
  });

  test.each([
    [new HttpFailure('cancelled', 'h', true, ''), 'cancelled'],
    [new HttpFailure('connection-lost', 'h', true, ''), 'unknown'],
    [new HttpFailure('unreachable', 'h', false, ''), 'failed'],
    [new Error('in the body'), 'failed'],
  ])('that failed with %s has the outcome %s, and the failure is passed on', async (failure, outcome) => {
    const { authorised, records } = calls(login('token-1'), failure);
    await expect(authorised.send(call)).rejects.toBe(failure);
    expect(records[1]).toMatchObject({ outcome, status: null, requestId: null });
  });
});

test.each([
  ['of one megabyte is not parsed in a thread', megabyte, undefined, false],
  ['above one megabyte is parsed in a thread', megabyte + 1, undefined, true],
  ['to a call with a limit of 8 MB is parsed in a thread', megabyte + 1, 8 * megabyte, true],
  ['to a call with a larger limit is left to the caller', megabyte + 1, 8 * megabyte + 1, false],
])('an answer %s', async (_what, size, maxAnswerBytes, isParsed) => {
  const answer = incoming('', { body: new Uint8Array(size) });
  const { authorised, parsedSizes } = calls(login('token-1'), answer);
  const { largeJson } = await authorised.expectSuccess(
    maxAnswerBytes === undefined ? call : { ...call, maxAnswerBytes },
  );
  expect([largeJson, parsedSizes]).toEqual(isParsed ? [{ large: true }, [size]] : [undefined, []]);
});

test('a network error reports whether anything was sent only when requested', async () => {
  const failed = (sent: boolean) => Promise.reject(new HttpFailure('timed-out', 'h', sent, 'x'));
  const facts = { code: 'timed-out', retryable: true };
  for (const sent of [true, false])
    await expect(asPaydeskError(failed(sent), true)).rejects.toMatchObject({
      ...facts,
      details: { host: 'h', cause: 'x', sent },
    });
  await expect(asPaydeskError(failed(true))).rejects.not.toHaveProperty('details.sent');
  const bug = new RangeError('a bug');
  await expect(asPaydeskError(Promise.reject(bug), true)).rejects.toBe(bug);
  expect(await asPaydeskError(Promise.resolve(5))).toBe(5);
});
