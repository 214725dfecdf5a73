/** @file Durable writes, with errors of the system mapped to error codes. */
import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PaydeskError } from '../../shared/errors.ts';
import type { Clock } from '../platform.ts';

/** Error codes of the system while another program, such as a virus scanner, locks a file. */
const lockCodes = new Set(['EPERM', 'EBUSY', 'EACCES']);
/** Milliseconds between attempts on a locked file. */
const retryDelaysMs = [50, 100, 200, 400, 800, 1_600];

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
}

/** Returns true when the error says that the file does not exist. */
export function isMissing(thrown: unknown): boolean {
  return codeOf(thrown) === 'ENOENT';
}

function diskFull(): PaydeskError {
  return new PaydeskError('disk-full', 'The disk is full', { retryable: true });
}

/** Maps the error of a failed write to an error code; other errors are returned unchanged. */
export function writeError(thrown: unknown): unknown {
  const code = codeOf(thrown);
  if (thrown instanceof PaydeskError || !/^E[A-Z]+$/.test(code)) return thrown;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull();
  return new PaydeskError('file-not-written', 'The library could not be written', {
    details: { cause: code },
  });
}

/** Runs `work`, and retries for some seconds while another program locks the file. Rejects with the last error. */
export async function retryWhileLocked(clock: Clock, work: () => Promise<void>): Promise<void> {
  for (const pause of retryDelaysMs) {
    try {
      return await work();
    } catch (thrown) {
      if (!lockCodes.has(codeOf(thrown))) throw thrown;
    }
    await new Promise<void>((resolve) => {
      clock.after(pause, resolve);
    });
  }
  return work();
}

/**
 * Writes all bytes at a position of a file. A nearly full disk may write fewer bytes, and report the error only on the
 * next write.
 */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, place: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, place + done);
    if (bytesWritten === 0) throw diskFull();
    done += bytesWritten;
  }
}

/** Renames a finished file to its final name, durably. */
export async function moveIntoPlace(from: string, to: string): Promise<void> {
  await rename(from, to);
  await flushFolder(dirname(to));
}

/** Flushes the entries of a folder. Windows has no such call and needs none. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  if (handle === null) return;
  try {
    await handle.sync();
  } catch {
    // Not every file system supports this; the rename itself has succeeded.
  } finally {
    await handle.close();
  }
}

/** Writes a small file atomically: temporary name, flush, rename. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.new`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await moveIntoPlace(temporary, path);
}
