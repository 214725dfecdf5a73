import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemRandom } from '../../../src/main/concurrency/clock.ts';
import { createDraggedCopies } from '../../../src/main/files/dragged-copies.ts';
import { eventually } from '../../fakes/eventually.ts';

/** Creates copies in a temporary folder, with timers that only the test fires. */
async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), 'paydesk-copies-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const timers = new Set<{ readonly delayMs: number; readonly action: () => void }>();
  const clock = {
    after(delayMs: number, action: () => void) {
      const timer = { delayMs, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
  const copies = createDraggedCopies(folder, { clock, random: systemRandom });
  return { folder, timers, copies, copyNames: () => readdir(join(folder, 'dragged-out')) };
}

const bytes = Buffer.from('bytes of a statement');
const isMissing = expect.objectContaining({ code: 'file-missing' });

test('a copy has the bytes and the name of the file and is readable only by its user', async () => {
  const { copies } = await setUp();
  const path = copies.startDrag(await copies.create('Statement 1001.csv', bytes));
  expect(path.endsWith('/Statement 1001.csv')).toBe(true);
  expect(await readFile(path)).toEqual(bytes);
  expect((await stat(path)).mode & 0o077).toBe(0);
  expect((await stat(dirname(path))).mode & 0o077).toBe(0);
});

test('a copy is deleted five minutes after it was dragged', async () => {
  const { copies, timers } = await setUp();
  const copy = await copies.create('a.pdf', bytes);
  const path = copies.startDrag(copy);
  expect([...timers].map(({ delayMs }) => delayMs)).toEqual([300_000]);
  for (const { action } of timers) action();
  await eventually(() => expect(existsSync(dirname(path))).toBe(false));
  expect(() => copies.startDrag(copy)).toThrow(isMissing);
});

test('a copy that was never dragged is deleted after its lifetime, when the next copy is created, or when it is discarded', async () => {
  const { copies, copyNames, timers } = await setUp();
  const first = await copies.create('a.pdf', bytes);
  const second = await copies.create('b.pdf', bytes);
  expect(await copyNames()).toEqual([second]);
  expect(() => copies.startDrag(first)).toThrow(isMissing);
  for (const copy of [second, first]) await copies.discard(copy);
  expect(await copyNames()).toEqual([]);
  await copies.create('c.pdf', bytes);
  for (const { action } of timers) action();
  await eventually(async () => expect(await copyNames()).toEqual([]));
});

test('copies that are being dragged stay while other copies are created', async () => {
  const { copies } = await setUp();
  const path = copies.startDrag(await copies.create('a.pdf', bytes));
  await copies.create('b.pdf', bytes);
  expect(existsSync(path)).toBe(true);
});

test('clear and clearBlocking delete all copies, also those of an earlier run', async () => {
  const { copies, folder, timers } = await setUp();
  const earlier = join(folder, 'dragged-out', 'of-an-earlier-run');
  for (const clear of [copies.clear, copies.clearBlocking, copies.clearBlocking]) {
    await mkdir(earlier, { recursive: true });
    await writeFile(join(earlier, 'a.pdf'), bytes);
    const copy = await copies.create('b.pdf', bytes);
    copies.startDrag(copy);
    const cleared = Promise.resolve(clear());
    if (clear === copies.clearBlocking) expect(existsSync(earlier)).toBe(false);
    expect([...timers]).toEqual([]);
    expect(() => copies.startDrag(copy)).toThrow(isMissing);
    await cleared;
    expect(await readdir(folder)).toEqual([]);
  }
  // A call without any copy does not throw.
  copies.clearBlocking();
});

test('a copy is not written over or through what is at its path already', async () => {
  const { folder } = await setUp();
  const random = { ...systemRandom, identifier: () => 'known' };
  const copies = createDraggedCopies(folder, { clock: { after: () => () => undefined }, random });
  const mine = join(folder, 'mine.txt');
  await writeFile(mine, 'mine');
  await mkdir(join(folder, 'dragged-out', 'known'), { recursive: true });
  await symlink(mine, join(folder, 'dragged-out', 'known', 'a.pdf'));
  await expect(copies.create('a.pdf', bytes)).rejects.toMatchObject({ code: 'file-not-written' });
  expect(await readFile(mine, 'utf8')).toBe('mine');
});

test('a copy that cannot be written leaves no file', async () => {
  const { copies, copyNames } = await setUp();
  const code = 'file-not-written';
  await expect(copies.create('no/such/folder.pdf', bytes)).rejects.toMatchObject({ code });
  expect(await copyNames()).toEqual([]);
});

test.each([
  ['dragged-out/x/a.pdf', true],
  ['dragged-out', false],
  ['dragged-out/../paydesk.db', false],
  ['clerk/a.pdf', false],
])('%s is recognized as one of the dragged copies: %s', async (path, isCopy) => {
  const { copies, folder } = await setUp();
  expect(copies.contains(join(folder, path))).toBe(isCopy);
});
