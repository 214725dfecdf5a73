/**
 * @file Determines the drive of a path from the path and the list of mounts alone. The path itself is never accessed:
 * on a hanging share, that access would hang too.
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

/** Lists the mount points; empty where the system has no list. Accesses no drive. */
export async function listMountPoints(os: System): Promise<string[]> {
  try {
    if (os === 'linux')
      return mountsOfLinux(await readFile('/proc/self/mountinfo', 'utf8')).map(({ point }) => point);
    if (os === 'darwin') {
      const { stdout } = await promisify(execFile)('/sbin/mount', { timeout: deadlineMs });
      return mountsOfMacos(stdout).map(({ point }) => point);
    }
  } catch {
    // Without a list, the usual mount points apply.
  }
  return [];
}

/** Milliseconds for which a list of mounts is cached. */
const listAgeMs = 5_000;

/** Returns a function that determines the drive of a path, with a cached list of mounts. */
export function createDriveFinder(os: System, clock: Clock): (path: string) => Promise<string> {
  let listed: { readonly at: number; readonly points: Promise<string[]> } | null = null;
  return async (path) => {
    const now = clock.monotonic();
    if (listed === null || now - listed.at > listAgeMs) listed = { at: now, points: listMountPoints(os) };
    return driveOfPath(path, os, await listed.points);
  };
}
