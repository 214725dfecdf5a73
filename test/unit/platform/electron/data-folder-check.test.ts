import { chmod, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  findFolderProblem,
  isLockHeld,
  removeIfNew,
  restrictToOwner,
} from '../../../../src/main/platform/electron/data-folder-check.ts';
import { temporaryFolder } from '../../../fakes/test-app.ts';

const cloudEnvironment = {
  OneDrive: 'D:\\Cloud',
  OneDriveConsumer: 'D:\\Own',
  OneDriveCommercial: 'D:\\Company',
};

describe('a data folder', () => {
  test.each([
    ['win32', '\\\\server\\home\\mh\\Paydesk', 'start.onServer'],
    ['win32', '\\\\?\\UNC\\server\\share', 'start.onServer'],
    ['win32', '//server/share/Paydesk', 'start.onServer'],
    ['win32', 'D:\\Cloud\\Paydesk', 'start.inCloud'],
    ['win32', 'D:\\Own\\Paydesk', 'start.inCloud'],
    ['win32', 'D:\\Company\\Paydesk', 'start.inCloud'],
    ['win32', 'C:\\Users\\mh\\OneDrive\\Paydesk', 'start.inCloud'],
    ['win32', 'C:\\Users\\mh\\Dropbox (Nordlicht)\\Paydesk', 'start.inCloud'],
    ['darwin', '/Users/mh/GoogleDrive-mh@nordlicht.example/Paydesk', 'start.inCloud'],
    ['win32', 'C:\\Users\\mh\\Dropbox\\Paydesk', 'start.inCloud'],
    ['darwin', '/Users/mh/Library/Mobile Documents/Paydesk', 'start.inCloud'],
    ['darwin', '/Users/mh/Library/CloudStorage/OneDrive-Nordlicht/Paydesk', 'start.inCloud'],
    ['win32', 'C:\\Users\\mh\\AppData\\Local\\Paydesk', null],
    ['win32', 'D:\\Clouds\\Paydesk', null],
    ['win32', '\\Paydesk', null],
    ['linux', '/home/mh/inbox/paydesk', null],
    ['linux', '/home/mh/boxes/paydesk', null],
    ['linux', '/home/mh/onedriver/paydesk', null],
    ['darwin', '/Users/mh/Library/Application Support/Paydesk', null],
    ['linux', '/home/mh/.local/share/paydesk', null],
  ] as const)('on %s at %s has the problem %s', (os, folder, problem) => {
    expect(findFolderProblem(folder, { os, environment: cloudEnvironment })).toBe(problem);
  });

  test('is refused when it is on a mounted network share', () => {
    const mounts = {
      os: 'linux',
      realPath: (path: string) => path,
      mounts: () => '40 27 0:40 / /mnt/team rw - nfs4 server:/export rw',
    } as const;
    const systemEnvironment = { os: 'linux', environment: {} } as const;
    expect(findFolderProblem('/mnt/team/paydesk', systemEnvironment, mounts)).toBe('start.onServer');
    expect(findFolderProblem('/mnt/other/paydesk', systemEnvironment, mounts)).toBeNull();
  });

  test('is accepted when the environment variable of the cloud folder is empty', () => {
    const mounts = { os: 'win32', realPath: (path: string) => path, mounts: () => '' } as const;
    const systemEnvironment = { os: 'win32', environment: { OneDrive: '' } } as const;
    expect(findFolderProblem(join(process.cwd(), 'data'), systemEnvironment, mounts)).toBeNull();
  });

  test.skipIf(process.platform === 'win32').each([
    ['of its owner is restricted to its owner', process.platform, process.getuid?.() ?? null, null, 0o700],
    ['of a system without user IDs, too', process.platform, null, null, 0o700],
    ['on Windows keeps its permissions', 'win32', 4_711, null, 0o755],
    ['of another user is refused', process.platform, 4_711, 'start.ofAnotherUser', 0o755],
  ] as const)('%s', async (_what, os, userId, problem, mode) => {
    const temporary = await temporaryFolder();
    onTestFinished(() => temporary.remove());
    await chmod(temporary.path, 0o755);
    expect(await restrictToOwner(temporary.path, os, userId)).toBe(problem);
    expect((await stat(temporary.path)).mode & 0o777).toBe(mode);
  });
});

test.skipIf(process.platform === 'win32').each([
  ['of a running process of this computer', `${hostname()}-${process.pid}`, 'linux', true],
  ['of a process that has ended', `${hostname()}-999999999`, 'darwin', false],
  ['of another computer', `other-${process.pid}`, 'linux', false],
  ['without a process', hostname(), 'linux', false],
  ['that does not exist', null, 'linux', false],
  ['of Windows', null, 'win32', true],
] as const)('the lock %s is held by another Paydesk', async (_, target, os, isHeld) => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  if (target !== null) await symlink(target, join(path, 'SingletonLock'));
  expect(await isLockHeld(path, os)).toBe(isHeld);
});

test('a refused folder is removed when the current start created it, and kept when it is older or not empty', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  for (const name of ['empty', 'used', 'older']) await mkdir(join(path, name));
  await writeFile(join(path, 'used', 'file'), '');
  await removeIfNew(join(path, 'empty'));
  await removeIfNew(join(path, 'used'));
  await removeIfNew(join(path, 'older'), Date.now() + 120_000);
  await removeIfNew(join(path, 'missing'));
  expect((await readdir(path)).sort()).toEqual(['older', 'used']);
});
