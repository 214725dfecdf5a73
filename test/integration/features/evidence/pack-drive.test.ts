/** @file What remains on the drive of a pack that is stopped, refused or cut off while it is written. */
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../../../src/main/concurrency/clock.ts';
import { createPackDrive, type PackDrive } from '../../../../src/main/features/evidence/pack-drive.ts';
import { findPlace, UnfinishedPack } from '../../../../src/main/features/evidence/unfinished-pack.ts';
import { createDriveProcesses, type DriveProcesses } from '../../../../src/main/files/drive-processes.ts';
import { systemGuards } from '../../../../src/main/files/guarded-folder.ts';
import { describeError } from '../../../../src/shared/messages/error-messages.ts';
import { entries } from '../../../fakes/entries.ts';
import { codeOf, errorOf } from '../../../fakes/error-of.ts';
import { createFakePlatform } from '../../../fakes/platform/platform.ts';
import { windowsGuards } from '../../../fakes/platform/windows-guards.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';

/** Starts the processes of drives. */
function startDrives(): DriveProcesses {
  const { processes } = createFakePlatform();
  return createDriveProcesses({ processes, clock: systemClock, os: 'linux', entry: entries.files });
}

let drives: DriveProcesses;
let folder = '';

beforeAll(() => {
  drives = startDrives();
  return () => drives.close();
});

beforeEach(async () => {
  const temporary = await temporaryFolder();
  onTestFinished(temporary.remove);
  folder = temporary.path;
});

/** Writes a pack with the name of the folder. */
const writePack = (
  add: Parameters<PackDrive['write']>[2],
  { signal = new AbortController().signal, path = join(folder, 'Pack'), on = drives } = {},
) => createPackDrive(on).write(path, signal, add);

const megabyte = Buffer.alloc(1024 * 1024, 'x');

/** Yields pieces, and runs `onPiece` before the third. */
async function* contentWith(onPiece: () => void): AsyncGenerator<Uint8Array> {
  yield megabyte;
  yield megabyte;
  onPiece();
  yield megabyte;
}

const ignoreBytes = () => undefined;

test('a pack that is stopped in the middle of a file leaves nothing', async () => {
  const controller = new AbortController();
  const writing = writePack(async (pack) => {
    await pack.add('first.csv', contentWith(ignoreBytes), ignoreBytes);
    const content = contentWith(() => controller.abort());
    await pack.add('statements/second.csv', content, ignoreBytes);
  }, controller);
  expect(await codeOf(writing)).toBe('cancelled');
  expect(await readdir(folder)).toEqual([]);
});

test('a process that ends leaves no folder with the name of the pack, and the error names what remains', async () => {
  const on = startDrives();
  const writing = writePack(
    async (pack) => {
      const content = contentWith(() => on.close());
      await pack.add('first.csv', content, ignoreBytes);
    },
    { on },
  );
  const error = await errorOf(writing);
  const [remaining = '', ...files] = await readdir(folder, { recursive: true });
  expect(error).toMatchObject({
    code: 'file-not-written',
    details: { remainingFolder: join(folder, remaining) },
  });
  expect(files).toEqual([join(remaining, 'first.csv')]);
});

describe.each([
  ['this system', systemGuards],
  ['Windows', windowsGuards],
])('with the guards of %s, a pack', (_, guards) => {
  /** Begins a pack with three files and an open one, beside a folder of the clerk with files of the same names. */
  async function beginPack() {
    const pack = await UnfinishedPack.begin(join(folder, 'Pack'), systemClock, guards);
    for (const path of ['first.csv', 'statements/1001/second.csv', 'statements/third.csv']) {
      await pack.beginFile(path);
      await pack.append(megabyte);
      await pack.endFile();
    }
    await pack.beginFile('open.csv');
    const mine = join(folder, 'mine');
    await mkdir(join(mine, 'statements', '1001'), { recursive: true });
    for (const name of ['first.csv', 'other.csv']) await writeFile(join(mine, name), 'mine');
    await writeFile(join(mine, 'statements', '1001', 'second.csv'), 'mine');
    return { pack, mine, mineBefore: await readdir(mine, { recursive: true }) };
  }

  test('that is discarded reports progress for every file and folder that it created', async () => {
    const { pack } = await beginPack();
    await rm(join(pack.temporary, 'first.csv'));
    let removed = 0;
    await pack.discard(() => {
      removed += 1;
    });
    expect(removed).toBe(7);
    expect(await readdir(folder)).toEqual(['mine']);
  });

  test('that is discarded removes its own files only, and says so when others remain', async () => {
    const { pack, mine, mineBefore } = await beginPack();
    await writeFile(join(pack.temporary, 'statements', 'foreign.txt'), '');
    await symlink(mine, join(pack.temporary, 'link'));
    await rename(join(mine, 'other.csv'), join(pack.temporary, 'first.csv'));
    await expect(pack.discard(ignoreBytes)).rejects.toThrow();
    expect((await readdir(pack.temporary)).toSorted()).toEqual(['first.csv', 'link', 'statements']);
    expect(await readdir(join(pack.temporary, 'statements'))).toEqual(['foreign.txt']);
    expect(await readdir(mine, { recursive: true })).toEqual(
      mineBefore.filter((name) => name !== 'other.csv'),
    );
  });

  test.each(['', 'statements'])('never follows a link in place of its folder “%s”', async (name) => {
    const { pack, mine, mineBefore } = await beginPack();
    await rename(join(pack.temporary, name), join(folder, 'moved'));
    await symlink(join(mine, name), join(pack.temporary, name));
    await expect(pack.finish()).rejects.toThrow();
    await expect(pack.discard(ignoreBytes)).rejects.toThrow();
    expect(await readdir(mine, { recursive: true })).toEqual(mineBefore);
    expect((await readdir(folder)).toSorted()).toEqual(
      ['moved', 'mine', basename(pack.temporary)].toSorted(),
    );
  });

  test('creates every file and folder itself', async () => {
    const pack = await UnfinishedPack.begin(join(folder, 'Pack'), systemClock, guards);
    await mkdir(join(pack.temporary, 'statements'));
    await symlink(join(folder, 'missing.csv'), join(pack.temporary, 'link.csv'));
    await writeFile(join(pack.temporary, 'file.csv'), 'mine');
    for (const path of ['link.csv', 'file.csv', 'statements/third.csv'])
      await expect(pack.beginFile(path)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(join(pack.temporary, 'file.csv'), 'utf8')).toBe('mine');
    await expect(pack.beginFile('../file.csv')).rejects.toThrow('not allowed');
  });

  test.each(['file', 'folder'])(
    'takes neither at its start nor at its end the place of a %s',
    async (kind) => {
      const { pack } = await beginPack();
      if (kind === 'folder') await mkdir(join(folder, 'Pack'));
      await writeFile(join(folder, kind === 'folder' ? 'Pack/mine.txt' : 'Pack'), 'mine');
      const isTaken = { code: 'ENOTEMPTY' };
      await expect(pack.finish()).rejects.toMatchObject(isTaken);
      await pack.discard(ignoreBytes);
      const begin = (path: string) => UnfinishedPack.begin(path, systemClock, guards);
      await expect(begin(join(folder, 'Pack'))).rejects.toMatchObject(isTaken);
      await expect(begin('/proc/Pack')).rejects.toThrow();
      await expect(findPlace('/dev/null/Pack')).rejects.toMatchObject({ code: 'ENOTDIR' });
      expect((await readdir(folder)).toSorted()).toEqual(['Pack', 'mine']);
    },
  );

  test('is flushed before it has its name: each file, each folder and its own names', async () => {
    const handle = await open(folder);
    const [sync, datasync] = (['sync', 'datasync'] as const).map((name) =>
      vi.spyOn(Object.getPrototypeOf(handle), name),
    );
    onTestFinished(() => void vi.restoreAllMocks());
    await handle.close();
    const { pack } = await beginPack();
    expect(sync).toHaveBeenCalledTimes(3);
    const content = Buffer.concat(Array.from({ length: 17 }, () => megabyte));
    for (let count = 0; count < 17; count += 1) await pack.append(megabyte);
    expect(datasync).toHaveBeenCalledTimes(2);
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(await pack.endFile()).toEqual({ size: content.length, sha256 });
    await expect(pack.append(megabyte)).rejects.toThrow('No file of the pack is open');
    for (const path of ['statements/1002/a.csv', 'statements1/001/a.csv']) {
      await pack.beginFile(path);
      await pack.endFile();
    }
    const flushes = sync?.mock.calls.length ?? 0;
    await mkdir(join(folder, 'Pack'));
    await pack.finish();
    // Windows flushes no folders.
    expect(sync).toHaveBeenCalledTimes(flushes + (guards.noFollow === 0 ? 0 : 7));
    expect((await readdir(join(folder, 'Pack'))).toSorted()).toEqual([
      'first.csv',
      'open.csv',
      'statements',
      'statements1',
    ]);
  });

  test('has a random temporary name', async () => {
    const names = await Promise.all(
      [beginPack(), beginPack()].map(async (begun) => (await begun).pack.temporary),
    );
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(basename(name)).toMatch(/^Pack\.[0-9a-f]{16}\.part$/);
  });
});

test('a pack that cannot be removed is named in the error', async () => {
  let temporary = '';
  const writing = writePack(async () => {
    temporary = join(folder, (await readdir(folder)).join());
    await rmdir(temporary);
    await writeFile(temporary, 'mine');
    throw new Error('The library is damaged');
  });
  const error = await errorOf(writing);
  expect(error).toMatchObject({ code: 'file-not-written', details: { remainingFolder: temporary } });
  expect(describeError(error).detail).toContain(temporary);
  expect(await readFile(temporary, 'utf8')).toBe('mine');
});

test('a folder that is filled meanwhile is not replaced', async () => {
  const writing = writePack(async (pack) => {
    await pack.add('first.csv', contentWith(ignoreBytes), ignoreBytes);
    await writeFile(join(folder, 'Pack'), 'mine');
  });
  expect(await codeOf(writing)).toBe('pack-folder-taken');
  expect(await readdir(folder)).toEqual(['Pack']);
});

test('no file is written at a path outside of the pack', async () => {
  for (const path of ['../first.csv', '/first.csv', 'a/../../first.csv', 'con']) {
    const writing = writePack(async (pack) => {
      await pack.add(path, contentWith(ignoreBytes), ignoreBytes);
    });
    expect(await codeOf(writing), path).toBe('file-not-written');
    expect(await readdir(folder)).toEqual([]);
  }
});
