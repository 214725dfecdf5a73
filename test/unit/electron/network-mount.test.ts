import { describe, expect, test } from 'vitest';
import { isOnShare, type MountSystem } from '../../../src/main/electron/network-mount.ts';

const linuxMounts = `22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
40 27 0:40 / /mnt/nfs rw,relatime shared:1 - nfs4 server:/export rw,vers=4.2
41 27 0:41 / /mnt/with\\040blank rw - cifs //server/share rw
42 40 8:2 / /mnt/nfs/disk rw - ext4 /dev/sdb1 rw
43 27 0:43 / /home/mh/remote rw - fuse.sshfs mh@server: rw
44 27 8:3 / /mnt/nfsdisk rw - xfs /dev/sdc1 rw
`;
const macMounts = `/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
devfs on /dev (devfs, local, nobrowse)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)
//mh@server._smb._tcp.local/Team on /Volumes/Team (files) (smbfs, nodev, nosuid, mounted by mh)
server:/export on /Volumes/nfs (nfs, nodev, nosuid, automounted)
/dev/disk5s1 on /Volumes/Stick (msdos, local, nodev)
`;

/** A system on which these folders exist. */
function system(os: NodeJS.Platform, mounts: string, real: Readonly<Record<string, string>>): MountSystem {
  return {
    os,
    mounts: () => mounts,
    realPath(path) {
      const found = real[path];
      if (found === undefined) throw new Error('ENOENT');
      return found;
    },
  };
}

describe('on Linux', () => {
  const at = (path: string) => isOnShare(path, system('linux', linuxMounts, { [path]: path, '/': '/' }));
  test.each(['/mnt/nfs', '/mnt/nfs/paydesk', '/mnt/with blank/paydesk', '/home/mh/remote/data'])(
    '%s is on a share',
    (path) => {
      expect(at(path)).toBe(true);
    },
  );
  test.each(['/home/mh/.local/share/paydesk', '/mnt/nfs/disk/paydesk', '/mnt/nfsdisk/paydesk', '/'])(
    '%s is on a disk of this computer',
    (path) => {
      expect(at(path)).toBe(false);
    },
  );

  test('a folder that is not there yet is judged by the nearest one above it, links resolved', () => {
    const real = { '/home/mh/link': '/mnt/nfs/mh' };
    expect(isOnShare('/home/mh/link/new/paydesk', system('linux', linuxMounts, real))).toBe(true);
  });
});

describe('a list of mounts', () => {
  const on = (path: string, mounts: string) => isOnShare(path, system('linux', mounts, { [path]: path }));
  const share = '40 27 0:40 / /data rw - nfs4 server:/export rw';
  const disk = '41 27 8:2 / /data rw - ext4 /dev/sdb1 rw';

  test('of two on one point is read as the system does: the later one hides the earlier', () => {
    expect(on('/data/paydesk', `${share}\n${disk}\n`)).toBe(false);
    expect(on('/data/paydesk', `${disk}\n${share}\n`)).toBe(true);
  });

  test('may have the root on a share, and kinds in capitals', () => {
    expect(on('/home/mh', '27 1 0:3 / / rw - NFS4 server:/root rw\n')).toBe(true);
  });

  test('says nothing of a folder whose name only begins like a mount', () => {
    expect(on('/data-of-mh', `${share}\n`)).toBe(false);
  });

  test('writes a tab in a name by its number', () => {
    expect(on('/mnt/a\tb', '40 27 0:40 / /mnt/a\\011b rw - cifs //server/share rw\n')).toBe(true);
  });
});

test('a folder of which nothing can be resolved is not on a share', () => {
  expect(isOnShare('/home/mh', system('linux', linuxMounts, {}))).toBe(false);
});

describe('on macOS', () => {
  const at = (path: string) => isOnShare(path, system('darwin', macMounts, { [path]: path }));
  test.each([
    ['/Volumes/Team (files)/Paydesk', true],
    ['/Volumes/nfs', true],
    ['/Volumes/Stick/Paydesk', false],
    ['/Users/mh/Library/Application Support/Paydesk', false],
  ])('%s: %s', (path, expected) => {
    expect(at(path)).toBe(expected);
  });
});

describe('on Windows', () => {
  test('a folder that is not there yet is judged by its drive', () => {
    expect(isOnShare('Z:\\new\\Paydesk', system('win32', '', { 'Z:\\': '\\\\server\\team\\' }))).toBe(true);
  });

  test.each([
    ['Z:\\Paydesk', '\\\\server\\team\\Paydesk', true],
    ['Z:\\Paydesk', '\\\\?\\UNC\\server\\team\\Paydesk', true],
    ['C:\\Users\\mh\\AppData\\Local\\Paydesk', 'C:\\Users\\mh\\AppData\\Local\\Paydesk', false],
    ['C:\\Paydesk', '\\\\?\\C:\\Paydesk', false],
  ])('%s that is really %s: %s', (path, real, expected) => {
    expect(isOnShare(path, system('win32', '', { [path]: real }))).toBe(expected);
  });
});

test('a system that does not answer keeps no one from starting', () => {
  const silent: MountSystem = {
    os: 'linux',
    realPath: (path) => path,
    mounts: () => {
      throw new Error('EACCES');
    },
  };
  expect(isOnShare('/home/mh', silent)).toBe(false);
});

test('this machine can be asked', () => {
  expect(isOnShare(process.cwd())).toBe(false);
});
