import { expect, test } from 'vitest';
import { driveOfPath, findDriveRoot } from '../../../src/main/files/drives.ts';

/** Folders at which drives are mounted; some systems list none. */
const mounts = {
  win32: [],
  linux: ['/', '/proc', '/home', '/mnt/nfs', '/mnt/nfs/archive', '/run/user/1000/gvfs'],
  darwin: ['/', '/System/Volumes/Data', '/Volumes/Archive', '/Users/m.hansen/share'],
  unlisted: [],
};

test.each([
  ['win32', 'C:\\Users\\m.hansen\\a.pdf', 'c:'],
  ['win32', 'z:/scans/a.pdf', 'z:'],
  ['win32', '\\\\Server\\Scans\\2026\\a.pdf', '\\\\server\\scans'],
  ['win32', '//server/scans/a.pdf', '\\\\server\\scans'],
  ['win32', '\\\\?\\C:\\long\\a.pdf', 'c:'],
  ['win32', '\\\\?\\UNC\\Server\\Scans\\a.pdf', '\\\\server\\scans'],
  ['win32', 'a.pdf', ''],
  ['linux', '/home/m.hansen/a.pdf', '/home'],
  ['linux', '/homes/a.pdf', '/'],
  ['linux', '/mnt/nfs/a.pdf', '/mnt/nfs'],
  ['linux', '/mnt/nfs/archive/a.pdf', '/mnt/nfs/archive'],
  ['linux', '/run/user/1000/gvfs/smb-share:server=a/b.pdf', '/run/user/1000/gvfs'],
  ['darwin', '/Volumes/Archive/a.pdf', '/Volumes/Archive'],
  ['darwin', '/Users/m.hansen/share/a.pdf', '/Users/m.hansen/share'],
  ['unlisted', '/Volumes/Archive/a.pdf', '/Volumes/Archive'],
  ['unlisted', '/media/m.hansen/STICK/a.pdf', '/media/m.hansen/STICK'],
  ['unlisted', '/home/m.hansen/a.pdf', '/'],
] as const)('on %s, %s is on the drive %s', (os, path, drive) => {
  expect(driveOfPath(path, os === 'unlisted' ? 'linux' : os, mounts[os])).toBe(drive);
});

test.each([
  ['Z:\\scans\\a.pdf', 'Z:\\'],
  ['\\\\server\\share\\scans\\a.pdf', '\\\\server\\share\\'],
  ['/Volumes/Archive/a.pdf', '/Volumes/Archive'],
  ['/media/m.hansen/STICK/a.pdf', '/media/m.hansen/STICK'],
  ['/home/m.hansen/a.pdf', null],
])('the root of the drive of %s is %s', (path, root) => {
  expect(findDriveRoot(path)).toBe(root);
});
