/** @file Writing to the disk so that it stays written, with the system's troubles in Paydesk's codes. */
import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PaydeskError } from '../../shared/errors.ts';
import type { Clock } from '../platform.ts';

/** What systems answer while another program, such as a virus scanner, holds a file. */
const lockCodes = new Set(['EPERM', 'EBUSY', 'EACCES']);
/** Milliseconds between the tries on a file that is held. */
const retryDelaysMs = [50, 100, 200, 400, 800, 1_600];

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
}

/** True for "there is no such file". */
export function isMissing(thrown: unknown): boolean {
  return codeOf(thrown) === 'ENOENT';
}

function diskFull(): PaydeskError {
  return new PaydeskError('disk-full', 'The disk is full', { retryable: true });
}

/** The error of the closed set for a write that failed; what is no trouble of the system is given back as it is. */
export function writeError(thrown: unknown): unknown {
  const code = codeOf(thrown);
  if (thrown instanceof PaydeskError || !/^E[A-Z]+$/.test(code)) return thrown;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull();
  return new PaydeskError('file-not-written', 'The library could not be written', {
    details: { cause: code },
  });
}

/** Does work on a file, and tries again for some seconds while another program holds it. Rejects like the last try. */
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

/** Writes all bytes to a place in a file. A disk that is nearly full takes a part, and says why only to the next one. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, place: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, place + done);
    if (bytesWritten === 0) throw diskFull();
    done += bytesWritten;
  }
}

/** Puts a finished file in its place and makes that last. */
export async function moveIntoPlace(from: string, to: string): Promise<void> {
  await rename(from, to);
  await flushFolder(dirname(to));
}

/** Makes names in a folder last. Windows has no such call and needs none. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  if (handle === null) return;
  try {
    await handle.sync();
  } catch {
    // Not every file system can; the rename itself was done.
  } finally {
    await handle.close();
  }
}

/** Writes a small file whole: temporary name, flush, rename. */
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
