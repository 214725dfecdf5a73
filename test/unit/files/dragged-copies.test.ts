import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemRandom } from '../../../src/main/clock.ts';
import { copyLifetimeMs, createDraggedCopies } from '../../../src/main/dragged-copies.ts';

async function machine() {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-copies-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const timers = new Set<{ readonly at: number; readonly action: () => void }>();
  const clock = {
    after(at: number, action: () => void) {
      const timer = { at, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
  return { folder, timers, copies: createDraggedCopies(folder, { clock, random: systemRandom }) };
}

const bytes = Buffer.from('canary of a statement');

test('a copy is the file, by its name, for its user alone', async () => {
  const { copies } = await machine();
  const path = copies.take(await copies.make('Statement 1001.csv', bytes));
  expect(path.endsWith('/Statement 1001.csv')).toBe(true);
  expect(await readFile(path)).toEqual(bytes);
  expect((await stat(path)).mode & 0o077).toBe(0);
  expect((await stat(dirname(path))).mode & 0o077).toBe(0);
});

test('a copy goes five minutes after it was dragged', async () => {
  const { copies, timers } = await machine();
  const copy = await copies.make('a.pdf', bytes);
  const path = copies.take(copy);
  expect([...timers].map(({ at }) => at)).toEqual([copyLifetimeMs]);
  for (const { action } of timers) action();
  await expect.poll(() => existsSync(dirname(path))).toBe(false);
  expect(() => copies.take(copy)).toThrow('no such copy');
});

test('every copy is gone before the call returns when there is no time', async () => {
  const { copies, folder, timers } = await machine();
  const path = copies.take(await copies.make('a.pdf', bytes));
  copies.clearAtOnce();
  expect(existsSync(join(folder, 'dragged-out'))).toBe(false);
  expect([...timers]).toEqual([]);
  expect(existsSync(path)).toBe(false);
  // Also when there is none.
  copies.clearAtOnce();
});

test('a copy that was never dragged goes with its time, with the next one, or when it is discarded', async () => {
  const { copies, folder, timers } = await machine();
  const there = async () => readdir(join(folder, 'dragged-out'));
  const first = await copies.make('a.pdf', bytes);
  const second = await copies.make('b.pdf', bytes);
  expect(await there()).toEqual([second]);
  expect(() => copies.take(first)).toThrow('no such copy');
  await copies.discard(second);
  expect(await there()).toEqual([]);
  await copies.make('c.pdf', bytes);
  for (const { action } of timers) action();
  await expect.poll(there).toEqual([]);
});

test('copies that are being dragged stay while others are made', async () => {
  const { copies } = await machine();
  const path = copies.take(await copies.make('a.pdf', bytes));
  await copies.make('b.pdf', bytes);
  expect(existsSync(path)).toBe(true);
});

test('nothing is left after all was cleared, whoever made it', async () => {
  const { copies, folder } = await machine();
  await mkdir(join(folder, 'dragged-out', 'of-another-run'), { recursive: true });
  await writeFile(join(folder, 'dragged-out', 'of-another-run', 'a.pdf'), bytes);
  copies.take(await copies.make('b.pdf', bytes));
  await copies.clear();
  expect(await readdir(folder)).toEqual([]);
});

test('a copy that cannot be written leaves nothing', async () => {
  const { copies, folder } = await machine();
  await expect(copies.make('no/such/folder.pdf', bytes)).rejects.toMatchObject({ code: 'file-not-written' });
  expect(await readdir(join(folder, 'dragged-out'))).toEqual([]);
});

test.each([
  ['dragged-out/x/a.pdf', true],
  ['dragged-out', false],
  ['dragged-out/../paydesk.db', false],
  ['clerk/a.pdf', false],
])('%s is one of the copies: %s', async (path, held) => {
  const { copies, folder } = await machine();
  expect(copies.holds(join(folder, path))).toBe(held);
});
