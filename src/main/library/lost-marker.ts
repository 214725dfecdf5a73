/**
 * @file Recovery of a library whose marker (`library.json`) is lost or unreadable while its manifest or files exist.
 * That is damage, never a first run: the key of a recovery file is verified against the remaining files, and the marker
 * is written again.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './files.ts';
import { createRecordChain, manifestHeadSize } from './manifest-records.ts';
import type { MasterKey } from './master-key.ts';
import { deriveKey, headerSizeOf, openHeader } from './seal.ts';

const sealedExtension = '.sealed';

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (thrown) {
    if (isMissing(thrown)) return [];
    throw thrown;
  }
}

/** Returns true when `folder` holds a manifest or encrypted files. */
export async function hasContent(folder: string): Promise<boolean> {
  const names = await namesIn(folder);
  if (names.some((name) => name.startsWith('manifest.sealed'))) return true;
  return (await namesIn(join(folder, 'files'))).some((name) => /\.(sealed|part)$/.test(name));
}

/** Returns true when the key opens the first record of the manifest, or else an encrypted file. */
export async function keyOpens(folder: string, master: MasterKey): Promise<boolean> {
  const list = await readFile(join(folder, 'manifest.sealed')).catch(() => Buffer.alloc(0));
  const key = await deriveKey(master.key, master.libraryId, 'manifest');
  const first = createRecordChain(key, master.libraryId).read(list, manifestHeadSize);
  if (first.kind === 'record') return true;
  const wrapping = await deriveKey(master.key, master.libraryId, 'files');
  for (const name of await namesIn(join(folder, 'files'))) {
    if (!name.endsWith(sealedExtension)) continue;
    const id = name.slice(0, -sealedExtension.length);
    try {
      const bytes = await readFile(join(folder, 'files', name));
      openHeader(bytes.subarray(0, headerSizeOf(bytes, id)), id, { wrapping });
      return true;
    } catch {
      // Another file may be intact.
    }
  }
  return false;
}
