/** @file A request that may have been sent by one proxy route is not sent again by the next route. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startProxy } from '../../fakes/connect-proxy.ts';
import { json, startHttp } from '../../fakes/servers.ts';
import { openService } from '../../fakes/service.ts';

/** Collects the connections that this process opens after the call. */
function collectConnections(): Socket[] {
  const sockets: Socket[] = [];
  const collect = (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('socket' in message)) return;
    if (message.socket instanceof Socket) sockets.push(message.socket);
  };
  subscribe('net.client.socket', collect);
  onTestFinished(() => {
    unsubscribe('net.client.socket', collect);
  });
  return sockets;
}

test('an attach operation whose connection times out after sending is not sent by the next route', async () => {
  const proxy = await startProxy();
  const openedSockets = collectConnections();
  const host = await startHttp(({ method }) => {
    if (method === 'POST') return json(200, { token: 'canary-token', companyId: 'c' });
    // The system reports a host that stopped answering with the same code as a host that was never reached.
    for (const socket of openedSockets)
      socket.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' }));
    return undefined;
  });
  const { service } = openService({ base: host.base, pac: `DIRECT; PROXY ${proxy.address}` });
  await service.signIn();
  const answer = await service.attachUpdate('r1', '{}', 'Brandt');
  expect(answer).toMatchObject({ kind: 'lost' });
  expect(host.receivedRequests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  expect(proxy.requests).toEqual([]);
});
