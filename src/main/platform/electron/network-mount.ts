/**
 * @file Detects folders on mounted network shares. The path does not reveal a share: `Z:\`, `/Volumes/Team` and
 * `/mnt/nfs` look like disks, so the system's mounts are checked.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { posix, win32 } from 'node:path';

/** Types of network file systems. */
const networkFileSystems = new Set([
  'nfs',
  'nfs4',
  'cifs',
  'smb',
  'smb2',
  'smb3',
  'smbfs',
  'smbnetfs',
  'afpfs',
  'afs',
  'ncpfs',
  'webdav',
  'davfs',
  'ftp',
  'ceph',
  'glusterfs',
  'lustre',
  'gpfs',
  'fuse.sshfs',
  'fuse.rclone',
  'fuse.davfs2',
  'fuse.gvfsd-fuse',
  'fuse.glusterfs',
  'fuse.s3fs',
]);

/** A mount point and its type of file system. */
interface Mount {
  readonly point: string;
  readonly type: string;
}

/** Parses `/proc/self/mountinfo` of Linux, where spaces in paths are written as `\040`. */
export function parseLinuxMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [mountPart = '', fileSystemPart = ''] = line.split(' - ');
    const point = mountPart.split(' ')[4];
    const type = fileSystemPart.split(' ')[0];
    if (point === undefined || type === undefined || type === '') return [];
    return [
      {
        point: point.replaceAll(/\\([0-7]{3})/g, (_, code: string) =>
          String.fromCharCode(Number.parseInt(code, 8)),
        ),
        type,
      },
    ];
  });
}

/** Parses the output of `mount` on macOS: `//user@server/share on /Volumes/share (smbfs, nodev, nosuid)`. */
export function parseMacosMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const optionsStart = line.lastIndexOf(' (');
    const pointStart = line.indexOf(' on /');
    if (optionsStart < 0 || pointStart < 0) return [];
    const type = line.slice(optionsStart + 2).split(/[,)]/)[0] ?? '';
    return [{ point: line.slice(pointStart + 4, optionsStart), type }];
  });
}

/** True when the innermost mount of the path is a network file system. */
function isOnNetworkMount(path: string, mounts: readonly Mount[]): boolean {
  const isBelow = ({ point }: Mount) => point === '/' || path === point || path.startsWith(`${point}/`);
  let innermost: Mount | null = null;
  // A later mount on the same point hides an earlier one.
  for (const mount of mounts.filter(isBelow))
    if (innermost === null || mount.point.length >= innermost.point.length) innermost = mount;
  return innermost !== null && networkFileSystems.has(innermost.type.toLowerCase());
}

/** Queries to the system; each query may throw. */
export interface MountSystem {
  readonly os: NodeJS.Platform;
  /** Returns the path with links and mapped drives resolved. */
  realPath(path: string): string;
  /** Returns the system's list of mounts as text. */
  mounts(): string;
}

/** Timeout for listing the mounts, in milliseconds. */
const timeoutMs = 3_000;

/** Queries the system that Paydesk runs on. */
export const systemMounts: MountSystem = {
  os: process.platform,
  realPath: (path) => realpathSync.native(path),
  mounts: () =>
    process.platform === 'darwin'
      ? execFileSync('/sbin/mount', { encoding: 'utf8', timeout: timeoutMs })
      : readFileSync('/proc/self/mountinfo', 'utf8'),
};

/** Returns the real path of the folder or of its nearest existing parent; `null` when none can be resolved. */
function findNearestRealPath(folder: string, system: MountSystem): string | null {
  const { dirname } = system.os === 'win32' ? win32 : posix;
  for (let path = folder; ; path = dirname(path)) {
    try {
      return system.realPath(path);
    } catch {
      if (dirname(path) === path) return null;
    }
  }
}

/**
 * True when the folder is on a share according to the system. Windows resolves a mapped drive to its share
 * (`\\server\…`). False when the system does not answer, because Paydesk must be able to start on such a computer.
 */
export function isOnShare(folder: string, system: MountSystem = systemMounts): boolean {
  const path = findNearestRealPath(folder, system);
  if (path === null) return false;
  if (system.os === 'win32') return /^[\\/]{2}(?![.?][\\/](?!UNC[\\/]))/i.test(path);
  try {
    const text = system.mounts();
    return isOnNetworkMount(path, system.os === 'darwin' ? parseMacosMounts(text) : parseLinuxMounts(text));
  } catch {
    return false;
  }
}
