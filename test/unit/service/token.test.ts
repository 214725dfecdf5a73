import { describe, expect, test } from 'vitest';
import type { Login } from '../../../src/main/service/login.ts';
import { Secret } from '../../../src/main/service/secret.ts';
import { TokenCache } from '../../../src/main/service/token-cache.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { createFakeClock } from '../../fakes/clock.ts';

const minutes = (count: number) => count * 60_000;

/** Creates a token cache whose logins are answered at once, or by the test one by one. */
function start(answering: 'at-once' | 'by-hand' = 'at-once') {
  const clock = createFakeClock('2026-03-02T08:00:00.000Z');
  const waiting: { resolve: (login: Login) => void; reject: (error: Error) => void }[] = [];
  let logins = 0;
  let renewed = 0;
  const next = (): Login => ({ token: new Secret('bearer-token', `token-${logins}`), companyId: 'c1' });
  const cache = new TokenCache(
    () => {
      logins += 1;
      if (answering === 'at-once') return Promise.resolve(next());
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    clock,
    () => {
      renewed += 1;
    },
  );
  return { clock, cache, waiting, next, logins: () => logins, renewed: () => renewed };
}

const tokenOf = async (login: Promise<{ token: Secret<string> }>) => (await login).token.reveal();

describe('a token', () => {
  test('is used for 50 of its 60 minutes and then renewed', async () => {
    const { clock, cache, logins } = start();
    expect(await tokenOf(cache.current())).toBe('token-1');
    await clock.advance(minutes(50) - 1);
    expect(await tokenOf(cache.current())).toBe('token-1');
    await clock.advance(1);
    expect(await tokenOf(cache.current())).toBe('token-2');
    expect(logins()).toBe(2);
  });

  test('expires 60 minutes after its request', async () => {
    const { clock, cache, waiting, next } = start('by-hand');
    expect(cache.validUntil()).toBeNull();
    const login = cache.current();
    await clock.advance(5_000);
    waiting[0]?.resolve(next());
    await login;
    expect(cache.validUntil()).toBe('2026-03-02T09:00:00.000Z');
  });

  test.each([
    ['forward', 50],
    ['back', -50],
  ])('is not trusted after the wall clock jumped 50 minutes %s', async (_way, jump) => {
    const { clock, cache } = start();
    await cache.current();
    clock.jump(minutes(jump));
    expect(await tokenOf(cache.current())).toBe('token-2');
  });

  test.each([
    ['forward', 49],
    ['back', -49],
  ])('is still used after a jump of 49 minutes %s', async (_way, jump) => {
    const { clock, cache } = start();
    await cache.current();
    clock.jump(minutes(jump));
    expect(await tokenOf(cache.current())).toBe('token-1');
  });

  test('ages by monotonic time too, when the wall clock is set back repeatedly', async () => {
    const { clock, cache } = start();
    await cache.current();
    await clock.advanceMonotonic(minutes(50));
    expect(await tokenOf(cache.current())).toBe('token-2');
  });
});

describe('callers', () => {
  test('that are concurrent share one login', async () => {
    const { cache, waiting, next, logins } = start('by-hand');
    const calls = Array.from({ length: 20 }, () => cache.current());
    waiting[0]?.resolve(next());
    expect(new Set(await Promise.all(calls.map(tokenOf)))).toEqual(new Set(['token-1']));
    expect(logins()).toBe(1);
  });

  test('that were refused with the same token share one new login, and a late one gets its token', async () => {
    const { cache, logins, renewed } = start();
    const refused = await cache.current();
    const replaced = await Promise.all(Array.from({ length: 20 }, () => tokenOf(cache.replace(refused))));
    expect(new Set(replaced)).toEqual(new Set(['token-2']));
    expect(await tokenOf(cache.replace(refused))).toBe('token-2');
    expect(logins()).toBe(2);
    expect(renewed()).toBe(2);
  });

  test('of a failed login all get its error, and the next call tries again', async () => {
    const { cache, waiting, next } = start('by-hand');
    const calls = [cache.current(), cache.current()].map((call) => call.catch((error: unknown) => error));
    const error = new PaydeskError('host-unreachable', 'unreachable');
    waiting[0]?.reject(error);
    expect(await Promise.all(calls)).toEqual([error, error]);
    const later = cache.current();
    waiting[1]?.resolve(next());
    expect(await tokenOf(later)).toBe('token-2');
  });
});

describe('after the end of the session', () => {
  test('no call gets a token or logs in', async () => {
    const { cache, logins } = start();
    const held = await cache.current();
    cache.forget();
    expect(cache.cached()).toBeNull();
    expect(cache.validUntil()).toBeNull();
    await expect(cache.current()).rejects.toMatchObject({ code: 'cancelled' });
    await expect(cache.replace(held)).rejects.toMatchObject({ code: 'cancelled' });
    expect(logins()).toBe(1);
  });

  test('a login in flight is discarded, and its callers get no token', async () => {
    const { cache, waiting, next, renewed } = start('by-hand');
    const call = cache.current();
    cache.forget();
    waiting[0]?.resolve(next());
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    expect(cache.cached()).toBeNull();
    expect(renewed()).toBe(0);
  });

  test('a failed login in flight rejects with the end of the session', async () => {
    const { cache, waiting } = start('by-hand');
    const call = cache.current();
    cache.forget();
    waiting[0]?.reject(new PaydeskError('key-refused', 'refused'));
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
  });
});

test('the last four tokens are remembered, so that they are never shown', async () => {
  const { clock, cache } = start();
  expect(cache.recentTokens()).toEqual([]);
  for (let time = 0; time < 6; time += 1) {
    await cache.current();
    await clock.advance(minutes(50));
  }
  expect(cache.recentTokens().map((token) => token.reveal())).toEqual([
    'token-3',
    'token-4',
    'token-5',
    'token-6',
  ]);
});
