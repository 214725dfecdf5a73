import { describe, expect, test } from 'vitest';
import {
  isOnShare,
  type MountSystem,
  machineMounts,
  mountsOfLinux,
} from '../../../src/main/electron/network-mount.ts';

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

test('on Linux a backslash in the name of a folder parts nothing', () => {
  const real = { '/mnt': '/mnt', '/mnt/nfs': '/mnt/nfs' };
  expect(isOnShare('/mnt/nfs\\new', system('linux', linuxMounts, real))).toBe(false);
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

  test('may name the share before or after the root that it is below', () => {
    const root = '27 1 8:1 / / rw - ext4 /dev/sda1 rw';
    expect(on('/data/paydesk', `${share}\n${root}\n`)).toBe(true);
    expect(on('/data/paydesk', `${root}\n${share}\n`)).toBe(true);
  });

  test.each([
    'a damaged line',
    'too short - nfs4 server:/export',
    '41 27 8:2 / /data rw',
    '41 27 8:2 / /data rw - ',
  ])('is read although it has the line %o, which says nothing', (line) => {
    expect(on('/data/paydesk', `${line}\n${share}\n${line}\n`)).toBe(true);
    expect(on('/data/paydesk', `${line}\n${disk}\n${line}\n`)).toBe(false);
  });

  test.each([
    ['NFS', ['nfs', 'nfs4']],
    ['shares of Windows', ['cifs', 'smb', 'smb2', 'smb3', 'smbfs', 'smbnetfs']],
    ['older networks', ['afpfs', 'afs', 'ncpfs', 'ftp']],
    ['the web', ['webdav', 'davfs', 'fuse.davfs2']],
    ['clusters', ['ceph', 'glusterfs', 'lustre', 'gpfs', 'fuse.glusterfs']],
    ['programs that show a server', ['fuse.sshfs', 'fuse.rclone', 'fuse.gvfsd-fuse', 'fuse.s3fs']],
  ])('knows %s as another computer', (_, types) => {
    for (const type of types)
      expect(on('/data/paydesk', `40 27 0:40 / /data rw - ${type} x rw\n`)).toBe(true);
  });

  test.each(['ext4', 'xfs', 'btrfs', 'zfs', 'tmpfs', 'overlay', 'fuse.ntfs-3g', 'fuseblk'])(
    'knows %s as this computer',
    (type) => {
      expect(on('/data/paydesk', `40 27 0:40 / /data rw - ${type} x rw\n`)).toBe(false);
    },
  );

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

test('on macOS a line that is no mount is passed over', () => {
  const torn = 'xnfs) on /Volumes/Sticks\nmap/Volumes/Stick (nfs)\n';
  const damaged = `(smbfs, nodev)\nno kind on /Volumes/Team\n${macMounts}no place (nfs)\n${torn}`;
  const at = (path: string) => isOnShare(path, system('darwin', damaged, { [path]: path }));
  expect(at('/Volumes/Stick/Paydesk')).toBe(false);
  expect(at('/Volumes/nfs/Paydesk')).toBe(true);
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
    ['C:\\Paydesk', 'C:\\\\Paydesk', false],
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

test.runIf(process.platform === 'linux')('this machine tells its mounts and resolves its links', () => {
  expect(mountsOfLinux(machineMounts.mounts())).toContainEqual({ point: '/proc', type: 'proc' });
  expect(machineMounts.realPath('/proc/self/root')).toBe('/');
});

test('this machine can be asked', () => {
  expect(isOnShare(process.cwd())).toBe(false);
});
