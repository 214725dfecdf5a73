import { describe, expect, test } from 'vitest';
import { unsupportedSchemes } from '../../../src/main/service/proxy-schemes.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { startProxy } from '../../fakes/connect-proxy.ts';
import { freePort } from '../../fakes/free-port.ts';
import { startTcp } from '../../fakes/servers.ts';

const timeoutMs = 5_000;
const serviceUrl = new URL('https://service.example/path?query');

/** Asks an HTTP proxy at `address` for its unsupported schemes; returns them with the clock that bounds the request. */
function askProxy(address: string, url = serviceUrl, kind: 'http' | 'https' | 'socks4' | 'socks5' = 'http') {
  const clock = createFakeClock();
  return { clock, schemes: unsupportedSchemes({ kind, address }, url, clock, timeoutMs) };
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
    ['with Basic among them', ['Negotiate', 'Basic realm="office"'], []],
    ['with Basic in capital letters', ['BASIC realm="office"'], []],
  ])('are returned unless Basic is among them when they are %s', async (_case, challenges, expected) => {
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

  test('are an empty list when the proxy opens the tunnel or refuses it for another reason', async () => {
    for (const status of [200, 403]) {
      const proxy = await startProxy(status, ['NTLM']);
      expect(await askProxy(proxy.address).schemes).toEqual([]);
    }
  });

  test.each(['socks4', 'socks5'] as const)(
    'are an empty list for a proxy of kind %s, which gets no request',
    async (kind) => {
      const proxy = await startProxy(407, ['NTLM']);
      expect(await askProxy(proxy.address, serviceUrl, kind).schemes).toEqual([]);
      expect(proxy.requests).toEqual([]);
    },
  );

  test('are an empty list when the proxy cannot be reached', async () => {
    const { schemes, clock } = askProxy(`127.0.0.1:${await freePort()}`);
    expect(await schemes).toEqual([]);
    expect(clock.waiting()).toBe(0);
  });

  test('are an empty list after the timeout, and the connection is closed, when the proxy does not answer', async () => {
    const connected = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    const silent = await startTcp((socket) => {
      socket.once('data', () => connected.resolve());
      socket.once('close', () => closed.resolve());
    });
    const { schemes, clock } = askProxy(`127.0.0.1:${silent.port}`);
    await connected.promise;
    expect(clock.nextIn()).toBe(timeoutMs);
    await clock.advance(timeoutMs);
    expect(await schemes).toEqual([]);
    await closed.promise;
  });

  test('are requested over TLS from a proxy of kind https', async () => {
    const firstByte = Promise.withResolvers<number | undefined>();
    const proxy = await startTcp((socket) => {
      socket.once('data', (bytes: Buffer) => {
        firstByte.resolve(bytes[0]);
        socket.destroy();
      });
    });
    const { schemes } = askProxy(`127.0.0.1:${proxy.port}`, serviceUrl, 'https');
    const tlsHandshake = 0x16;
    expect(await firstByte.promise).toBe(tlsHandshake);
    expect(await schemes).toEqual([]);
  });

  test('leave no connection open when the proxy keeps the connection after its answer', async () => {
    const closed = Promise.withResolvers<void>();
    const proxy = await startTcp((socket) => {
      socket.once('data', () =>
        socket.write('HTTP/1.1 407 No\r\nproxy-authenticate: NTLM\r\ncontent-length: 0\r\n\r\n'),
      );
      socket.once('close', () => closed.resolve());
    });
    expect(await askProxy(`127.0.0.1:${proxy.port}`).schemes).toEqual(['NTLM']);
    await closed.promise;
  });
});
