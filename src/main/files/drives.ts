/**
 * @file Determines the drive of a path from the path and the list of mounts alone. The path itself is never accessed:
 * on a hanging share, that access would hang too.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { parseLinuxMounts, parseMacosMounts } from '../platform/electron/network-mount.ts';
import type { Clock, PlatformInfo } from '../platform/platform.ts';

type System = PlatformInfo['os'];

/** Roots of drives and shares; on macOS and Linux their usual mount points. */
const driveRoot =
  /^(?:[a-z]:[\\/]?|[\\/]{2}[^\\/]+[\\/]+[^\\/]+[\\/]?|\/(?:Volumes|mnt|(?:run\/)?media\/[^/]+)\/[^/]+)/i;

/**
 * Returns the root of the drive or share that holds a path: `Z:\`, `\\server\share\`, `/Volumes/Archive`,
 * `/media/name/Archive`; `null` for a path on the system's own drive.
 */
export function findDriveRoot(path: string): string | null {
  return driveRoot.exec(path)?.[0] ?? null;
}

/**
 * Returns a name for the drive: `c:`, `\\server\share`, or a mount point. A link to another drive is not followed; its
 * target counts as part of the drive that contains the link.
 */
export function driveOfPath(path: string, os: System, mountPoints: readonly string[]): string {
  return os === 'win32' ? driveOfWindowsPath(path) : driveOfPosixPath(path, mountPoints);
}

function driveOfWindowsPath(path: string): string {
  const normalizedPath = path
    .replaceAll('/', '\\')
    .replace(/^\\\\[?.]\\UNC\\/i, '\\\\')
    .replace(/^\\\\[?.]\\/, '');
  return (findDriveRoot(normalizedPath) ?? '').replace(/\\$/, '').toLowerCase();
}

function driveOfPosixPath(path: string, mountPoints: readonly string[]): string {
  const isBelow = (point: string) => point === '/' || path === point || path.startsWith(`${point}/`);
  const innermostPoint = mountPoints
    .filter(isBelow)
    .reduce((longest, point) => (point.length > longest.length ? point : longest), '');
  if (innermostPoint.length > 1) return innermostPoint;
  return findDriveRoot(path) ?? '/';
}

const mountTimeoutMs = 3_000;

/** Lists the mount points; empty where the system has no list. Accesses no drive. */
async function listMountPoints(os: System): Promise<string[]> {
  try {
    if (os === 'linux')
      return parseLinuxMounts(await readFile('/proc/self/mountinfo', 'utf8')).map(({ point }) => point);
    if (os === 'darwin') {
      const { stdout } = await promisify(execFile)('/sbin/mount', { timeout: mountTimeoutMs });
      return parseMacosMounts(stdout).map(({ point }) => point);
    }
  } catch {
    // Without a list, the usual mount points apply.
  }
  return [];
}

/** Milliseconds for which a list of mounts is cached. */
const maxListAgeMs = 5_000;

/** Returns a function that determines the drive of a path, with a cached list of mounts. */
export function createDriveFinder(os: System, clock: Clock): (path: string) => Promise<string> {
  let cachedMounts: { readonly at: number; readonly points: Promise<string[]> } | null = null;
  return async (path) => {
    const now = clock.monotonic();
    if (cachedMounts === null || now - cachedMounts.at > maxListAgeMs)
      cachedMounts = { at: now, points: listMountPoints(os) };
    return driveOfPath(path, os, await cachedMounts.points);
  };
}
