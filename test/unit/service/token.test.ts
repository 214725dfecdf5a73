import { describe, expect, test } from 'vitest';
import type { Login } from '../../../src/main/service/login.ts';
import { Secret } from '../../../src/main/service/secret.ts';
import { TokenCache } from '../../../src/main/service/token-cache.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { createFakeClock } from '../../fakes/clock.ts';

const minutesToMs = (minutes: number) => minutes * 60_000;

/** Creates a token cache whose logins are answered at once, or by the test one by one. */
function startCache(answering: 'at-once' | 'by-hand' = 'at-once') {
  const clock = createFakeClock('2026-03-02T08:00:00.000Z');
  const waiting: { resolve: (login: Login) => void; reject: (error: Error) => void }[] = [];
  let logins = 0;
  let renewals = 0;
  const createLogin = (): Login => ({
    token: new Secret('bearer-token', `token-${logins}`),
    companyId: 'c1',
  });
  const cache = new TokenCache(
    () => {
      logins += 1;
      if (answering === 'at-once') return Promise.resolve(createLogin());
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    clock,
    () => {
      renewals += 1;
    },
  );
  return { clock, cache, waiting, createLogin, logins: () => logins, renewals: () => renewals };
}

const tokenOf = async (login: Promise<{ token: Secret<string> }>) => (await login).token.reveal();

describe('a token', () => {
  test('is used for 50 of its 60 minutes and then renewed', async () => {
    const { clock, cache, logins } = startCache();
    expect(await tokenOf(cache.current())).toBe('token-1');
    await clock.advance(minutesToMs(50) - 1);
    expect(await tokenOf(cache.current())).toBe('token-1');
    await clock.advance(1);
    expect(await tokenOf(cache.current())).toBe('token-2');
    expect(logins()).toBe(2);
  });

  test('expires 60 minutes after its request', async () => {
    const { clock, cache, waiting, createLogin } = startCache('by-hand');
    expect(cache.validUntil()).toBeNull();
    const login = cache.current();
    await clock.advance(5_000);
    waiting[0]?.resolve(createLogin());
    await login;
    expect(cache.validUntil()).toBe('2026-03-02T09:00:00.000Z');
  });

  test.each([
    [50, 'token-2'],
    [-50, 'token-2'],
    [49, 'token-1'],
    [-49, 'token-1'],
  ])('after the wall clock jumped %i minutes is %s', async (minutes, expected) => {
    const { clock, cache } = startCache();
    await cache.current();
    clock.jump(minutesToMs(minutes));
    expect(await tokenOf(cache.current())).toBe(expected);
  });

  test('ages by monotonic time when the wall clock does not advance', async () => {
    const { clock, cache } = startCache();
    await cache.current();
    await clock.advanceMonotonic(minutesToMs(50));
    expect(await tokenOf(cache.current())).toBe('token-2');
  });
});

describe('callers', () => {
  test('that are concurrent share one login', async () => {
    const { cache, waiting, createLogin, logins } = startCache('by-hand');
    const calls = Array.from({ length: 20 }, () => cache.current());
    waiting[0]?.resolve(createLogin());
    expect(new Set(await Promise.all(calls.map(tokenOf)))).toEqual(new Set(['token-1']));
    expect(logins()).toBe(1);
  });

  test('that were refused with the same token share one new login, and a later caller gets the same token', async () => {
    const { cache, logins, renewals } = startCache();
    const refused = await cache.current();
    const replaced = await Promise.all(Array.from({ length: 20 }, () => tokenOf(cache.replace(refused))));
    expect(new Set(replaced)).toEqual(new Set(['token-2']));
    expect(await tokenOf(cache.replace(refused))).toBe('token-2');
    expect(logins()).toBe(2);
    expect(renewals()).toBe(2);
  });

  test('of a failed login all get its error, and the next call tries again', async () => {
    const { cache, waiting, createLogin } = startCache('by-hand');
    const calls = [cache.current(), cache.current()].map((call) => call.catch((error: unknown) => error));
    const error = new PaydeskError('host-unreachable', 'unreachable');
    waiting[0]?.reject(error);
    expect(await Promise.all(calls)).toEqual([error, error]);
    const later = cache.current();
    waiting[1]?.resolve(createLogin());
    expect(await tokenOf(later)).toBe('token-2');
  });
});

describe('after the end of the session', () => {
  test('no call gets a token or logs in', async () => {
    const { cache, logins } = startCache();
    const login = await cache.current();
    cache.forget();
    expect([cache.cached(), cache.validUntil()]).toEqual([null, null]);
    for (const call of [cache.current(), cache.replace(login)])
      await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    expect(logins()).toBe(1);
  });

  test.each(['succeeds', 'fails'])('a login that %s is discarded; callers get no token', async (end) => {
    const { cache, waiting, createLogin, renewals } = startCache('by-hand');
    const call = cache.current();
    cache.forget();
    if (end === 'succeeds') waiting[0]?.resolve(createLogin());
    else waiting[0]?.reject(new PaydeskError('key-refused', 'refused'));
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    expect([cache.cached(), renewals()]).toEqual([null, 0]);
  });
});

test('the last four tokens are remembered, so that they are never shown', async () => {
  const { clock, cache } = startCache();
  expect(cache.recentTokens()).toEqual([]);
  for (let login = 0; login < 6; login += 1) {
    await cache.current();
    await clock.advance(minutesToMs(50));
  }
  const tokens = ['token-3', 'token-4', 'token-5', 'token-6'];
  expect(cache.recentTokens().map((token) => token.reveal())).toEqual(tokens);
});
