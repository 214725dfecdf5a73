import { expect, test } from 'vitest';
import { HttpFailure } from '../../../src/main/service/http/failure.ts';
import { acceptLink } from '../../../src/main/service/targets.ts';
import { createAuthority } from '../../fakes/servers/certificate.ts';
import { startProxy } from '../../fakes/servers/connect-proxy.ts';
import { freePort } from '../../fakes/servers/free-port.ts';
import { json, startHttp, startTcp } from '../../fakes/servers/servers.ts';
import { bodyOf, openService } from '../../fakes/servers/service.ts';
import { allTextsOf } from '../../unit/service/http/incoming.ts';

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

test.each(Object.entries(failures))('no secret appears after %s', async (_, start) => {
  const { base, pac = 'DIRECT' } = await start();
  const outcomes: unknown[] = [];
  const { service, exchanges } = await openTo(base, pac);
  const refusal: unknown = await service.requestUploadLinks(['a.pdf']).catch((thrown: unknown) => thrown);
  expect(refusal).toBeInstanceOf(Error);
  outcomes.push(refusal, await service.attachUpdate('r1', '{}', 's'), exchanges);

  const uploading = openService({ base, pac });
  const storageHosts = ['127.0.0.1', 'service.example', 'paydesk-test.invalid'];
  const link = acceptLink(`${base}/canary-path${query}`, { allowHttpLoopback: true, storageHosts });
  if (link === null) throw new Error('The link was not accepted');
  const upload = uploading.service.putDocument(link, 'a.pdf', bodyOf(Buffer.from('x')));
  outcomes.push(await upload.catch((thrown: unknown) => thrown), uploading.exchanges);

  const sending = uploading.http.send({
    method: 'GET',
    url: new URL(`${base}/canary-path${query}`),
    headers: { authorization: 'Bearer canary-token' },
    body: null,
    maxAnswerBytes: 1024 * 1024,
    stallTimeoutMs: 30_000,
    secrets: [],
  });
  const failure: unknown = await sending.catch((thrown: unknown) => thrown);
  if (failure instanceof HttpFailure) {
    expect(Object.keys(failure).sort()).toEqual(['detail', 'host', 'kind', 'name', 'sent']);
    expect(failure.cause).toBeUndefined();
  }
  if (failure instanceof Error) outcomes.push(failure);
  for (const outcome of outcomes) expect(allTextsOf(outcome)).not.toMatch(secretPattern);
});
