import { describe, expect, test } from 'vitest';
import type { Login } from '../../../src/main/service/login.ts';
import { Secret } from '../../../src/main/service/secret.ts';
import { TokenCache } from '../../../src/main/service/token-cache.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { createFakeClock } from '../../fakes/clock.ts';

const minutes = (count: number) => count * 60_000;

/** A keeper whose logins a test answers one by one, or all at once by themselves. */
function start(answering: 'at-once' | 'by-hand' = 'at-once') {
  const clock = createFakeClock('2026-03-02T08:00:00.000Z');
  const waiting: { resolve: (login: Login) => void; reject: (error: Error) => void }[] = [];
  let logins = 0;
  let renewed = 0;
  const next = (): Login => ({ token: new Secret('bearer-token', `token-${logins}`), companyId: 'c1' });
  const keeper = new TokenCache(
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
  return { clock, keeper, waiting, next, logins: () => logins, renewed: () => renewed };
}

const tokenOf = async (login: Promise<{ token: Secret<string> }>) => (await login).token.reveal();

describe('a token', () => {
  test('is used for 50 of its 60 minutes and then renewed', async () => {
    const { clock, keeper, logins } = start();
    expect(await tokenOf(keeper.current())).toBe('token-1');
    await clock.advance(minutes(50) - 1);
    expect(await tokenOf(keeper.current())).toBe('token-1');
    await clock.advance(1);
    expect(await tokenOf(keeper.current())).toBe('token-2');
    expect(logins()).toBe(2);
  });

  test('expires 60 minutes after its request', async () => {
    const { clock, keeper, waiting, next } = start('by-hand');
    expect(keeper.validUntil()).toBeNull();
    const login = keeper.current();
    await clock.advance(5_000);
    waiting[0]?.resolve(next());
    await login;
    expect(keeper.validUntil()).toBe('2026-03-02T09:00:00.000Z');
  });

  test.each([
    ['forward', 50],
    ['back', -50],
  ])('is not trusted after the wall clock jumped 50 minutes %s', async (_way, jump) => {
    const { clock, keeper } = start();
    await keeper.current();
    clock.jump(minutes(jump));
    expect(await tokenOf(keeper.current())).toBe('token-2');
  });

  test.each([
    ['forward', 49],
    ['back', -49],
  ])('is still used after a jump of 49 minutes %s', async (_way, jump) => {
    const { clock, keeper } = start();
    await keeper.current();
    clock.jump(minutes(jump));
    expect(await tokenOf(keeper.current())).toBe('token-1');
  });

  test('ages by monotonic time too, when the wall clock is set back repeatedly', async () => {
    const { clock, keeper } = start();
    await keeper.current();
    await clock.advanceMonotonic(minutes(50));
    expect(await tokenOf(keeper.current())).toBe('token-2');
  });
});

describe('callers', () => {
  test('that are concurrent share one login', async () => {
    const { keeper, waiting, next, logins } = start('by-hand');
    const calls = Array.from({ length: 20 }, () => keeper.current());
    waiting[0]?.resolve(next());
    expect(new Set(await Promise.all(calls.map(tokenOf)))).toEqual(new Set(['token-1']));
    expect(logins()).toBe(1);
  });

  test('that were refused with the same token share one new login, and a late one gets its token', async () => {
    const { keeper, logins, renewed } = start();
    const refused = await keeper.current();
    const replaced = await Promise.all(Array.from({ length: 20 }, () => tokenOf(keeper.replace(refused))));
    expect(new Set(replaced)).toEqual(new Set(['token-2']));
    expect(await tokenOf(keeper.replace(refused))).toBe('token-2');
    expect(logins()).toBe(2);
    expect(renewed()).toBe(2);
  });

  test('of a failed login all get its error, and the next call tries again', async () => {
    const { keeper, waiting, next } = start('by-hand');
    const calls = [keeper.current(), keeper.current()].map((call) => call.catch((error: unknown) => error));
    const error = new PaydeskError('host-unreachable', 'away');
    waiting[0]?.reject(error);
    expect(await Promise.all(calls)).toEqual([error, error]);
    const later = keeper.current();
    waiting[1]?.resolve(next());
    expect(await tokenOf(later)).toBe('token-2');
  });
});

describe('after the end of the session', () => {
  test('no call gets a token or logs in', async () => {
    const { keeper, logins } = start();
    const held = await keeper.current();
    keeper.forget();
    expect(keeper.cached()).toBeNull();
    expect(keeper.validUntil()).toBeNull();
    await expect(keeper.current()).rejects.toMatchObject({ code: 'cancelled' });
    await expect(keeper.replace(held)).rejects.toMatchObject({ code: 'cancelled' });
    expect(logins()).toBe(1);
  });

  test('a login in flight is discarded, and its callers get no token', async () => {
    const { keeper, waiting, next, renewed } = start('by-hand');
    const call = keeper.current();
    keeper.forget();
    waiting[0]?.resolve(next());
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    expect(keeper.cached()).toBeNull();
    expect(renewed()).toBe(0);
  });

  test('a failed login in flight rejects with the end of the session', async () => {
    const { keeper, waiting } = start('by-hand');
    const call = keeper.current();
    keeper.forget();
    waiting[0]?.reject(new PaydeskError('key-refused', 'refused'));
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
  });
});

test('the last four tokens are remembered, so that they are never shown', async () => {
  const { clock, keeper } = start();
  expect(keeper.recentTokens()).toEqual([]);
  for (let time = 0; time < 6; time += 1) {
    await keeper.current();
    await clock.advance(minutes(50));
  }
  expect(keeper.recentTokens().map((token) => token.reveal())).toEqual([
    'token-3',
    'token-4',
    'token-5',
    'token-6',
  ]);
});
