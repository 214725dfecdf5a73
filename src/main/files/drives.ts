/**
 * @file Which drive a path is on, told from the path and the system's list of mounts alone. The path itself is never
 * looked at: on a share that hangs, that look would hang too.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { mountsOfLinux, mountsOfMacos } from '../electron/network-mount.ts';
import type { Clock, PlatformInfo } from '../platform.ts';

type System = PlatformInfo['os'];

/** Where shares and removable drives appear when the system does not list its mounts. */
const usualMount = /^(?:\/Volumes\/[^/]+|\/mnt\/[^/]+|\/media\/[^/]+\/[^/]+|\/run\/media\/[^/]+\/[^/]+)/;

/**
 * Returns a name for the drive: `c:`, `\\server\share`, or a mount point. A link to another drive is not followed; what
 * is behind it counts as part of the drive that holds the link.
 */
export function driveOfPath(path: string, os: System, mountPoints: readonly string[]): string {
  return os === 'win32' ? driveOfWindowsPath(path) : driveOfPosixPath(path, mountPoints);
}

function driveOfWindowsPath(path: string): string {
  const plain = path
    .replaceAll('/', '\\')
    .replace(/^\\\\[?.]\\UNC\\/i, '\\\\')
    .replace(/^\\\\[?.]\\/, '');
  const drive = /^(?:[a-z]:|\\\\[^\\]+\\[^\\]+)/i.exec(plain);
  return drive === null ? '' : drive[0].toLowerCase();
}

function driveOfPosixPath(path: string, mountPoints: readonly string[]): string {
  const isBelow = (point: string) => point === '/' || path === point || path.startsWith(`${point}/`);
  const innermost = mountPoints
    .filter(isBelow)
    .reduce((best, point) => (point.length > best.length ? point : best), '');
  if (innermost.length > 1) return innermost;
  return usualMount.exec(path)?.[0] ?? '/';
}

const deadlineMs = 3_000;

/** Lists the mount points of this machine; empty where the system gives no list. Asks no drive anything. */
export async function listMountPoints(os: System): Promise<string[]> {
  try {
    if (os === 'linux')
      return mountsOfLinux(await readFile('/proc/self/mountinfo', 'utf8')).map(({ point }) => point);
    if (os === 'darwin') {
      const { stdout } = await promisify(execFile)('/sbin/mount', { timeout: deadlineMs });
      return mountsOfMacos(stdout).map(({ point }) => point);
    }
  } catch {
    // The usual places are told from the path.
  }
  return [];
}

/** Milliseconds for which a list of mounts is used. */
const listAgeMs = 5_000;

/** Returns the drive of a path, with a list of mounts that is at most some seconds old. */
export function createDriveFinder(os: System, clock: Clock): (path: string) => Promise<string> {
  let listed: { readonly at: number; readonly points: Promise<string[]> } | null = null;
  return async (path) => {
    const now = clock.monotonic();
    if (listed === null || now - listed.at > listAgeMs) listed = { at: now, points: listMountPoints(os) };
    return driveOfPath(path, os, await listed.points);
  };
}
