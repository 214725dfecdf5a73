/** @file Certificates, proxies and the size of answers over the real network of this machine. */
import { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { createAuthority } from '../../fakes/servers/certificate.ts';
import { startProxy } from '../../fakes/servers/connect-proxy.ts';
import { json, type ReceivedRequest, startHttp, startTcp } from '../../fakes/servers/servers.ts';
import { openService } from '../../fakes/servers/service.ts';
import { trust } from './trust.ts';

const authority = createAuthority('Example Company Root CA 7');
const isLogin = ({ target }: ReceivedRequest) => target === '/users/login';
const answer = (request: ReceivedRequest) =>
  isLogin(request)
    ? json(200, { token: 'canary-token-5', companyId: 'c' })
    : json(200, { items: [{ link: 'https://s.example/k', key: 'k' }] });

describe('TLS', () => {
  test('with a certificate of another host is refused', async () => {
    trust(authority);
    const host = await startHttp(answer, authority.issue('other.example'));
    const { service } = openService({ base: host.base });
    await expect(service.signIn()).rejects.toMatchObject({ code: 'certificate-untrusted' });
    expect(host.receivedRequests).toEqual([]);
  });

  test('resumes its session on new connections, where the host shows no certificate', async () => {
    trust(authority);
    const resumed: boolean[] = [];
    const host = await startHttp((request, { socket }) => {
      if (socket instanceof TLSSocket) resumed.push(socket.isSessionReused());
      return answer(request);
    }, authority.issue('127.0.0.1'));
    const { service } = openService({ base: host.base });
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(service.attachUpdate('r1', '{}', 's')).resolves.toMatchObject({ kind: 'accepted' });
    // The login and the attach operations use different agents, so both begin with a full handshake.
    expect(resumed).toEqual([false, false, true, true]);
  });
});

describe('through a proxy', () => {
  test('named by the PAC script, TLS uses CONNECT, and the proxy sees neither key nor token', async () => {
    trust(authority);
    const host = await startHttp(answer, authority.issue('127.0.0.1'));
    const proxy = await startProxy();
    const { service } = openService({ base: host.base, pac: `PROXY ${proxy.address}; DIRECT` });
    await service.requestUploadLinks(['a.pdf']);
    await service.attachUpdate('r1', '{}', 's');
    expect(host.receivedRequests.map(({ target }) => target)).toEqual([
      '/users/login',
      '/uploadDocuments',
      '/recipients/r1',
    ]);
    // One shared connection, and one for the attach operation.
    expect(proxy.requests).toEqual(Array(2).fill(`CONNECT 127.0.0.1:${host.port}`));
    expect(proxy.headerNames).not.toContain('authorization');
    expect(proxy.headerNames).not.toContain('proxy-authorization');
  });

  test('an attach counts as not performed when the TLS handshake with the host fails', async () => {
    const login = await startHttp(answer);
    const untrusted = await startHttp(answer, createAuthority('Inspecting Proxy CA').issue('127.0.0.1'));
    const resetting = await startTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const attachTo = async (beneficiary: string) => {
      const proxy = await startProxy();
      const pac = `PROXY ${proxy.address}; DIRECT`;
      const { service } = openService({ base: login.base, hosts: { beneficiary }, pac });
      return { outcome: await service.attachUpdate('r1', '{}', 's'), requests: proxy.requests.slice(1) };
    };
    const refused = await attachTo(untrusted.base);
    expect(refused.outcome).toMatchObject({
      kind: 'not-done',
      error: { code: 'certificate-untrusted', details: { cause: expect.stringContaining('VERIFY') } },
    });
    // The next route is not tried.
    expect(refused.requests).toEqual([`CONNECT 127.0.0.1:${untrusted.port}`]);
    expect(untrusted.receivedRequests).toEqual([]);
    expect((await attachTo(resetting.base.replace('http:', 'https:'))).outcome.kind).toBe('not-done');
  });
});
