/** @file Folders in which attackers plant links, with the protections of each operating system. */
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

/** Protections of Windows: neither flags of `open` nor paths through folder descriptors. */
const windowsGuards: LinkGuards = {
  noFollow: 0,
  nonBlock: 0,
  descriptorFolder: null,
  isSystemAccount: () => false,
};
/** Protections of macOS: only flags of `open`. */
const macGuards: LinkGuards = { ...systemGuards, descriptorFolder: null, isSystemAccount: () => false };

const unexpectedEntryError = { name: 'UnexpectedEntryError' };

async function createFolders() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const [watched, outside] = [join(path, 'watched'), join(path, 'outside')];
  await mkdir(watched);
  await mkdir(outside);
  await writeFile(join(outside, 'mine.json'), 'untouched');
  return { path, watched, outside };
}

async function enter(path: string, guards: LinkGuards): Promise<GuardedFolder> {
  const folder = await enterFolder(path, guards);
  onTestFinished(() => folder.close());
  return folder;
}

/** Replaces the folder `path` by a link to `target`. */
async function replaceByLink(path: string, target: string): Promise<void> {
  await rename(path, `${path}-before`);
  await symlink(target, path);
}

describe.each([
  ['this system', systemGuards],
  ['macOS', macGuards],
  ['Windows', windowsGuards],
])('with the guards of %s', (_, guards) => {
  test('a regular file is opened, and a link to a file is not', async () => {
    const { watched, outside } = await createFolders();
    await writeFile(join(watched, 'one.json'), 'one');
    await symlink(join(outside, 'mine.json'), join(watched, 'link.json'));
    const file = await openRegularFile(join(watched, 'one.json'), 'refuse', guards);
    expect(await file.readFile('utf8')).toBe('one');
    await file.close();
    await expect(openRegularFile(join(watched, 'link.json'), 'refuse', guards)).rejects.toMatchObject(
      unexpectedEntryError,
    );
    const followed = await openRegularFile(join(watched, 'link.json'), 'follow', guards);
    expect(await followed.readFile('utf8')).toBe('untouched');
    await followed.close();
  });

  test('a pipe, a folder and a device are refused at once', async () => {
    const { watched } = await createFolders();
    execFileSync('mkfifo', [join(watched, 'pipe.json')]);
    await mkdir(join(watched, 'folder.json'));
    for (const path of [join(watched, 'pipe.json'), join(watched, 'folder.json'), '/dev/zero'])
      await expect(openRegularFile(path, 'refuse', guards), path).rejects.toMatchObject(unexpectedEntryError);
  });

  test('a folder that is a link, or lies behind a link, is not entered, and the error names the link', async () => {
    const { path, outside } = await createFolders();
    await mkdir(join(outside, 'deep'));
    const link = join(path, 'link');
    await symlink(outside, link);
    for (const folderPath of [link, join(link, 'deep')])
      await expect(enterFolder(folderPath, guards), folderPath).rejects.toMatchObject({
        ...unexpectedEntryError,
        path: link,
      });
    expect(await withoutLinks(join(link, 'deep'), guards)).toBe(join(outside, 'deep'));
    await expect(enterFolder(join(outside, 'mine.json'), guards)).rejects.toMatchObject(unexpectedEntryError);
  });

  test('links of the system are followed in the path of a folder', async () => {
    const { path, outside } = await createFolders();
    await symlink(outside, join(path, 'link'));
    const folder = await enter(join(path, 'link'), { ...guards, isSystemAccount: () => true });
    await folder.write('new.json', 'text');
    expect((await readdir(outside)).toSorted()).toEqual(['mine.json', 'new.json']);
  });

  test('a link or file that has the name of a subfolder is neither entered nor replaced', async () => {
    const { watched, outside } = await createFolders();
    await symlink(outside, join(watched, 'rejected'));
    await symlink(join(outside, 'missing'), join(watched, 'dangling'));
    await writeFile(join(watched, 'file'), '');
    const folder = await enter(watched, guards);
    for (const name of ['rejected', 'dangling', 'file']) {
      await expect(folder.subfolder(name), name).rejects.toMatchObject({
        ...unexpectedEntryError,
        path: join(watched, name),
      });
      await expect(folder.createSubfolder(name), name).rejects.toMatchObject(unexpectedEntryError);
    }
    expect(await readdir(outside)).toEqual(['mine.json']);
  });

  test('a file is created under a free name when a file, a link or a dangling link has its name', async () => {
    const { watched, outside } = await createFolders();
    await writeFile(join(watched, 'a.json'), 'of another program');
    await symlink(join(outside, 'mine.json'), join(watched, 'a (1).json'));
    await symlink(join(outside, 'missing'), join(watched, 'a (2).json'));
    const folder = await enter(watched, guards);
    expect(await folder.write('a.json', 'new')).toBe('a (3).json');
    expect(await readFile(join(watched, 'a.json'), 'utf8')).toBe('of another program');
    expect(await readFile(join(watched, 'a (3).json'), 'utf8')).toBe('new');
    expect(await readdir(outside)).toEqual(['mine.json']);
    expect(await readFile(join(outside, 'mine.json'), 'utf8')).toBe('untouched');
  });

  test('a name that is too long for the number of a duplicate is shortened', async () => {
    const { watched } = await createFolders();
    const folder = await enter(watched, guards);
    const name = `${'\u4e2d'.repeat(83)}.json`;
    expect(Buffer.byteLength(name)).toBeLessThan(256);
    const [firstName, secondName] = [await folder.write(name, ''), await folder.write(name, '')];
    expect(await folder.write(`${secondName}.reason.txt`, '')).toMatch(/ \(1\)\.json\.reason\.txt$/);
    expect([firstName, secondName]).toEqual([
      expect.stringMatching(/\u4e2d\.json$/),
      expect.stringMatching(/ \(1\)\.json$/),
    ]);
  });

  test('no operation reaches behind a link that replaced the folder', async () => {
    const { watched, outside } = await createFolders();
    await writeFile(join(watched, 'mine.json'), 'event');
    const folder = await enter(watched, guards);
    const file = await folder.open('mine.json');
    const target = await folder.createSubfolder('rejected');
    const created = await target.create('mine.json');
    await mkdir(join(outside, 'rejected'));
    await writeFile(join(outside, 'rejected', 'mine.json'), 'untouched');
    await replaceByLink(watched, outside);
    // With paths through descriptors the operations continue in the original folder; otherwise they are refused.
    const operations = [
      () => folder.write('new.json', 'text'),
      () => folder.createSubfolder('made').then((made) => made.close()),
      () => folder.open('mine.json').then((opened) => opened.close()),
      () => folder.move('mine.json', file, target, created.name),
      () => folder.remove('mine.json', file),
    ];
    for (const runOperation of operations) {
      const outcome = await runOperation().then(
        () => 'done',
        (thrown: unknown) => thrown,
      );
      if (guards.descriptorFolder === null) expect(outcome).toMatchObject(unexpectedEntryError);
    }
    await file.close();
    await created.file.close();
    await target.close();
    expect((await readdir(outside)).toSorted()).toEqual(['mine.json', 'rejected']);
    expect(await readFile(join(outside, 'mine.json'), 'utf8')).toBe('untouched');
    expect(await readFile(join(outside, 'rejected', 'mine.json'), 'utf8')).toBe('untouched');
  });

  test('a file that replaced an opened file is neither removed nor moved', async () => {
    const { watched } = await createFolders();
    await writeFile(join(watched, 'one.json'), 'first');
    const folder = await enter(watched, guards);
    const target = await folder.createSubfolder('rejected');
    onTestFinished(() => target.close());
    const file = await folder.open('one.json');
    onTestFinished(() => file.close());
    await writeFile(join(watched, 'next'), 'second');
    await rename(join(watched, 'next'), join(watched, 'one.json'));
    await expect(folder.remove('one.json', file)).rejects.toMatchObject(unexpectedEntryError);
    const created = await target.create('one.json');
    await created.file.close();
    await expect(folder.move('one.json', file, target, created.name)).rejects.toMatchObject(
      unexpectedEntryError,
    );
    expect(await readFile(join(watched, 'one.json'), 'utf8')).toBe('second');
  });
});

test('the flags of the system against links and blocking are used where they exist', () => {
  expect([systemGuards.noFollow, systemGuards.nonBlock]).toEqual([
    constants.O_NOFOLLOW ?? 0,
    constants.O_NONBLOCK ?? 0,
  ]);
});

/**
 * Repeatedly replaces `path` by a link to `target` and restores it until the returned function is called. The
 * original stays in place for 0 to 11 calls of `lstat`, so that the swaps meet every step of an operation.
 */
function startSwapping(path: string, target: string) {
  const backup = `${path}-kept`;
  let isStopped = false;
  let delayCalls = 0;
  async function swapRepeatedly(): Promise<void> {
    while (!isStopped) {
      for (let delay = 0; delay < delayCalls; delay += 1) await lstat(path);
      delayCalls = (delayCalls + 1) % 12;
      await rename(path, backup);
      await symlink(target, path);
      await unlink(path);
      await rename(backup, path);
    }
  }
  const swapping = swapRepeatedly();
  return async () => {
    isStopped = true;
    await swapping;
  };
}

test('no file is written outside the folder while the folder is swapped for a link repeatedly', async () => {
  const { watched, outside } = await createFolders();
  await writeFile(join(outside, 'event.json'), 'untouched');
  const stop = startSwapping(watched, outside);
  let written = 0;
  for (let round = 0; round < 600; round += 1) {
    const folder = await enterFolder(watched).catch(() => null);
    if (folder === null) continue;
    try {
      await folder.removeByName(await folder.write('event.json', 'text'));
      written += 1;
    } catch {
      // The folder was a link at that moment.
    } finally {
      await folder.close();
    }
  }
  await stop();
  expect(written).toBeGreaterThan(0);
  expect((await readdir(outside)).toSorted()).toEqual(['event.json', 'mine.json']);
  expect(await readFile(join(outside, 'event.json'), 'utf8')).toBe('untouched');
});

test('a file that is swapped for a link or a pipe repeatedly is read with its own content or not at all', async () => {
  const { watched, outside } = await createFolders();
  const path = join(watched, 'one.json');
  await writeFile(path, 'event');
  execFileSync('mkfifo', [join(outside, 'pipe')]);
  const stops = [startSwapping(path, join(outside, 'mine.json'))];
  const texts = new Set<string>();
  for (let round = 0; round < 600; round += 1) {
    if (round === 300) {
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
