import { describe, expect, test } from 'vitest';
import { offeredSchemes } from '../../../../src/main/service/http/proxy-schemes.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { startProxy } from '../../../fakes/servers/connect-proxy.ts';
import { freePort } from '../../../fakes/servers/free-port.ts';
import { startTcp } from '../../../fakes/servers/servers.ts';

const timeoutMs = 5_000;
const serviceUrl = new URL('https://service.example/path?query');

/** Asks an HTTP proxy at `address` for its schemes; returns them with the clock that bounds the request. */
function askProxy(address: string, url = serviceUrl, kind: 'http' | 'https' | 'socks4' | 'socks5' = 'http') {
  const clock = createFakeClock();
  return { clock, schemes: offeredSchemes({ kind, address }, url, clock, timeoutMs) };
}

describe('the authentication schemes of a proxy', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['each on a line of its own', ['Negotiate', 'NTLM'], ['Negotiate', 'NTLM']],
    ['all on one line', ['NTLM,Negotiate'], ['NTLM', 'Negotiate']],
    [
      'with parameters',
      ['Digest realm="a, Basic b", qop = "auth", NTLM', 'Negotiate'],
      ['Digest', 'NTLM', 'Negotiate'],
    ],
    ['with escaped quotes in a parameter', ['Digest realm="\\"a, Basic b\\"", NTLM'], ['Digest', 'NTLM']],
    ['with an escaped space in a parameter', ['Digest realm="a\\ , Basic b"'], ['Digest']],
    ['with a parameter that does not end', ['Digest realm="a, Basic b'], ['Digest']],
    ['with a parameter that ends in a backslash', ['Digest realm="a\\'], ['Digest']],
    ['with a token', ['Negotiate YIIJ+w=='], ['Negotiate']],
    ['repeated', ['NTLM', 'NTLM'], ['NTLM']],
    ['more than five', ['A1', 'B2', 'C3', 'D4', 'E5', 'F6'], ['A1', 'B2', 'C3', 'D4', 'E5']],
    ['with names that are no tokens', ['1digit', `N${'x'.repeat(31)}`, 'a/b', ' '], []],
    ['with a name of 31 characters', [`N${'x'.repeat(30)}`], [`N${'x'.repeat(30)}`]],
    ['absent', [], []],
  ])('are returned when they are %s', async (_case, challenges, expected) => {
    const proxy = await startProxy(407, challenges);
    const { schemes, clock } = askProxy(proxy.address);
    expect(await schemes).toEqual(expected);
    expect(clock.waiting()).toBe(0);
  });

  test.each([
    ['https://service.example/path', 'CONNECT service.example:443'],
    ['https://service.example:8443', 'CONNECT service.example:8443'],
  ])('are requested for the host and port of %s, without credentials', async (url, request) => {
    const proxy = await startProxy(407, ['NTLM']);
    await askProxy(proxy.address, new URL(url)).schemes;
    expect(proxy.requests).toEqual([request]);
    expect(proxy.headerNames).not.toContain('proxy-authorization');
  });

  test.each([
    ['opens the tunnel', 200, 'http', 1],
    ['refuses it for another reason', 403, 'http', 1],
    ['is of kind socks4', 407, 'socks4', 0],
    ['is of kind socks5', 407, 'socks5', 0],
  ] as const)('are an empty list when the proxy %s', async (_what, status, kind, requests) => {
    const proxy = await startProxy(status, ['NTLM']);
    expect(await askProxy(proxy.address, serviceUrl, kind).schemes).toEqual([]);
    expect(proxy.requests).toHaveLength(requests);
  });

  test('are an empty list when the proxy cannot be reached', async () => {
    const { schemes, clock } = askProxy(`127.0.0.1:${await freePort()}`);
    expect(await schemes).toEqual([]);
    expect(clock.waiting()).toBe(0);
  });

  /** Starts a proxy that answers the first bytes with a text, or not at all. */
  async function startRaw(answer = '') {
    const firstBytes = Promise.withResolvers<Buffer>();
    const closed = Promise.withResolvers<void>();
    const { port } = await startTcp((socket) => {
      socket.once('data', (bytes: Buffer) => {
        firstBytes.resolve(bytes);
        socket.write(answer);
      });
      socket.once('close', () => closed.resolve());
    });
    return { address: `127.0.0.1:${port}`, firstBytes: firstBytes.promise, closed: closed.promise };
  }

  test.each([
    ['http', 'C'.charCodeAt(0)],
    // A TLS handshake.
    ['https', 0x16],
  ] as const)('are an empty list after the timeout of a silent proxy of kind %s', async (kind, byte) => {
    const silent = await startRaw();
    const { schemes, clock } = askProxy(silent.address, serviceUrl, kind);
    expect((await silent.firstBytes)[0]).toBe(byte);
    expect(clock.nextIn()).toBe(timeoutMs);
    await clock.advance(timeoutMs);
    expect(await schemes).toEqual([]);
    await silent.closed;
  });

  test('leave no connection open when the proxy keeps the connection after its answer', async () => {
    const headers = 'proxy-authenticate: NTLM\r\ncontent-length: 0';
    const proxy = await startRaw(`HTTP/1.1 407 No\r\n${headers}\r\n\r\n`);
    expect(await askProxy(proxy.address).schemes).toEqual(['NTLM']);
    await proxy.closed;
  });
});
