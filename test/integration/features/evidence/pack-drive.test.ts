/** @file What remains on the drive of a pack that is stopped, refused or cut off while it is written. */
import { readdir, rmdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../../src/main/concurrency/clock.ts';
import { createPackDrive, type PackDrive } from '../../../../src/main/features/evidence/pack-drive.ts';
import { UnfinishedPack } from '../../../../src/main/features/evidence/unfinished-pack.ts';
import { createDriveProcesses, type DriveProcesses } from '../../../../src/main/files/drive-processes.ts';
import { describeError } from '../../../../src/shared/messages/error-messages.ts';
import { entries } from '../../../fakes/entries.ts';
import { codeOf, errorOf } from '../../../fakes/error-of.ts';
import { createFakePlatform } from '../../../fakes/platform/platform.ts';
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
  await expect(writing).rejects.toMatchObject({
    code: 'file-not-written',
    details: { remainingFolder: join(folder, 'Pack.part') },
  });
  expect(await readdir(folder, { recursive: true })).toEqual(['Pack.part', join('Pack.part', 'first.csv')]);
});

test('discarding a pack reports progress for every file and folder, and removes foreign files, too', async () => {
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
  const path = join(folder, 'Pack');
  const writing = writePack(async () => {
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
