/**
 * @file Recovery of a library whose marker (`library.json`) is lost or unreadable while its files exist.
 * Such a folder is damaged, never new: the key of a recovery file is verified against the remaining files, and the
 * marker is written again.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissingFileError } from './files.ts';
import type { MasterKey } from './master-key.ts';
import { deriveKey, openHeader, readHeaderSize } from './seal.ts';

/** Files of items, finished or not; the name begins with the identifier. */
const itemFilePattern = /^(.+)\.(?:sealed|part)$/;

async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (thrown) {
    if (isMissingFileError(thrown)) return [];
    throw thrown;
  }
}

/** Returns true when `folder` has a list file, which no released Paydesk wrote. */
export async function hasListFile(folder: string): Promise<boolean> {
  return (await listNames(folder)).includes('manifest.sealed');
}

/** Returns true when `folder` holds encrypted files. */
export async function hasContent(folder: string): Promise<boolean> {
  const names = await listNames(join(folder, 'files'));
  return names.some((name) => itemFilePattern.test(name)) || hasListFile(folder);
}

/** Returns true when the key opens an encrypted file. */
export async function canKeyOpen(folder: string, master: MasterKey): Promise<boolean> {
  const wrappingKey = await deriveKey(master.key, master.libraryId, 'files');
  for (const name of await listNames(join(folder, 'files'))) {
    const id = itemFilePattern.exec(name)?.[1];
    if (id === undefined) continue;
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
