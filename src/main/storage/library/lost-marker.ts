/**
 * @file Recovery of a library whose marker (`library.json`) is lost or unreadable while its manifest or files exist.
 * Such a folder is damaged, never new: the key of a recovery file is verified against the remaining files, and the
 * marker is written again.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissingFileError } from './files.ts';
import { createRecordChain, manifestHeaderSize } from './manifest-records.ts';
import type { MasterKey } from './master-key.ts';
import { deriveKey, openHeader, readHeaderSize } from './seal.ts';

const sealedExtension = '.sealed';

async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (thrown) {
    if (isMissingFileError(thrown)) return [];
    throw thrown;
  }
}

/** Returns true when `folder` holds a manifest or encrypted files. */
export async function hasContent(folder: string): Promise<boolean> {
  const names = await listNames(folder);
  if (names.some((name) => name.startsWith('manifest.sealed'))) return true;
  return (await listNames(join(folder, 'files'))).some((name) => /\.(sealed|part)$/.test(name));
}

/** Returns true when the key opens the first record of the manifest, or else an encrypted file. */
export async function canKeyOpen(folder: string, master: MasterKey): Promise<boolean> {
  const manifestBytes = await readFile(join(folder, 'manifest.sealed')).catch(() => Buffer.alloc(0));
  const manifestKey = await deriveKey(master.key, master.libraryId, 'manifest');
  const firstRecord = createRecordChain(manifestKey, master.libraryId).read(
    manifestBytes,
    manifestHeaderSize,
  );
  if (firstRecord.kind === 'record') return true;
  const wrappingKey = await deriveKey(master.key, master.libraryId, 'files');
  for (const name of await listNames(join(folder, 'files'))) {
    if (!name.endsWith(sealedExtension)) continue;
    const id = name.slice(0, -sealedExtension.length);
    try {
      const bytes = await readFile(join(folder, 'files', name));
      openHeader(bytes.subarray(0, readHeaderSize(bytes, id)), id, { wrappingKey });
      return true;
    } catch {
      // Another file may be intact.
    }
  }
  return false;
}
