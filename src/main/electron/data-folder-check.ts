/** @file Whether a folder can keep Paydesk's data safe: on a disk of this machine, and for its own user alone. */
import { chmod, rmdir, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { startWords } from '../../shared/words/start.ts';
import type { SystemEnvironment } from './data-folder.ts';
import { isOnShare, type MountSystem, machineMounts } from './network-mount.ts';

/** Variables of Windows that name folders which are copied to a server. */
const cloudVariables = ['OneDrive', 'OneDriveConsumer', 'OneDriveCommercial'];

/** Parts of paths that belong to folders which are copied to a server. */
const cloudFolderPattern =
  /^(onedrive( - .*)?|dropbox( \(.*\))?|google ?drive|googledrive-.*|icloud ?drive|mobile documents|cloudstorage|box)$/i;

/** Why a folder cannot be used, in words; `null` when it can. Looks at the path, and asks the system what is mounted. */
export function dataFolderRefusal(
  folder: string,
  { os, environment }: Omit<SystemEnvironment, 'home'>,
  mounts: MountSystem = machineMounts,
): string | null {
  const windows = os === 'win32';
  const path = windows ? win32.normalize(folder) : posix.normalize(folder);
  if (windows && /^[\\/]{2}/.test(path)) return startWords.onServer(folder);
  const clouds = cloudVariables.flatMap((name) => environment[name] ?? []).filter((place) => place !== '');
  const isBelow = (place: string) =>
    !win32.relative(place, path).startsWith('..') && !win32.isAbsolute(win32.relative(place, path));
  if (windows && clouds.some(isBelow)) return startWords.inCloud(folder);
  if (path.split(/[\\/]/).some((part) => cloudFolderPattern.test(part))) return startWords.inCloud(folder);
  return isOnShare(path, mounts) ? startWords.onServer(folder) : null;
}

/** Milliseconds since it was made in which an empty folder counts as made by this start. */
const justMadeMs = 60_000;

/**
 * Removes the folder when it is empty and was made within the last minute: Chromium makes the one that `--user-data-dir`
 * names before Paydesk can refuse it.
 */
export async function removeIfJustMade(folder: string, now = Date.now()): Promise<void> {
  try {
    const { birthtimeMs } = await stat(folder);
    if (now - birthtimeMs < justMadeMs) await rmdir(folder);
  } catch {
    // Not there, or not empty: then nothing of this start is left.
  }
}

/**
 * Closes the folder to other users, and rejects with words when it belongs to one. On Windows the folders of an
 * account are closed by inheritance, and nothing is changed.
 */
export async function restrictToOwner(
  folder: string,
  os: NodeJS.Platform,
  user: number | null,
): Promise<void> {
  if (os === 'win32') return;
  const { uid, mode } = await stat(folder);
  if (user !== null && uid !== user) throw new Error(startWords.ofAnotherUser(folder));
  if ((mode & 0o077) !== 0) await chmod(folder, 0o700);
}
