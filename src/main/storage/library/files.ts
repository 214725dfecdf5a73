/** @file Durable writes, with errors of the system mapped to error codes. */
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PaydeskError } from '../../../shared/errors.ts';
import { systemClock } from '../../concurrency/clock.ts';
import { delay } from '../../concurrency/delay.ts';
import type { Clock } from '../../platform/platform.ts';

/** Codes of the errors that the system returns while another program, such as a virus scanner, locks a file. */
const lockCodes = new Set(['EPERM', 'EBUSY', 'EACCES']);
/** Delays between attempts on a locked file. */
const retryDelaysMs = [50, 100, 200, 400, 800, 1_600];

function getErrorCode(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
}

/** Returns true when the error says that the file does not exist. */
export function isMissingFileError(thrown: unknown): boolean {
  return getErrorCode(thrown) === 'ENOENT';
}

function createDiskFullError(): PaydeskError {
  return new PaydeskError('disk-full', 'The disk is full', { retryable: true });
}

/** Maps the system's error of a failed write to a {@link PaydeskError}; other errors are returned unchanged. */
export function toWriteError(thrown: unknown): unknown {
  const code = getErrorCode(thrown);
  if (thrown instanceof PaydeskError || !/^E[A-Z]+$/.test(code)) return thrown;
  if (code === 'ENOSPC' || code === 'EDQUOT') return createDiskFullError();
  return new PaydeskError('file-not-written', 'A file could not be written', {
    details: { cause: code },
  });
}

/** Runs `work`, and retries for some seconds while another program locks the file. Rejects with the last error. */
export async function retryWhileLocked(clock: Clock, work: () => Promise<void>): Promise<void> {
  for (const delayMs of retryDelaysMs) {
    try {
      return await work();
    } catch (thrown) {
      if (!lockCodes.has(getErrorCode(thrown))) throw thrown;
    }
    await delay(clock, delayMs);
  }
  return work();
}

/**
 * Renames a finished file to its final name, also where another program locks it for some seconds, and flushes the folder
 * so that the name survives a power loss.
 */
export async function moveIntoPlace(
  temporaryPath: string,
  finalPath: string,
  clock: Clock = systemClock,
): Promise<void> {
  await retryWhileLocked(clock, () => rename(temporaryPath, finalPath));
  await flushFolder(dirname(finalPath));
}

/**
 * Removes a file, and retries for some seconds while another program locks it. Rejects with `file-locked` when it stays
 * locked.
 */
export async function removeFile(path: string, clock: Clock): Promise<void> {
  try {
    await retryWhileLocked(clock, () => rm(path, { force: true }));
  } catch (thrown) {
    throw lockCodes.has(getErrorCode(thrown))
      ? new PaydeskError('file-locked', 'Another program is using the file')
      : thrown;
  }
}

/** Flushes the names in a folder to disk. Windows has no such call and needs none. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  if (handle === null) return;
  try {
    await handle.sync();
  } catch {
    // Not every file system can flush a folder; the change of the folder itself has succeeded.
  } finally {
    await handle.close();
  }
}

/** Writes a small file atomically: temporary name, flush, rename. */
export async function writeSmallFile(path: string, bytes: Uint8Array): Promise<void> {
  const temporaryPath = `${path}.new`;
  const handle = await open(temporaryPath, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await moveIntoPlace(temporaryPath, path);
}
