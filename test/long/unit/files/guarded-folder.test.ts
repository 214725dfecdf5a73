/** @file A folder that an attacker replaces by a link again and again while it is used. */
import { lstat, mkdir, readdir, readFile, rename, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { enterFolder } from '../../../../src/main/files/guarded-folder.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';

async function createFolders() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const [watched, outside] = [join(path, 'watched'), join(path, 'outside')];
  for (const folder of [watched, outside]) await mkdir(folder);
  await writeFile(join(outside, 'mine.json'), 'untouched');
  return { watched, outside };
}

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
