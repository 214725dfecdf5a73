/** @file Checks whether a folder is suitable for Paydesk's data: on a local disk, and private to its user. */
import { chmod, readlink, rmdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, posix, win32 } from 'node:path';
import process from 'node:process';
import type { SystemEnvironment } from './data-folder.ts';
import { isOnShare, type MountSystem, systemMounts } from './network-mount.ts';

/** Environment variables of Windows with folders that are synchronized to a cloud. */
const cloudVariables = ['OneDrive', 'OneDriveConsumer', 'OneDriveCommercial'];

/** Path segments of folders that are synchronized to a cloud. */
const cloudFolderPattern =
  /^(onedrive( - .*)?|dropbox( \(.*\))?|google ?drive|googledrive-.*|icloud ?drive|mobile documents|cloudstorage|box)$/i;

/** The key of the message that tells the clerk why a folder is unsuitable. The messages are loaded only then. */
export type FolderProblem = 'start.onServer' | 'start.inCloud' | 'start.ofAnotherUser';

/** Returns why a folder is unsuitable, or `null` when it is suitable. Checks its path and the mounts of the system. */
export function findFolderProblem(
  folder: string,
  { os, environment }: Omit<SystemEnvironment, 'home'>,
  mounts: MountSystem = systemMounts,
): FolderProblem | null {
  const isWindows = os === 'win32';
  const path = isWindows ? win32.normalize(folder) : posix.normalize(folder);
  if (isWindows && /^[\\/]{2}/.test(path)) return 'start.onServer';
  const cloudFolders = cloudVariables
    .flatMap((name) => environment[name] ?? [])
    .filter((cloudFolder) => cloudFolder !== '');
  const containsPath = (cloudFolder: string) =>
    !win32.relative(cloudFolder, path).startsWith('..') &&
    !win32.isAbsolute(win32.relative(cloudFolder, path));
  if (isWindows && cloudFolders.some(containsPath)) return 'start.inCloud';
  if (path.split(/[\\/]/).some((segment) => cloudFolderPattern.test(segment))) return 'start.inCloud';
  return isOnShare(path, mounts) ? 'start.onServer' : null;
}

/**
 * True when a running Paydesk has the lock of the folder: on macOS and Linux, Chromium's link `SingletonLock` names the computer
 * and the process. On Windows, a lock that was not acquired is always held.
 */
export async function isLockHeld(folder: string, os: NodeJS.Platform): Promise<boolean> {
  if (os === 'win32') return true;
  try {
    const [, holder, pid] = /^(.*)-(\d+)$/.exec(await readlink(join(folder, 'SingletonLock'))) ?? [];
    return holder === hostname() && process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

/** Maximum age at which an empty folder counts as created by this start, in milliseconds. */
const newFolderAgeMs = 60_000;

/**
 * Removes the folder when it is empty and was created within the last minute: Chromium creates the folder of
 * `--user-data-dir` before Paydesk can refuse it.
 */
export async function removeIfNew(folder: string, now = Date.now()): Promise<void> {
  try {
    const { birthtimeMs } = await stat(folder);
    if (now - birthtimeMs < newFolderAgeMs) await rmdir(folder);
  } catch {
    // The folder is missing or not empty: nothing has to be removed.
  }
}

/**
 * Removes the access of other users to the folder. Returns a problem when the folder belongs to another user. On Windows,
 * folders of an account are private by inheritance, and nothing is changed.
 */
export async function restrictToOwner(
  folder: string,
  os: NodeJS.Platform,
  userId: number | null,
): Promise<FolderProblem | null> {
  if (os === 'win32') return null;
  const { uid, mode } = await stat(folder);
  if (userId !== null && uid !== userId) return 'start.ofAnotherUser';
  if ((mode & 0o077) !== 0) await chmod(folder, 0o700);
  return null;
}
