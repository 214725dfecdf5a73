/** @file The login as a server receives it. */
import { expect, test } from 'vitest';
import { json, startHttp } from '../../fakes/servers/servers.ts';
import { openService } from '../../fakes/servers/service.ts';

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
