import { chmod, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { closeToOthers, refusalOf } from '../../../src/main/electron/data-folder-check.ts';
import { temporaryFolder } from '../../fakes/desk.ts';

describe('a data folder', () => {
  test.each([
    ['win32', '\\\\server\\home\\mh\\Paydesk', 'network share'],
    ['win32', '\\\\?\\UNC\\server\\share', 'network share'],
    ['win32', '//server/share/Paydesk', 'network share'],
    ['win32', 'C:\\Users\\mh\\OneDrive - Nordlicht\\Paydesk', 'cloud'],
    ['win32', 'D:\\Cloud\\Paydesk', 'cloud'],
    ['win32', 'C:\\Users\\mh\\Dropbox\\Paydesk', 'cloud'],
    ['darwin', '/Users/mh/Library/Mobile Documents/Paydesk', 'cloud'],
    ['darwin', '/Users/mh/Library/CloudStorage/OneDrive-Nordlicht/Paydesk', 'cloud'],
  ] as const)('on %s at %s is refused', (os, folder, why) => {
    expect(refusalOf(folder, { os, environment: { OneDrive: 'D:\\Cloud' } })).toContain(why);
  });

  test.each([
    ['win32', 'C:\\Users\\mh\\AppData\\Local\\Paydesk'],
    ['win32', 'D:\\Clouds\\Paydesk'],
    ['darwin', '/Users/mh/Library/Application Support/Paydesk'],
    ['linux', '/home/mh/.local/share/paydesk'],
  ] as const)('on %s at %s can be used', (os, folder) => {
    expect(refusalOf(folder, { os, environment: { OneDrive: 'D:\\Cloud' } })).toBeNull();
  });

  test('on a share that is mounted like a disk is refused', () => {
    const mounts = {
      os: 'linux',
      realPath: (path: string) => path,
      mounts: () => '40 27 0:40 / /mnt/team rw - nfs4 server:/export rw',
    } as const;
    const surroundings = { os: 'linux', environment: {} } as const;
    expect(refusalOf('/mnt/team/paydesk', surroundings, mounts)).toContain('network share');
    expect(refusalOf('/mnt/other/paydesk', surroundings, mounts)).toBeNull();
  });

  test.skipIf(process.platform === 'win32')('is closed to other users', async () => {
    const temporary = await temporaryFolder();
    onTestFinished(() => temporary.remove());
    const folder = join(temporary.path, 'data');
    await mkdir(folder);
    await chmod(folder, 0o777);
    await closeToOthers(folder, process.platform, process.getuid?.() ?? null);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  test.skipIf(process.platform === 'win32')('of another user is refused', async () => {
    const temporary = await temporaryFolder();
    onTestFinished(() => temporary.remove());
    await expect(closeToOthers(temporary.path, process.platform, 4_711)).rejects.toThrow('another user');
  });
});
