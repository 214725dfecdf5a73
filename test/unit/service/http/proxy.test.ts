import { get } from 'node:http';
import { describe, expect, test } from 'vitest';
import { AgentPool, parseProxyRoutes } from '../../../../src/main/service/http/proxy.ts';
import { TunnelHttpAgent, TunnelHttpsAgent } from '../../../../src/main/service/http/tunnel-agents.ts';
import { startTcp } from '../../../fakes/servers/servers.ts';
import { thrownBy } from './incoming.ts';

const direct = { kind: 'direct' } as const;
const http = { kind: 'http', address: 'proxy.example:3128' } as const;

describe('a PAC result', () => {
  test.each([
    ['DIRECT', [direct]],
    ['', [direct]],
    [' ; ', [direct]],
    ['direct', [direct]],
    ['PROXY proxy.example:3128', [http]],
    ['proxy proxy.example:3128; DIRECT', [http, direct]],
    ['HTTP proxy.example:3128', [http]],
    ['HTTPS proxy.example:443', [{ kind: 'https', address: 'proxy.example:443' }]],
    [
      'SOCKS5 socks.example:1080; PROXY proxy.example:3128',
      [{ kind: 'socks5', address: 'socks.example:1080' }, http],
    ],
    ['SOCKS4  socks.example:1080', [{ kind: 'socks4', address: 'socks.example:1080' }]],
    ['SOCKS socks.example:1080; DIRECT', [{ kind: 'socks4', address: 'socks.example:1080' }, direct]],
    ['QUIC proxy.example:443; PROXY proxy.example:3128', [http]],
  ])('%s is parsed to its routes', (pac, routes) => {
    expect(parseProxyRoutes(pac)).toEqual(routes);
  });

  test.each(['QUIC proxy.example:443', 'PROXY', 'PROXY a b:c'])(
    '%s names only unsupported kinds of proxy and is refused with the kind',
    (pac) => {
      expect(thrownBy(() => parseProxyRoutes(pac.replace('a b:c', ':')))).toMatchObject({
        code: 'proxy-refused',
        details: { cause: pac.split(' ')[0] },
      });
    },
  );
});

describe('agents', () => {
  test('are shared by all requests of a route, except for those with their own connection', () => {
    const pool = new AgentPool();
    const credentials = { user: 'm.hansen', password: 'word' };
    const agents = pool.for(direct, null, false);
    expect(pool.for({ kind: 'direct' }, null, false)).toBe(agents);
    expect(pool.for(direct, null, true)).not.toBe(agents);
    expect(pool.for(http, null, false)).toBe(pool.for({ ...http }, null, false));
    expect(pool.for(http, null, false)).not.toBe(pool.for({ ...http, address: 'b:1' }, null, false));
    expect(pool.for(http, null, false)).not.toBe(pool.for(http, credentials, false));
    expect(agents.proxy).toBeNull();
    expect(pool.for(http, credentials, false).proxy).toBe('proxy.example:3128');
    pool.close();
    expect(pool.for(direct, null, false)).not.toBe(agents);
    pool.close();
  });

  test.each(['socks4', 'socks5'] as const)('of a %s route connect through the proxy', (kind) => {
    const {
      http: plainAgent,
      https: tlsAgent,
      proxy,
    } = new AgentPool().for({ kind, address: 'socks.example:1080' }, null, false);
    expect(plainAgent).toBeInstanceOf(TunnelHttpAgent);
    expect(tlsAgent).toBeInstanceOf(TunnelHttpsAgent);
    expect(proxy).toBe('socks.example:1080');
  });

  test('keep a connection open after the response until the pool is closed', async () => {
    const closed = Promise.withResolvers<void>();
    const server = await startTcp((socket) => {
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
      socket.once('close', () => closed.resolve());
    });
    const pool = new AgentPool();
    const { http: agent } = pool.for(direct, null, false);
    const freed = new Promise((resolve) => {
      agent.once('free', resolve);
    });
    get(server.base, { agent }, (response) => response.resume());
    await freed;
    await expect.poll(() => Object.values(agent.freeSockets).flat()).toHaveLength(1);
    pool.close();
    await closed.promise;
  });
});
