import { describe, expect, test } from 'vitest';
import {
  isOnShare,
  type MountSystem,
  parseLinuxMounts,
  systemMounts,
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

  test('a folder that does not exist yet is on a share when its nearest existing parent is, links resolved', () => {
    const real = { '/home/mh/link': '/mnt/nfs/mh' };
    expect(isOnShare('/home/mh/link/new/paydesk', system('linux', linuxMounts, real))).toBe(true);
  });
});

test('on Linux a backslash in a folder name is not a separator', () => {
  const real = { '/mnt': '/mnt', '/mnt/nfs': '/mnt/nfs' };
  expect(isOnShare('/mnt/nfs\\new', system('linux', linuxMounts, real))).toBe(false);
});

describe('a list of mounts', () => {
  const on = (path: string, mounts: string) => isOnShare(path, system('linux', mounts, { [path]: path }));
  const share = '40 27 0:40 / /data rw - nfs4 server:/export rw';
  const disk = '41 27 8:2 / /data rw - ext4 /dev/sdb1 rw';

  test('uses the later of two mounts at one mount point', () => {
    expect(on('/data/paydesk', `${share}\n${disk}\n`)).toBe(false);
    expect(on('/data/paydesk', `${disk}\n${share}\n`)).toBe(true);
  });

  test('may have the root on a share and types in upper case', () => {
    expect(on('/home/mh', '27 1 0:3 / / rw - NFS4 server:/root rw\n')).toBe(true);
  });

  test('does not match a folder whose name only starts like a mount point', () => {
    expect(on('/data-of-mh', `${share}\n`)).toBe(false);
  });

  test('may list the share before or after the root', () => {
    const root = '27 1 8:1 / / rw - ext4 /dev/sda1 rw';
    expect(on('/data/paydesk', `${share}\n${root}\n`)).toBe(true);
    expect(on('/data/paydesk', `${root}\n${share}\n`)).toBe(true);
  });

  test.each([
    'a damaged line',
    'too short - nfs4 server:/export',
    '41 27 8:2 / /data rw',
    '41 27 8:2 / /data rw - ',
  ])('is read although it has the malformed line %o', (line) => {
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
  ])('treats file systems of %s as remote', (_, types) => {
    for (const type of types)
      expect(on('/data/paydesk', `40 27 0:40 / /data rw - ${type} x rw\n`)).toBe(true);
  });

  test.each(['ext4', 'xfs', 'btrfs', 'zfs', 'tmpfs', 'overlay', 'fuse.ntfs-3g', 'fuseblk'])(
    'treats the file system %s as local',
    (type) => {
      expect(on('/data/paydesk', `40 27 0:40 / /data rw - ${type} x rw\n`)).toBe(false);
    },
  );

  test('may have an octal escape for a tab in a name', () => {
    expect(on('/mnt/a\tb', '40 27 0:40 / /mnt/a\\011b rw - cifs //server/share rw\n')).toBe(true);
  });
});

test('a folder that cannot be resolved counts as local', () => {
  expect(isOnShare('/home/mh', system('linux', linuxMounts, {}))).toBe(false);
});

describe('on macOS', () => {
  const at = (path: string) => isOnShare(path, system('darwin', macMounts, { [path]: path }));
  test.each([
    ['/Volumes/Team (files)/Paydesk', true],
    ['/Volumes/nfs', true],
    ['/Volumes/Stick/Paydesk', false],
    ['/Users/mh/Library/Application Support/Paydesk', false],
  ])('%s is on a share: %s', (path, expected) => {
    expect(at(path)).toBe(expected);
  });
});

test('on macOS malformed lines are skipped', () => {
  const torn = 'xnfs) on /Volumes/Sticks\nmap/Volumes/Stick (nfs)\n';
  const damaged = `(smbfs, nodev)\nno kind on /Volumes/Team\n${macMounts}no place (nfs)\n${torn}`;
  const at = (path: string) => isOnShare(path, system('darwin', damaged, { [path]: path }));
  expect(at('/Volumes/Stick/Paydesk')).toBe(false);
  expect(at('/Volumes/nfs/Paydesk')).toBe(true);
});

describe('on Windows', () => {
  test('a folder that does not exist yet is on a share when its drive is', () => {
    expect(isOnShare('Z:\\new\\Paydesk', system('win32', '', { 'Z:\\': '\\\\server\\team\\' }))).toBe(true);
  });

  test.each([
    ['Z:\\Paydesk', '\\\\server\\team\\Paydesk', true],
    ['Z:\\Paydesk', '\\\\?\\UNC\\server\\team\\Paydesk', true],
    ['C:\\Users\\mh\\AppData\\Local\\Paydesk', 'C:\\Users\\mh\\AppData\\Local\\Paydesk', false],
    ['C:\\Paydesk', '\\\\?\\C:\\Paydesk', false],
    ['C:\\Paydesk', 'C:\\\\Paydesk', false],
  ])('%s that resolves to %s is on a share: %s', (path, real, expected) => {
    expect(isOnShare(path, system('win32', '', { [path]: real }))).toBe(expected);
  });
});

test('a folder counts as local when the mounts cannot be read', () => {
  const failing: MountSystem = {
    os: 'linux',
    realPath: (path) => path,
    mounts: () => {
      throw new Error('EACCES');
    },
  };
  expect(isOnShare('/home/mh', failing)).toBe(false);
});

test.runIf(process.platform === 'linux')('the mounts and links of this machine can be read', () => {
  expect(parseLinuxMounts(systemMounts.mounts())).toContainEqual({ point: '/proc', type: 'proc' });
  expect(systemMounts.realPath('/proc/self/root')).toBe('/');
});

test('the working directory of this machine is local', () => {
  expect(isOnShare(process.cwd())).toBe(false);
});
