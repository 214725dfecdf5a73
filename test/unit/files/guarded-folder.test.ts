/** @file Folders in which attackers plant links, with the protections of each operating system. */
import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  enterFolder,
  type GuardedFolder,
  type LinkGuards,
  openRegularFile,
  systemGuards,
  withoutLinks,
} from '../../../src/main/files/guarded-folder.ts';
import { windowsGuards } from '../../fakes/platform/windows-guards.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

const withoutPaths = { descriptorFolder: null, isSystemAccount: () => false };
/** Protections of macOS: only flags of `open`. */
const macGuards: LinkGuards = { ...systemGuards, ...withoutPaths };

/** Expects an operation to be refused, with the path of the entry that is not what it should be. */
const expectUnexpectedEntry = (operation: Promise<unknown>, path: unknown = expect.any(String)) =>
  expect(operation).rejects.toMatchObject({ name: 'UnexpectedEntryError', path });

async function createFolders() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const [watched, outside] = [join(path, 'watched'), join(path, 'outside')];
  await mkdir(watched);
  await mkdir(outside);
  await writeFile(join(outside, 'mine.json'), 'untouched');
  /** Expects that nothing was written behind a link. */
  const expectUntouched = async (...names: readonly string[]) => {
    expect((await readdir(outside)).toSorted()).toEqual(['mine.json', ...names]);
    expect(await readFile(join(outside, 'mine.json'), 'utf8')).toBe('untouched');
  };
  return { path, watched, outside, expectUntouched };
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
    await expectUnexpectedEntry(openRegularFile(join(watched, 'link.json'), 'refuse', guards));
    const followed = await openRegularFile(join(watched, 'link.json'), 'follow', guards);
    expect(await followed.readFile('utf8')).toBe('untouched');
    await followed.close();
  });

  test('a pipe, a folder and a device are refused at once', async () => {
    const { watched } = await createFolders();
    execFileSync('mkfifo', [join(watched, 'pipe.json')]);
    await mkdir(join(watched, 'folder.json'));
    for (const path of [join(watched, 'pipe.json'), join(watched, 'folder.json'), '/dev/zero'])
      await expectUnexpectedEntry(openRegularFile(path, 'refuse', guards));
  });

  test('a folder that is a link, or lies behind a link, is not entered, and the error names the link', async () => {
    const { path, outside } = await createFolders();
    const [link, deep] = [join(path, 'link'), join(path, 'link', 'deep')];
    await symlink(outside, link);
    await mkdir(deep);
    for (const folderPath of [link, deep]) await expectUnexpectedEntry(enterFolder(folderPath, guards), link);
    expect(await withoutLinks(deep, guards)).toBe(join(outside, 'deep'));
    // A path that the system cannot resolve stays as it is, and its link is refused.
    const unresolved = join(path, 'dangling', 'deep');
    await symlink(join(path, 'missing'), join(path, 'dangling'));
    expect(await withoutLinks(unresolved, guards)).toBe(unresolved);
    await expectUnexpectedEntry(enterFolder(unresolved, guards), join(path, 'dangling'));
    await expectUnexpectedEntry(enterFolder(join(outside, 'mine.json'), guards));
  });

  test('links of the system are followed in the path of a folder', async () => {
    const { path, outside, expectUntouched } = await createFolders();
    await symlink(outside, join(path, 'link'));
    const folder = await enter(join(path, 'link'), { ...guards, isSystemAccount: () => true });
    await folder.write('new.json', 'text');
    await expectUntouched('new.json');
  });

  test('a link or file that has the name of a subfolder is neither entered nor replaced', async () => {
    const { watched, outside, expectUntouched } = await createFolders();
    await symlink(outside, join(watched, 'rejected'));
    await symlink(join(outside, 'missing'), join(watched, 'dangling'));
    await writeFile(join(watched, 'file'), '');
    const folder = await enter(watched, guards);
    for (const name of ['rejected', 'dangling', 'file']) {
      await expectUnexpectedEntry(folder.subfolder(name), join(watched, name));
      await expectUnexpectedEntry(folder.createSubfolder(name));
    }
    await expectUntouched();
  });

  test('a file is created under a free name when a file, a link or a dangling link has its name', async () => {
    const { watched, outside, expectUntouched } = await createFolders();
    await writeFile(join(watched, 'a.json'), 'of another program');
    await symlink(join(outside, 'mine.json'), join(watched, 'a (1).json'));
    await symlink(join(outside, 'missing'), join(watched, 'a (2).json'));
    const folder = await enter(watched, guards);
    expect(await folder.write('a.json', 'new')).toBe('a (3).json');
    expect(await readFile(join(watched, 'a.json'), 'utf8')).toBe('of another program');
    expect(await readFile(join(watched, 'a (3).json'), 'utf8')).toBe('new');
    await expectUntouched();
  });

  test('a name that is too long for the number of a duplicate is shortened', async () => {
    const { watched } = await createFolders();
    const folder = await enter(watched, guards);
    const name = `${'\u4e2d'.repeat(83)}.json`;
    expect(Buffer.byteLength(name)).toBeLessThan(256);
    expect(await folder.write(name, '')).toMatch(/\u4e2d\.json$/);
    const secondName = await folder.write(name, '');
    expect(secondName).toMatch(/ \(1\)\.json$/);
    expect(await folder.write(`${secondName}.reason.txt`, '')).toMatch(/ \(1\)\.json\.reason\.txt$/);
  });

  test('no operation reaches behind a link that replaced the folder', async () => {
    const { watched, outside, expectUntouched } = await createFolders();
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
      if (guards.descriptorFolder === null) expect(outcome).toMatchObject({ name: 'UnexpectedEntryError' });
    }
    await file.close();
    await created.file.close();
    await target.close();
    await expectUntouched('rejected');
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
    await expectUnexpectedEntry(folder.remove('one.json', file));
    const created = await target.create('one.json');
    await created.file.close();
    await expectUnexpectedEntry(folder.move('one.json', file, target, created.name));
    expect(await readFile(join(watched, 'one.json'), 'utf8')).toBe('second');
  });
});

test('the flags of the system against links and blocking are used where they exist', () => {
  const flagOf = (name: string): unknown => Reflect.get(constants, name) ?? 0;
  const flags = ['O_NOFOLLOW', 'O_NONBLOCK'].map(flagOf);
  expect([systemGuards.noFollow, systemGuards.nonBlock]).toEqual(flags);
});
