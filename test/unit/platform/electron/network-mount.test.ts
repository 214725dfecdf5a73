import { describe, expect, test } from 'vitest';
import {
  isOnShare,
  type MountSystem,
  parseLinuxMounts,
  systemMounts,
} from '../../../../src/main/platform/electron/network-mount.ts';

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

/** Creates a system with a list of mounts and the real paths of its folders; no other folder exists. */
function createSystem(
  os: NodeJS.Platform,
  mounts: string,
  realPaths: Readonly<Record<string, string>>,
): MountSystem {
  return {
    os,
    mounts: () => mounts,
    realPath(path) {
      const realPath = realPaths[path];
      if (realPath === undefined) throw new Error('ENOENT');
      return realPath;
    },
  };
}

describe('on Linux', () => {
  const isShare = (path: string) =>
    isOnShare(path, createSystem('linux', linuxMounts, { [path]: path, '/': '/' }));

  test.each([
    ['/mnt/nfs', true],
    ['/mnt/nfs/paydesk', true],
    ['/mnt/with blank/paydesk', true],
    ['/home/mh/remote/data', true],
    ['/home/mh/.local/share/paydesk', false],
    ['/mnt/nfs/disk/paydesk', false],
    ['/mnt/nfsdisk/paydesk', false],
    ['/', false],
  ])('%s is on a share: %s', (path, isExpected) => {
    expect(isShare(path)).toBe(isExpected);
  });

  test.each([
    ['/home/mh/link/new/paydesk', { '/home/mh/link': '/mnt/nfs/mh' }, true],
    // A backslash in a name is not a separator.
    ['/mnt/nfs\\new', { '/mnt': '/mnt', '/mnt/nfs': '/mnt/nfs' }, false],
    // A real path that cannot be resolved counts as local.
    ['/home/mh', {}, false],
  ])('%s, which does not exist yet, is where its nearest parent is (%o)', (path, realPaths, isExpected) => {
    expect(isOnShare(path, createSystem('linux', linuxMounts, realPaths))).toBe(isExpected);
  });
});

describe('a list of mounts', () => {
  const isShare = (path: string, mounts: string) =>
    isOnShare(path, createSystem('linux', mounts, { [path]: path }));
  const shareMount = '40 27 0:40 / /data rw - nfs4 server:/export rw';
  const diskMount = '41 27 8:2 / /data rw - ext4 /dev/sdb1 rw';
  const rootMount = '27 1 8:1 / / rw - ext4 /dev/sda1 rw';

  test.each([
    [
      'the later of two mounts at one mount point counts',
      '/data/paydesk',
      `${shareMount}\n${diskMount}`,
      false,
    ],
    [
      'the later of two mounts at one mount point counts',
      '/data/paydesk',
      `${diskMount}\n${shareMount}`,
      true,
    ],
    ['the root may be later', '/data/paydesk', `${shareMount}\n${rootMount}`, true],
    ['the root may be earlier', '/data/paydesk', `${rootMount}\n${shareMount}`, true],
    ['the root is on a share', '/home/mh', '27 1 0:3 / / rw - NFS4 server:/root rw', true],
    ['a name only starts like a mount point', '/data-of-mh', shareMount, false],
    ['a tab is escaped', '/mnt/a\tb', '40 27 0:40 / /mnt/a\\011b rw - cifs //server/share rw', true],
  ])('is read: %s (%s)', (_what, path, mounts, isExpected) => {
    expect(isShare(path, `${mounts}\n`)).toBe(isExpected);
  });

  test.each([
    'a damaged line',
    'too short - nfs4 server:/export',
    '41 27 8:2 / /data rw',
    '41 27 8:2 / /data rw - ',
  ])('is read although it has the malformed line %o', (line) => {
    expect(isShare('/data/paydesk', `${line}\n${shareMount}\n${line}\n`)).toBe(true);
    expect(isShare('/data/paydesk', `${line}\n${diskMount}\n${line}\n`)).toBe(false);
  });

  test.each([
    ['NFS', ['nfs', 'nfs4']],
    ['shares of Windows', ['cifs', 'smb', 'smb2', 'smb3', 'smbfs', 'smbnetfs']],
    ['programs that show a server', ['fuse.sshfs', 'fuse.rclone', 'fuse.gvfsd-fuse', 'fuse.s3fs']],
  ])('treats file systems of %s as remote', (_, types) => {
    for (const type of types)
      expect(isShare('/data/paydesk', `40 27 0:40 / /data rw - ${type} x rw\n`)).toBe(true);
  });
});

test.each([
  ['/Volumes/Team (files)/Paydesk', true],
  ['/Volumes/nfs', true],
  ['/Volumes/Stick/Paydesk', false],
  ['/Users/mh/Library/Application Support/Paydesk', false],
])('on macOS %s is on a share: %s, also with malformed lines in the list', (path, isExpected) => {
  const joinedLines = 'xnfs) on /Volumes/Sticks\nmap/Volumes/Stick (nfs)\n';
  const damaged = `(smbfs, nodev)\nno kind on /Volumes/Team\n${macMounts}no place (nfs)\n${joinedLines}`;
  for (const mounts of [macMounts, damaged])
    expect(isOnShare(path, createSystem('darwin', mounts, { [path]: path }))).toBe(isExpected);
});

test.each([
  ['Z:\\Paydesk', { 'Z:\\Paydesk': '\\\\server\\team\\Paydesk' }, true],
  ['Z:\\new\\Paydesk', { 'Z:\\': '\\\\server\\team\\' }, true],
  ['Z:\\Paydesk', { 'Z:\\Paydesk': '\\\\?\\UNC\\server\\team\\Paydesk' }, true],
  ['C:\\Local\\Paydesk', { 'C:\\Local\\Paydesk': 'C:\\Local\\Paydesk' }, false],
  ['C:\\Paydesk', { 'C:\\Paydesk': '\\\\?\\C:\\Paydesk' }, false],
  ['C:\\Paydesk', { 'C:\\Paydesk': 'C:\\\\Paydesk' }, false],
])('on Windows %s with the real paths %o is on a share: %s', (path, realPaths, isExpected) => {
  expect(isOnShare(path, createSystem('win32', '', realPaths))).toBe(isExpected);
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
