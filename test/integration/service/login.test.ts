/** @file The login as a server receives it. */
import { expect, test } from 'vitest';
import { json, startHttp } from '../../fakes/servers.ts';
import { canaryKey, openService } from '../../fakes/service.ts';

test('a login request has exactly the documented fields (section 4.1)', async () => {
  const server = await startHttp(() => json(200, { accessToken: 'token-1', companyId: 'company-7' }));
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
  const other = await startHttp(() => json(404, {}));
  const location = `${other.base}/users/login`;
  const server = await startHttp(() => ({ status: 307, headers: { location } }));
  await expect(openService({ base: server.base }).service.signIn()).rejects.toMatchObject({
    code: 'answer-not-understood',
    details: { status: 307 },
  });
  expect(other.receivedRequests).toEqual([]);
});
