/** @file The login as a server receives it, and its renewal for concurrent calls. */
import { expect, test } from 'vitest';
import { type Answer, json, type ReceivedRequest, startHttp } from '../../fakes/servers.ts';
import { canaryKey, openService } from '../../fakes/service.ts';

const authorizationOf = (request: ReceivedRequest) =>
  request.headers.find(([name]) => name === 'authorization')?.[1] ?? null;

/** Starts a service that issues token-1, token-2 … and answers other requests with `answer`. */
async function startService(answer: (request: ReceivedRequest) => Answer) {
  let loginCount = 0;
  const server = await startHttp((request) => {
    if (request.target !== '/users/login') return answer(request);
    loginCount += 1;
    return json(200, { accessToken: `token-${loginCount}`, companyId: 'company-7' });
  });
  return { server, countLogins: () => loginCount };
}

test('a login request has exactly the documented fields (section 4.1)', async () => {
  const { server } = await startService(() => json(404, {}));
  const { service } = openService({ base: `${server.base}/base`, hosts: { auth: server.base } });
  await service.signIn();
  expect(server.receivedRequests).toHaveLength(1);
  const [request] = server.receivedRequests;
  expect([request?.method, request?.target]).toEqual(['POST', '/users/login']);
  expect(request?.body.toString()).toBe(
    JSON.stringify({ clientId: 'client-1', apiKey: canaryKey, mode: 'apiKey' }),
  );
  expect(Object.fromEntries(request?.headers ?? [])).toEqual({
    'content-type': 'application/json',
    accept: 'application/json',
    host: `127.0.0.1:${server.port}`,
    connection: 'keep-alive',
    'content-length': String(request?.body.length),
    'user-agent': 'Paydesk/0.0.0',
  });
});

test('a login follows no redirect, so the key goes to no other host', async () => {
  const other = await startService(() => json(404, {}));
  const location = `${other.server.base}/users/login`;
  const server = await startHttp(() => ({ status: 307, headers: { location } }));
  await expect(openService({ base: server.base }).service.signIn()).rejects.toMatchObject({
    code: 'answer-not-understood',
    details: { status: 307 },
  });
  expect(other.server.receivedRequests).toEqual([]);
});

test('a token is replaced by exactly one login when 20 concurrent calls are refused, and all succeed', async () => {
  const { server, countLogins } = await startService((request) =>
    authorizationOf(request) === 'Bearer token-1'
      ? json(401, {})
      : json(200, { items: [{ link: 'http://127.0.0.1:1/k?s=1', key: 'k' }] }),
  );
  const { service, exchanges, signIns } = openService({ base: server.base });
  await service.signIn();
  const calls = Array.from({ length: 20 }, () => service.requestUploadLinks(['a.pdf']));
  expect((await Promise.all(calls)).flat()).toHaveLength(20);
  expect([countLogins(), signIns()]).toEqual([2, 2]);
  expect(exchanges.filter(({ kind }) => kind === 'sign-in')).toHaveLength(2);
});
