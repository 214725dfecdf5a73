/** @file What remains on the drive of a pack that is stopped, refused or cut off while it is written. */
import { readdir, rmdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/main/clock.ts';
import { createPackDrive, type PackDrive } from '../../../src/main/features/evidence/pack-drive.ts';
import { UnfinishedPack } from '../../../src/main/features/evidence/unfinished-pack.ts';
import { createDriveProcesses, type DriveProcesses } from '../../../src/main/files/drive-processes.ts';
import { describeError } from '../../../src/shared/messages/error-messages.ts';
import { entries } from '../../fakes/entries.ts';
import { codeOf, errorOf } from '../../fakes/error-of.ts';
import { createFakePlatform } from '../../fakes/platform.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

/** Starts the processes of drives, and creates a folder; both are removed when the test ends. */
async function startDrive(): Promise<{ drive: PackDrive; drives: DriveProcesses; folder: string }> {
  const { path: folder, remove } = await temporaryFolder();
  const { processes } = createFakePlatform();
  const drives = createDriveProcesses({ processes, clock: systemClock, os: 'linux', entry: entries.files });
  onTestFinished(async () => {
    drives.close();
    await remove();
  });
  return { drive: createPackDrive(drives), drives, folder };
}

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
  const { drive, folder } = await startDrive();
  const controller = new AbortController();
  const writing = drive.write(join(folder, 'Pack'), controller.signal, async (pack) => {
    await pack.add('first.csv', contentWith(ignoreBytes), ignoreBytes);
    await pack.add(
      'statements/second.csv',
      contentWith(() => controller.abort()),
      ignoreBytes,
    );
  });
  expect(await codeOf(writing)).toBe('cancelled');
  expect(await readdir(folder)).toEqual([]);
});

test('a pack whose content fails leaves nothing, and keeps the error', async () => {
  const { drive, folder } = await startDrive();
  const writing = drive.write(join(folder, 'Pack'), new AbortController().signal, async (pack) => {
    const content = contentWith(() => {
      throw new Error('The library is damaged');
    });
    await pack.add('first.csv', content, ignoreBytes);
  });
  await expect(writing).rejects.toThrow('The file could not be written');
  expect(await readdir(folder)).toEqual([]);
});

test('a process that ends leaves no folder with the name of the pack, and the error names what remains', async () => {
  const { drive, drives, folder } = await startDrive();
  const writing = drive.write(join(folder, 'Pack'), new AbortController().signal, async (pack) => {
    await pack.add(
      'first.csv',
      contentWith(() => drives.close()),
      ignoreBytes,
    );
  });
  await expect(writing).rejects.toMatchObject({
    code: 'file-not-written',
    details: { remainingFolder: join(folder, 'Pack.part') },
  });
  expect(await readdir(folder, { recursive: true })).toEqual(['Pack.part', join('Pack.part', 'first.csv')]);
});

test('discarding a pack reports progress for every file and folder, and removes foreign files, too', async () => {
  const { path: folder, remove } = await temporaryFolder();
  onTestFinished(remove);
  const pack = await UnfinishedPack.begin(join(folder, 'Pack'), systemClock);
  for (const path of ['first.csv', 'statements/1001/second.csv', 'statements/third.csv']) {
    await pack.beginFile(path);
    await pack.append(megabyte);
    await pack.endFile();
  }
  await pack.beginFile('open.csv');
  await writeFile(join(folder, 'Pack.part', 'statements', 'foreign.txt'), '');
  await symlink(folder, join(folder, 'Pack.part', 'link'));
  let removed = 0;
  await pack.discard(() => {
    removed += 1;
  });
  expect(removed).toBe(8);
  expect(await readdir(folder)).toEqual([]);
});

test('a pack that cannot be removed is named in the error', async () => {
  const { drive, folder } = await startDrive();
  const path = join(folder, 'Pack');
  const writing = drive.write(path, new AbortController().signal, async () => {
    await rmdir(`${path}.part`);
    // A file in place of the folder cannot be listed.
    await writeFile(`${path}.part`, 'mine');
    throw new Error('The library is damaged');
  });
  const error = await errorOf(writing);
  expect(error).toMatchObject({ code: 'file-not-written', details: { remainingFolder: `${path}.part` } });
  expect(describeError(error).detail).toContain(`${path}.part`);
});

test('a folder that is filled meanwhile is not replaced', async () => {
  const { drive, folder } = await startDrive();
  const path = join(folder, 'Pack');
  const writing = drive.write(path, new AbortController().signal, async (pack) => {
    await pack.add('first.csv', contentWith(ignoreBytes), ignoreBytes);
    await writeFile(path, 'mine');
  });
  expect(await codeOf(writing)).toBe('pack-folder-taken');
  expect(await readdir(folder)).toEqual(['Pack']);
});

test.each(['../first.csv', '/first.csv', 'a/../../first.csv', 'con'])(
  'no file is written at the path %s',
  async (path) => {
    const { drive, folder } = await startDrive();
    const writing = drive.write(join(folder, 'Pack'), new AbortController().signal, async (pack) => {
      await pack.add(path, contentWith(ignoreBytes), ignoreBytes);
    });
    expect(await codeOf(writing)).toBe('file-not-written');
    expect(await readdir(folder)).toEqual([]);
  },
);
