import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { HttpFailure } from '../../../src/main/service/failure.ts';
import { acceptLink } from '../../../src/main/service/targets.ts';
import { createAuthority } from '../../fakes/certificate.ts';
import { startProxy } from '../../fakes/connect-proxy.ts';
import { freePort } from '../../fakes/free-port.ts';
import { json, startHttp, startTcp } from '../../fakes/servers.ts';
import { bodyOf, openService } from '../../fakes/service.ts';
import { allTextsOf } from '../../unit/service/incoming.ts';

const secretPattern = /canary/i;
const query = '?X-Signature=canary-signature&X-Token=canary';
const echoingBody = JSON.stringify({
  message: `Bearer canary-token of canary-key may not use https://storage.example/key${query}`,
});

/** The ways in which an exchange can fail, as a base URL and a proxy. */
const failures: Readonly<Record<string, () => Promise<{ base: string; pac?: string }>>> = {
  'a refused connection': async () => ({ base: `http://127.0.0.1:${await freePort()}` }),
  'an unknown name': async () => ({ base: 'https://paydesk-test.invalid' }),
  'a reset': async () => startTcp((socket) => socket.once('data', () => socket.resetAndDestroy())),
  'an answer that is not HTTP': async () =>
    startTcp((socket) => socket.once('data', () => socket.end(`${query}\r\n\r\n`))),
  'an untrusted certificate': async () =>
    startHttp(() => json(200, {}), createAuthority('Test CA').issue('127.0.0.1')),
  'a proxy that refuses': async () => ({
    base: 'https://service.example',
    pac: `PROXY ${(await startProxy(407)).address}`,
  }),
  'no usable proxy': async () => ({
    base: 'https://service.example',
    pac: 'SOCKS5 canary:canary@socks.example:1',
  }),
  'a redirect': async () =>
    startHttp(() => ({ status: 302, headers: { location: `https://elsewhere.example/${query}` } })),
  'a refusal that repeats the secrets': async () =>
    startHttp(() => ({ ...json(400, {}), body: echoingBody })),
  'a failure that repeats the secrets': async () =>
    startHttp(() => ({ ...json(500, {}), body: echoingBody })),
  'a 403 that repeats the secrets': async () => startHttp(() => ({ ...json(403, {}), body: echoingBody })),
  'too large an answer': async () =>
    startHttp(() => ({ status: 200, body: Buffer.alloc(9 * 1024 * 1024, 'canary') })),
  'headers and field names that repeat the secrets': async () =>
    startHttp(({ headers, target }) => {
      const token = headers.find(([name]) => name === 'authorization')?.[1].slice(7) ?? target.slice(-16);
      const type = `application/${token.replace(/[^\w.-]/g, '')}`;
      return {
        status: 422,
        headers: { 'x-request-id': token, 'content-type': type },
        body: JSON.stringify({ [token]: { [token]: 1 }, message: token }),
      };
    }),
  'a success whose headers and field names repeat the secrets': async () =>
    startHttp(({ headers }) => {
      const token = headers.find(([name]) => name === 'authorization')?.[1].slice(7) ?? 'canary-signature';
      return {
        status: 200,
        headers: { 'x-request-id': token, 'content-type': `x/${token}` },
        body: JSON.stringify({ [token]: {} }),
      };
    }),
  'an answer that is not JSON': async () => startHttp(() => ({ status: 200, body: `"canary${query}` })),
};

/** Opens a service that signs in at another host, with a token that the tests search for. */
async function openTo(base: string, pac = 'DIRECT') {
  const login = await startHttp(() => json(200, { token: 'canary-token', companyId: 'c' }));
  let resolutions = 0;
  return openService({
    base: login.base,
    hosts: { beneficiary: base },
    apiKey: 'canary-key',
    // The sign-in is direct; later requests use the given route.
    pac: async () => {
      resolutions += 1;
      return resolutions === 1 ? 'DIRECT' : pac;
    },
  });
}

describe.each(Object.keys(failures))('no secret appears after %s', (name) => {
  test('in the error of a call with a token, in the result of an attach, and in the records', async () => {
    const { base, pac } = (await failures[name]?.()) ?? { base: '' };
    const { service, exchanges } = await openTo(base, pac);
    const error: unknown = await service.requestUploadLinks(['a.pdf']).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(allTextsOf(error)).not.toMatch(secretPattern);
    expect(allTextsOf(await service.attachUpdate('r1', '{}', 's'))).not.toMatch(secretPattern);
    expect(allTextsOf(exchanges)).not.toMatch(secretPattern);
  });

  test('in the error of an upload', async () => {
    const { base, pac } = (await failures[name]?.()) ?? { base: '' };
    const { service, exchanges } = openService({ base, ...(pac === undefined ? {} : { pac }) });
    const link = acceptLink(`${base}/canary-path${query}`, {
      allowHttpLoopback: true,
      storageHosts: ['127.0.0.1', 'service.example', 'paydesk-test.invalid'],
    });
    if (link === null) throw new Error('The link was not accepted');
    const outcome: unknown = await service
      .putDocument(link, 'a.pdf', bodyOf(Buffer.from('x')))
      .catch((thrown: unknown) => thrown);
    expect(allTextsOf(outcome)).not.toMatch(secretPattern);
    expect(allTextsOf(exchanges)).not.toMatch(secretPattern);
  });

  test('in the failure of the network itself', async () => {
    const { base, pac } = (await failures[name]?.()) ?? { base: '' };
    const { http } = openService({ base, ...(pac === undefined ? {} : { pac }) });
    const failure: unknown = await http
      .send({
        method: 'GET',
        url: new URL(`${base}/canary-path${query}`),
        headers: { authorization: 'Bearer canary-token' },
        body: null,
        maxAnswerBytes: 1024 * 1024,
        stallTimeoutMs: 30_000,
        secrets: [],
      })
      .catch((thrown: unknown) => thrown);
    if (failure instanceof HttpFailure) {
      expect(Object.keys(failure).sort()).toEqual(['detail', 'host', 'kind', 'name', 'sent']);
      expect(failure.cause).toBeUndefined();
    }
    if (failure instanceof Error) expect(allTextsOf(failure)).not.toMatch(secretPattern);
  });
});

const readField = (text: string, name: string) =>
  z.record(z.string(), z.string()).parse(JSON.parse(text))[name] ?? '';

describe('the answer to a login', () => {
  test.each([
    ['token', (body: string) => readField(body, 'token')],
    ['key', (_: string, sent: string) => readField(sent, 'apiKey')],
  ])('that repeats the %s in its request ID leaves no trace of it', async (_, chooseRepeated) => {
    const body = JSON.stringify({ token: 'canary-token-of-the-login', companyId: 'c' });
    const login = await startHttp(({ body: sent }) => ({
      ...json(200, {}, { 'x-request-id': chooseRepeated(body, sent.toString()) }),
      body,
    }));
    const { service, exchanges } = openService({ base: login.base, apiKey: 'canary-key-of-the-login' });
    await service.signIn();
    expect(exchanges).toHaveLength(1);
    expect(allTextsOf(exchanges)).not.toMatch(secretPattern);
  });

  test('keeps an ordinary request ID', async () => {
    const login = await startHttp(() =>
      json(200, { token: 'canary-token', companyId: 'c' }, { 'x-request-id': '1-67890abc-0f.E_2' }),
    );
    const { service, exchanges } = openService({ base: login.base });
    await service.signIn();
    expect(exchanges[0]?.requestId).toBe('1-67890abc-0f.E_2');
  });
});
