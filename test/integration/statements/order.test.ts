/** @file Which statement is fetched when more are ready than can be at once. */
import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { startHttp } from '../../fakes/servers.ts';
import { eventsOf, startWork } from './work.ts';

/** Minutes until the link of a wallet's statement ends; `null` for a link that does not say. */
const minutes: Readonly<Record<number, number | null>> = {
  1004: 50,
  1005: null,
  1006: 20,
  1007: 90,
  1008: 10,
};
const walletIds = Object.keys(minutes).map(Number);
const first = [1001, 1002, 1003];

test('three at once, and of those that wait the link that ends first', async () => {
  const asked: number[] = [];
  const held: (() => void)[] = [];
  const storage = await startHttp(async ({ target }) => {
    asked.push(Number(/\d{4}/.exec(target)?.[0]));
    await new Promise<void>((resolve) => {
      held.push(resolve);
    });
    return { status: 200, headers: { 'content-type': 'text/csv' }, body: 'Date,Amount\n' };
  });
  const work = await startWork({ profile: { storageHosts: [new URL(storage.base).host] } });
  await work.ask([...first, ...walletIds]);
  const handIn = async (walletId: number, ends: number | null) => {
    const [event] = eventsOf(work.simulator, walletId);
    const expires = ends === null ? '' : `?Expires=${Math.round(Date.now() / 1000) + ends * 60}`;
    const url = `${storage.base}/${walletId}.csv${expires}`;
    await work.paste({ ...event, event: { ...event?.event, url } });
  };
  for (const walletId of first) await handIn(walletId, 60);
  await eventually(() => expect(asked).toHaveLength(3));
  for (const walletId of walletIds) await handIn(walletId, minutes[walletId] ?? null);
  // No more than three are under way, however many wait.
  expect(asked.toSorted((one, two) => one - two)).toEqual(first);
  const inTurn = [1008, 1006, 1004, 1007, 1005];
  for (const [place, walletId] of inTurn.entries()) {
    held.shift()?.();
    await eventually(() => expect(asked).toHaveLength(first.length + place + 1));
    expect(asked.at(-1)).toBe(walletId);
  }
  for (const release of held) release();
  await eventually(async () =>
    expect(new Set((await work.list()).map(({ state }) => state))).toEqual(new Set(['stored'])),
  );
  expect(asked).toHaveLength(first.length + inTurn.length);
});
