/** @file Folders where others plant links: each promise on a system with descriptors and on one that has nothing of it. */
import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  enterFolder,
  type GuardedFolder,
  type LinkGuards,
  openRegularFile,
  systemGuards,
  withoutLinks,
} from '../../../src/main/guarded-folder.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

/** What Windows offers: neither flags nor open folders that can be addressed. */
const windowsGuards: LinkGuards = { noFollow: 0, nonBlock: 0, descriptors: null, isSystem: () => false };
/** What macOS offers: flags alone. */
const macGuards: LinkGuards = { ...systemGuards, descriptors: null, isSystem: () => false };

const planted = { name: 'PlantedEntryError' };

async function places() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const [watched, outside] = [join(path, 'watched'), join(path, 'outside')];
  await mkdir(watched);
  await mkdir(outside);
  await writeFile(join(outside, 'mine.json'), 'untouched');
  return { path, watched, outside };
}

async function entered(path: string, guards: LinkGuards): Promise<GuardedFolder> {
  const folder = await enterFolder(path, guards);
  onTestFinished(() => folder.close());
  return folder;
}

/** Puts a link to `target` where the folder `path` was. */
async function swap(path: string, target: string): Promise<void> {
  await rename(path, `${path}-before`);
  await symlink(target, path);
}

describe.each([
  ['this system', systemGuards],
  ['macOS', macGuards],
  ['Windows', windowsGuards],
])('with the guards of %s', (_, guards) => {
  test('a regular file is opened, and a link to one is not', async () => {
    const { watched, outside } = await places();
    await writeFile(join(watched, 'one.json'), 'one');
    await symlink(join(outside, 'mine.json'), join(watched, 'link.json'));
    const file = await openRegularFile(join(watched, 'one.json'), 'refuse', guards);
    expect(await file.readFile('utf8')).toBe('one');
    await file.close();
    await expect(openRegularFile(join(watched, 'link.json'), 'refuse', guards)).rejects.toMatchObject(
      planted,
    );
    const followed = await openRegularFile(join(watched, 'link.json'), 'follow', guards);
    expect(await followed.readFile('utf8')).toBe('untouched');
    await followed.close();
  });

  test('a pipe, a folder and a device are refused at once', async () => {
    const { watched } = await places();
    execFileSync('mkfifo', [join(watched, 'pipe.json')]);
    await mkdir(join(watched, 'folder.json'));
    for (const path of [join(watched, 'pipe.json'), join(watched, 'folder.json'), '/dev/zero'])
      await expect(openRegularFile(path, 'refuse', guards), path).rejects.toMatchObject(planted);
  });

  test('a folder that is a link, or lies behind one, is not entered, and the link is named', async () => {
    const { path, outside } = await places();
    await mkdir(join(outside, 'deep'));
    const link = join(path, 'link');
    await symlink(outside, link);
    for (const wanted of [link, join(link, 'deep')])
      await expect(enterFolder(wanted, guards), wanted).rejects.toMatchObject({ ...planted, path: link });
    expect(await withoutLinks(join(link, 'deep'), guards)).toBe(join(outside, 'deep'));
    await expect(enterFolder(join(outside, 'mine.json'), guards)).rejects.toMatchObject(planted);
  });

  test('links of the system are followed on the way to a folder', async () => {
    const { path, outside } = await places();
    await symlink(outside, join(path, 'link'));
    const folder = await entered(join(path, 'link'), { ...guards, isSystem: () => true });
    await folder.write('new.json', 'text');
    expect((await readdir(outside)).toSorted()).toEqual(['mine.json', 'new.json']);
  });

  test('a folder inside that is a link or a file is neither entered nor replaced', async () => {
    const { watched, outside } = await places();
    await symlink(outside, join(watched, 'rejected'));
    await symlink(join(outside, 'not there'), join(watched, 'dangling'));
    await writeFile(join(watched, 'file'), '');
    const folder = await entered(watched, guards);
    for (const name of ['rejected', 'dangling', 'file']) {
      await expect(folder.inside(name), name).rejects.toMatchObject({
        ...planted,
        path: join(watched, name),
      });
      await expect(folder.makeInside(name), name).rejects.toMatchObject(planted);
    }
    expect(await readdir(outside)).toEqual(['mine.json']);
  });

  test('a file is created under a name that is free, whatever has the name: a file, a link, a dangling link', async () => {
    const { watched, outside } = await places();
    await writeFile(join(watched, 'a.json'), 'of somebody');
    await symlink(join(outside, 'mine.json'), join(watched, 'a (1).json'));
    await symlink(join(outside, 'not there'), join(watched, 'a (2).json'));
    const folder = await entered(watched, guards);
    expect(await folder.write('a.json', 'new')).toBe('a (3).json');
    expect(await readFile(join(watched, 'a.json'), 'utf8')).toBe('of somebody');
    expect(await readFile(join(watched, 'a (3).json'), 'utf8')).toBe('new');
    expect(await readdir(outside)).toEqual(['mine.json']);
    expect(await readFile(join(outside, 'mine.json'), 'utf8')).toBe('untouched');
  });

  test('a name that leaves no room for a number is shortened', async () => {
    const { watched } = await places();
    const folder = await entered(watched, guards);
    const name = `${'\u4e2d'.repeat(83)}.json`;
    expect(Buffer.byteLength(name)).toBeLessThan(256);
    const [one, two] = [await folder.write(name, ''), await folder.write(name, '')];
    expect(await folder.write(`${two}.reason.txt`, '')).toMatch(/ \(1\)\.json\.reason\.txt$/);
    expect([one, two]).toEqual([
      expect.stringMatching(/\u4e2d\.json$/),
      expect.stringMatching(/ \(1\)\.json$/),
    ]);
  });

  test('nothing is written, made, read, moved or removed behind a link that took the folder\u2019s place', async () => {
    const { watched, outside } = await places();
    await writeFile(join(watched, 'mine.json'), 'event');
    const folder = await entered(watched, guards);
    const file = await folder.open('mine.json');
    const target = await folder.makeInside('rejected');
    const created = await target.create('mine.json');
    await mkdir(join(outside, 'rejected'));
    await writeFile(join(outside, 'rejected', 'mine.json'), 'untouched');
    await swap(watched, outside);
    // Where an open folder can be addressed the work goes on in it; elsewhere it is refused.
    const steps = [
      () => folder.write('new.json', 'text'),
      () => folder.makeInside('made').then((made) => made.close()),
      () => folder.open('mine.json').then((opened) => opened.close()),
      () => folder.move('mine.json', file, target, created.name),
      () => folder.remove('mine.json', file),
    ];
    for (const step of steps) {
      const outcome = await step().then(
        () => 'done',
        (thrown: unknown) => thrown,
      );
      if (guards.descriptors === null) expect(outcome).toMatchObject(planted);
    }
    await file.close();
    await created.file.close();
    await target.close();
    expect((await readdir(outside)).toSorted()).toEqual(['mine.json', 'rejected']);
    expect(await readFile(join(outside, 'mine.json'), 'utf8')).toBe('untouched');
    expect(await readFile(join(outside, 'rejected', 'mine.json'), 'utf8')).toBe('untouched');
  });

  test('a file that took the place of the one that was read is neither removed nor moved', async () => {
    const { watched } = await places();
    await writeFile(join(watched, 'one.json'), 'first');
    const folder = await entered(watched, guards);
    const target = await folder.makeInside('rejected');
    onTestFinished(() => target.close());
    const file = await folder.open('one.json');
    onTestFinished(() => file.close());
    await writeFile(join(watched, 'next'), 'second');
    await rename(join(watched, 'next'), join(watched, 'one.json'));
    await expect(folder.remove('one.json', file)).rejects.toMatchObject(planted);
    const created = await target.create('one.json');
    await created.file.close();
    await expect(folder.move('one.json', file, target, created.name)).rejects.toMatchObject(planted);
    expect(await readFile(join(watched, 'one.json'), 'utf8')).toBe('second');
  });
});

test('the flags of the system against links and waiting are used where it has them', () => {
  expect([systemGuards.noFollow, systemGuards.nonBlock]).toEqual([
    constants.O_NOFOLLOW ?? 0,
    constants.O_NONBLOCK ?? 0,
  ]);
});

/** Swaps `path` between what it is and a link to `target` until it is stopped; each stays for some looks at the disk. */
function startSwapping(path: string, target: string) {
  const kept = `${path}-kept`;
  let isOver = false;
  let looks = 0;
  async function swapOnAndOn(): Promise<void> {
    while (!isOver) {
      for (let look = 0; look < looks; look += 1) await lstat(path);
      looks = (looks + 1) % 12;
      await rename(path, kept);
      await symlink(target, path);
      await unlink(path);
      await rename(kept, path);
    }
  }
  const swapping = swapOnAndOn();
  return async () => {
    isOver = true;
    await swapping;
  };
}

test('a folder that is swapped for a link again and again never leads a file outside', async () => {
  const { watched, outside } = await places();
  await writeFile(join(outside, 'event.json'), 'untouched');
  const stop = startSwapping(watched, outside);
  let written = 0;
  for (let turn = 0; turn < 600; turn += 1) {
    const folder = await enterFolder(watched).catch(() => null);
    if (folder === null) continue;
    try {
      await folder.discard(await folder.write('event.json', 'text'));
      written += 1;
    } catch {
      // It was away for a moment.
    } finally {
      await folder.close();
    }
  }
  await stop();
  expect(written).toBeGreaterThan(0);
  expect((await readdir(outside)).toSorted()).toEqual(['event.json', 'mine.json']);
  expect(await readFile(join(outside, 'event.json'), 'utf8')).toBe('untouched');
});

test('a file that is swapped for a link or a pipe again and again is read itself or not at all', async () => {
  const { watched, outside } = await places();
  const path = join(watched, 'one.json');
  await writeFile(path, 'event');
  execFileSync('mkfifo', [join(outside, 'pipe')]);
  const stops = [startSwapping(path, join(outside, 'mine.json'))];
  const texts = new Set<string>();
  for (let turn = 0; turn < 600; turn += 1) {
    if (turn === 300) {
      await stops.pop()?.();
      stops.push(startSwapping(path, join(outside, 'pipe')));
    }
    const file = await openRegularFile(path, 'refuse').catch(() => null);
    if (file === null) continue;
    texts.add(await file.readFile('utf8'));
    await file.close();
  }
  await stops.pop()?.();
  expect([...texts]).toEqual(['event']);
  expect((await lstat(path)).isFile()).toBe(true);
  await rm(watched, { recursive: true });
});
