import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../fakes/clock.ts';
import { type Answer, json, type ReceivedRequest, startHttp } from '../../fakes/servers.ts';
import { canaryKey, openService } from '../../fakes/service.ts';

const minutesToMs = (count: number) => count * 60_000;
const authorizationOf = (request: ReceivedRequest) =>
  request.headers.find(([name]) => name === 'authorization')?.[1] ?? null;
const isLogin = ({ target }: ReceivedRequest) => target === '/users/login';

/** Starts a service that issues token-1, token-2 … and answers other requests with `answer`. */
async function startService(answer: (request: ReceivedRequest) => Answer = () => json(200, { items: [] })) {
  let loginCount = 0;
  const server = await startHttp((request) => {
    if (!isLogin(request)) return answer(request);
    loginCount += 1;
    return json(200, { accessToken: `token-${loginCount}`, companyId: 'company-7' });
  });
  const listOtherCalls = () => server.receivedRequests.filter((request) => !isLogin(request));
  return { server, countLogins: () => loginCount, listOtherCalls };
}

const uploadLink = { link: 'http://127.0.0.1:1/k?s=1', key: 'k', url: '' };

describe('the login request (section 4.1)', () => {
  test('has exactly the documented fields', async () => {
    const { server } = await startService();
    const { service } = openService({ base: `${server.base}/base`, hosts: { auth: server.base } });
    await service.signIn();
    const [request, ...others] = server.receivedRequests;
    expect(others).toEqual([]);
    expect(request?.method).toBe('POST');
    expect(request?.target).toBe('/users/login');
    expect(request?.body.toString('utf8')).toBe(
      JSON.stringify({ clientId: 'client-1', apiKey: canaryKey, mode: 'apiKey' }),
    );
    const headers = Object.fromEntries(request?.headers ?? []);
    const { host, connection, 'content-length': length, 'user-agent': agent, ...otherHeaders } = headers;
    expect(otherHeaders).toEqual({ 'content-type': 'application/json', accept: 'application/json' });
    expect({ host, length, agent }).toEqual({
      host: `127.0.0.1:${server.port}`,
      length: String(request?.body.length),
      agent: 'Paydesk/0.0.0',
    });
    expect(connection).toBe('keep-alive');
  });

  test('goes to the path below the base address of the login host', async () => {
    const { server } = await startService();
    const { service } = openService({ base: server.base, hosts: { auth: `${server.base}/company` } });
    await expect(service.signIn()).rejects.toMatchObject({ code: 'answer-not-understood' });
    expect(server.receivedRequests[0]?.target).toBe('/company/users/login');
  });

  test('returns the company and the end of the session', async () => {
    const { server } = await startService();
    const clock = createFakeClock('2026-03-02T08:00:00.000Z');
    const { service, signIns } = openService({ base: server.base, clock });
    expect(await service.signIn()).toEqual({
      companyId: 'company-7',
      validUntil: '2026-03-02T09:00:00.000Z',
    });
    expect(signIns()).toBe(1);
  });

  test('follows no redirect, so the key goes to no other host', async () => {
    const otherService = await startService();
    const server = await startHttp(() => ({
      status: 307,
      headers: { location: `${otherService.server.base}/users/login` },
    }));
    const { service } = openService({ base: server.base });
    await expect(service.signIn()).rejects.toMatchObject({
      code: 'answer-not-understood',
      details: { status: 307 },
    });
    expect(otherService.server.receivedRequests).toEqual([]);
  });
});

describe('the token', () => {
  test('is sent as a bearer token and cached for 50 minutes', async () => {
    const { server, countLogins, listOtherCalls } = await startService(() =>
      json(200, { items: [uploadLink] }),
    );
    const clock = createFakeClock();
    const { service } = openService({ base: server.base, clock });
    await service.requestUploadLinks(['a.pdf']);
    await clock.advance(minutesToMs(50) - 1);
    await service.requestUploadLinks(['a.pdf']);
    expect(countLogins()).toBe(1);
    await clock.advance(1);
    await service.requestUploadLinks(['a.pdf']);
    expect(countLogins()).toBe(2);
    expect(listOtherCalls().map(authorizationOf)).toEqual([
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });

  test('is replaced by exactly one login when 20 concurrent calls are refused, and all succeed', async () => {
    const { server, countLogins } = await startService((request) =>
      authorizationOf(request) === 'Bearer token-1' ? json(401, {}) : json(200, { items: [uploadLink] }),
    );
    const { service, exchanges } = openService({ base: server.base });
    await service.signIn();
    const calls = Array.from({ length: 20 }, () => service.requestUploadLinks(['a.pdf']));
    expect((await Promise.all(calls)).flat()).toHaveLength(20);
    expect(countLogins()).toBe(2);
    expect(exchanges.filter(({ kind }) => kind === 'sign-in')).toHaveLength(2);
  });

  test('causes one more login and no third attempt when it is refused twice', async () => {
    const { server, countLogins, listOtherCalls } = await startService(() =>
      json(401, { message: 'Token unknown' }),
    );
    const { service } = openService({ base: server.base });
    await expect(service.requestUploadLinks(['a.pdf'])).rejects.toMatchObject({
      code: 'sign-in-needed',
      details: { status: 401, message: 'Token unknown' },
    });
    expect(countLogins()).toBe(2);
    expect(listOtherCalls()).toHaveLength(2);
  });

  test('that cannot be renewed fails the call with the reason of the login', async () => {
    let isRefusing = false;
    const server = await startHttp((request) => {
      if (!isLogin(request)) return json(401, {});
      return isRefusing ? json(401, {}) : json(200, { token: 't', companyId: 'c' });
    });
    const { service } = openService({ base: server.base });
    await service.signIn();
    isRefusing = true;
    await expect(service.requestUploadLinks(['a.pdf'])).rejects.toMatchObject({ code: 'key-refused' });
  });

  test('is not sent after the end of the session, not even by a call that was waiting for it', async () => {
    let releaseLogin: () => void = () => undefined;
    let resolveLoginStarted: () => void = () => undefined;
    const loginStarted = new Promise<void>((resolve) => {
      resolveLoginStarted = resolve;
    });
    const server = await startHttp(async (request) => {
      if (!isLogin(request)) return json(200, { items: [uploadLink] });
      resolveLoginStarted();
      await new Promise<void>((resolve) => {
        releaseLogin = resolve;
      });
      return json(200, { token: 't', companyId: 'c' });
    });
    const { service } = openService({ base: server.base });
    const call = service.requestUploadLinks(['a.pdf']);
    await loginStarted;
    service.forget();
    releaseLogin();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    await expect(service.requestUploadLinks(['a.pdf'])).rejects.toMatchObject({ code: 'cancelled' });
    expect(server.receivedRequests.map(({ target }) => target)).toEqual(['/users/login']);
  });
});

describe('a request for links', () => {
  test('omits the company unless the profile requires it (section 4.3)', async () => {
    const { server, listOtherCalls } = await startService(() => json(200, { items: [uploadLink] }));
    await openService({ base: server.base }).service.requestUploadLinks(['a.pdf']);
    const withCompanyId = openService({ base: server.base, options: { sendCompanyId: true } });
    await withCompanyId.service.requestUploadLinks(['a.pdf']);
    expect(listOtherCalls().map(({ target }) => target)).toEqual([
      '/uploadDocuments',
      '/uploadDocuments?companyId=company-7',
    ]);
    expect(listOtherCalls()[0]?.body.toString()).toBe('[{"fileName":"a.pdf","fileType":"application/pdf"}]');
  });

  test('removes token and key from the service’s message', async () => {
    const { server } = await startService((request) =>
      json(400, { message: `bad ${authorizationOf(request)} with ${canaryKey}` }),
    );
    const { service } = openService({ base: server.base });
    await expect(service.requestUploadLinks(['a.pdf'])).rejects.toMatchObject({
      code: 'service-refused',
      details: { message: 'bad Bearer [removed] with [secret]' },
    });
  });
});
