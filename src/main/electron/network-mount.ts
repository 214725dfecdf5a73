/**
 * @file Whether a folder lies on a share of the network that is mounted here. The path's spelling does not tell: `Z:\`,
 * `/Volumes/Team` and `/mnt/nfs` look like disks, so the system is asked.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { posix, win32 } from 'node:path';

/** File systems whose files are on another computer. */
const networkTypes = new Set([
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

/** A mount: where it is, and what kind of file system. */
export interface Mount {
  readonly point: string;
  readonly type: string;
}

/** Mounts in the form of `/proc/self/mountinfo` of Linux; blanks in paths are written as `\040`. */
export function mountsOfLinux(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const point = before.split(' ')[4];
    const type = after.split(' ')[0];
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

/** Mounts in the form of `mount` of macOS: `//user@server/share on /Volumes/share (smbfs, nodev, nosuid)`. */
export function mountsOfMacos(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const options = line.lastIndexOf(' (');
    const start = line.indexOf(' on /');
    if (options < 0 || start < 0) return [];
    const type = line.slice(options + 2).split(/[,)]/)[0] ?? '';
    return [{ point: line.slice(start + 4, options), type }];
  });
}

/** True when the innermost mount that holds the path is of a kind that lies on another computer. */
export function isOnNetworkMount(path: string, mounts: readonly Mount[]): boolean {
  const isBelow = ({ point }: Mount) => point === '/' || path === point || path.startsWith(`${point}/`);
  let innermost: Mount | null = null;
  // Of two mounts on one point the later one hides the earlier.
  for (const mount of mounts.filter(isBelow))
    if (innermost === null || mount.point.length >= innermost.point.length) innermost = mount;
  return innermost !== null && networkTypes.has(innermost.type.toLowerCase());
}

/** How the system is asked; each may throw. */
export interface MountSystem {
  readonly os: NodeJS.Platform;
  /** The path with links and mapped drives resolved. */
  realPath(path: string): string;
  /** The system's list of mounts, as text. */
  mounts(): string;
}

/** Milliseconds for the list of mounts. */
const deadlineMs = 3_000;

/** This machine. */
export const machineMounts: MountSystem = {
  os: process.platform,
  realPath: (path) => realpathSync.native(path),
  mounts: () =>
    process.platform === 'darwin'
      ? execFileSync('/sbin/mount', { encoding: 'utf8', timeout: deadlineMs })
      : readFileSync('/proc/self/mountinfo', 'utf8'),
};

/** The real path of the folder, or of the nearest folder above it that exists; `null` when none can be resolved. */
function nearestRealPath(folder: string, system: MountSystem): string | null {
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
 * True when the system says that the folder is on a share. Windows resolves a mapped drive to its share (`\\server\…`).
 * False where the system does not answer: a computer that cannot list its mounts must still be able to start.
 */
export function isOnShare(folder: string, system: MountSystem = machineMounts): boolean {
  const path = nearestRealPath(folder, system);
  if (path === null) return false;
  if (system.os === 'win32') return /^[\\/]{2}(?![.?][\\/](?!UNC[\\/]))/i.test(path);
  try {
    const text = system.mounts();
    return isOnNetworkMount(path, system.os === 'darwin' ? mountsOfMacos(text) : mountsOfLinux(text));
  } catch {
    return false;
  }
}
