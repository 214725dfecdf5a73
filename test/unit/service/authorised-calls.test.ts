/** @file Calls of a profile: token and renewal, records, and secrets. */
import { describe, expect, test } from 'vitest';
import {
  type AuthorisedCall,
  AuthorisedCalls,
  asPaydeskError,
} from '../../../src/main/service/authorised-calls.ts';
import type { ExchangeRecord } from '../../../src/main/service/exchange.ts';
import { HttpFailure } from '../../../src/main/service/failure.ts';
import type { Incoming, Outgoing } from '../../../src/main/service/http-messages.ts';
import { Secret } from '../../../src/main/service/secret.ts';
import { profileOptionsSchema } from '../../../src/shared/model/profile.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { hostsAt } from '../../fakes/hosts.ts';
import { incoming } from './incoming.ts';
import { scriptHttp } from './scripted-http.ts';

const apiKey = 'canary-key-93ab';
const login = (token: string) => incoming({ accessToken: token, companyId: 'c1' });
const megabyte = 1_048_576;

/** Calls of a profile whose requests get the given answers in order; each takes 1.6 ms. */
function calls(...answers: readonly (Incoming | Error)[]) {
  const clock = createFakeClock();
  const { http, sent } = scriptHttp(clock, answers);
  const records: ExchangeRecord[] = [];
  const parsedSizes: number[] = [];
  const authorised = new AuthorisedCalls({
    profile: {
      id: 'p',
      origin: 'clerk',
      name: 'Nordlicht',
      environment: 'sandbox',
      clientId: 'client-1',
      hosts: hostsAt('https://service.example'),
      options: profileOptionsSchema.parse({}),
    },
    apiKey: new Secret('api-key', apiKey),
    allowHttpLoopback: false,
    clock,
    http,
    parseLargeJson: async (body) => {
      parsedSizes.push(body.length);
      return { large: true };
    },
    onExchange: (record) => void records.push(record),
    onSignedIn: () => undefined,
  });
  return { authorised, sent, records, parsedSizes };
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
const bodyTextOf = async ({ body }: Outgoing) => {
  const pieces: Uint8Array[] = [];
  if (body !== null) for await (const piece of body.chunks()) pieces.push(piece);
  expect(Buffer.concat(pieces)).toHaveLength(body?.size ?? 0);
  return Buffer.concat(pieces).toString();
};
const secretsOf = ({ secrets }: Outgoing) => secrets.map((secret) => secret.reveal()).sort();

describe('a login', () => {
  test('sends the key only in its body, and declares every secret', async () => {
    const { authorised, sent, records } = calls(login('token-1'), incoming([]));
    await authorised.expectSuccess(call);
    const [loginRequest] = sent;
    if (loginRequest === undefined) throw new Error('Nothing was sent');
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
    const outgoing = sent[1];
    expect(outgoing).toMatchObject({
      method: 'GET',
      headers: { accept: 'application/json', authorization: 'Bearer token-1' },
      body: null,
      maxAnswerBytes: 8 * megabyte,
      stallTimeoutMs: 30_000,
      isAnswerSecret: false,
      ownConnection: false,
    });
    expect(outgoing?.headers).not.toHaveProperty('content-type');
    expect(outgoing?.url.href).toBe('https://service.example/c1/wallets?a=b+c');
    expect(new Set(outgoing === undefined ? [] : secretsOf(outgoing))).toEqual(new Set([apiKey, 'token-1']));
  });

  test('uses the body, limits and connection of the call when the call has them', async () => {
    const { authorised, sent } = calls(login('token-1'), incoming([]));
    const { signal } = new AbortController();
    const callOptions = {
      body: '{"ä":1}',
      maxAnswerBytes: 5,
      isAnswerSecret: true,
      ownConnection: true,
      signal,
    };
    await authorised.expectSuccess({ ...call, ...callOptions, method: 'POST' });
    const outgoing = sent[1];
    if (outgoing === undefined) throw new Error('Nothing was sent');
    expect(outgoing).toMatchObject({
      method: 'POST',
      maxAnswerBytes: 5,
      isAnswerSecret: true,
      ownConnection: true,
    });
    expect(outgoing.headers).toMatchObject({
      'content-type': 'application/json',
      accept: 'application/json',
    });
    expect(outgoing.signal).toBe(signal);
    expect(await bodyTextOf(outgoing)).toBe('{"ä":1}');
  });

  test('that is refused by 401 is sent once more with a new token, and the old token stays secret', async () => {
    const refused = incoming({}, { status: 401 });
    const { authorised, sent } = calls(login('token-1'), refused, login('token-2'), incoming([]));
    await authorised.send(call);
    expect(sent.map(({ headers }) => headers['authorization'])).toEqual([
      undefined,
      'Bearer token-1',
      undefined,
      'Bearer token-2',
    ]);
    const lastRequest = sent[3];
    expect(new Set(lastRequest === undefined ? [] : secretsOf(lastRequest))).toEqual(
      new Set([apiKey, 'token-1', 'token-2']),
    );
  });

  test('that is refused by 401 twice returns the refusal', async () => {
    const refused = incoming({}, { status: 401 });
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
    const { authorised } = calls(login('token-1'), incoming([], { status }));
    const outcome = await authorised.expectSuccess(call).then(
      () => true,
      () => false,
    );
    expect(outcome).toBe(isSuccess);
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
  ])(
    'that failed with %s has the outcome %s, and the failure is passed on unchanged',
    async (failure, outcome) => {
      const { authorised, records } = calls(login('token-1'), failure);
      await expect(authorised.send(call)).rejects.toBe(failure);
      expect(records[1]).toMatchObject({ outcome, status: null, requestId: null });
    },
  );
});

describe('a large answer', () => {
  const answerOf = (bytes: number) => incoming('', { body: new Uint8Array(bytes) });

  test('above one megabyte is parsed in a thread, and a smaller answer is not', async () => {
    const { authorised, parsedSizes } = calls(login('token-1'), answerOf(megabyte), answerOf(megabyte + 1));
    expect((await authorised.expectSuccess(call)).largeJson).toBeUndefined();
    expect((await authorised.expectSuccess(call)).largeJson).toEqual({ large: true });
    expect(parsedSizes).toEqual([megabyte + 1]);
  });

  test('to a call with a limit above 8 MB is left to the caller', async () => {
    const large = answerOf(megabyte + 1);
    const { authorised, parsedSizes } = calls(login('token-1'), large, large);
    await authorised.expectSuccess({ ...call, maxAnswerBytes: 8 * megabyte + 1 });
    expect(parsedSizes).toEqual([]);
    await authorised.expectSuccess({ ...call, maxAnswerBytes: 8 * megabyte });
    expect(parsedSizes).toEqual([megabyte + 1]);
  });
});

test('a network error reports whether anything was sent only when requested', async () => {
  for (const sent of [true, false]) {
    const failure = new HttpFailure('timed-out', 'h', sent, 'x');
    const error = await asPaydeskError(Promise.reject(failure), true).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'timed-out',
      retryable: true,
      details: { host: 'h', cause: 'x', sent },
    });
  }
  const errorWithoutSent = await asPaydeskError(
    Promise.reject(new HttpFailure('timed-out', 'h', true, '')),
  ).catch((thrown: unknown) => thrown);
  expect(errorWithoutSent).not.toHaveProperty('details.sent');
  const bug = new RangeError('a bug');
  await expect(asPaydeskError(Promise.reject(bug), true)).rejects.toBe(bug);
  expect(await asPaydeskError(Promise.resolve(5))).toBe(5);
});
