/** @file The order in which statements are downloaded when more statements are ready than downloads may run at a time. */
import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { startHttp } from '../../fakes/servers.ts';
import { startStatementsFixture } from './statements-fixture.ts';

/** Minutes until the link of a wallet's statement expires; `null` for a link that does not expire. */
const minutesLeft: Readonly<Record<number, number | null>> = {
  1004: 50,
  1005: null,
  1006: 20,
  1007: 90,
  1008: 10,
};
const walletIds = Object.keys(minutesLeft).map(Number);
const initialWalletIds = [1001, 1002, 1003];

test('three statements are downloaded at a time, and the waiting statements in the order in which their links expire', async () => {
  const downloaded: number[] = [];
  const pending: (() => void)[] = [];
  const storage = await startHttp(async ({ target }) => {
    downloaded.push(Number(/\d{4}/.exec(target)?.[0]));
    await new Promise<void>((resolve) => {
      pending.push(resolve);
    });
    return { status: 200, headers: { 'content-type': 'text/csv' }, body: 'Date,Amount\n' };
  });
  const fixture = await startStatementsFixture({ profile: { storageHosts: [new URL(storage.base).host] } });
  await fixture.request([...initialWalletIds, ...walletIds]);
  const pasteEventOf = async (walletId: number, expiresInMinutes: number | null) => {
    const [event] = fixture.eventsOf(walletId);
    const expires =
      expiresInMinutes === null ? '' : `?Expires=${Math.round(Date.now() / 1000) + expiresInMinutes * 60}`;
    const url = `${storage.base}/${walletId}.csv${expires}`;
    await fixture.pasteEvent({ ...event, event: { ...event?.event, url } });
  };
  for (const walletId of initialWalletIds) await pasteEventOf(walletId, 60);
  await eventually(() => expect(downloaded).toHaveLength(3));
  for (const walletId of walletIds) await pasteEventOf(walletId, minutesLeft[walletId] ?? null);
  // At most three downloads are in progress, however many wait.
  expect(downloaded.toSorted((one, two) => one - two)).toEqual(initialWalletIds);
  const expectedOrder = [1008, 1006, 1004, 1007, 1005];
  for (const [index, walletId] of expectedOrder.entries()) {
    pending.shift()?.();
    await eventually(() => expect(downloaded).toHaveLength(initialWalletIds.length + index + 1));
    expect(downloaded.at(-1)).toBe(walletId);
  }
  for (const release of pending) release();
  await eventually(async () =>
    expect(new Set((await fixture.list()).map(({ state }) => state))).toEqual(new Set(['stored'])),
  );
  expect(downloaded).toHaveLength(initialWalletIds.length + expectedOrder.length);
});
