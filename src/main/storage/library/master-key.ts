/**
 * @file The master key of the library, which is kept in the keychain and in memory. A marker file without secrets in the
 * library's folder distinguishes a library whose key is lost from a library that was never created.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { PaydeskError } from '../../../shared/errors.ts';
import type { Vault } from '../../platform/keychain/vault.ts';
import { flushFolder, isMissingFileError, moveIntoPlace, toWriteError, writeSmallFile } from './files.ts';

/** A library's identity and key. */
export interface MasterKey {
  readonly libraryId: string;
  readonly key: Uint8Array;
}

const markerSchema = z.object({ version: z.number().int(), libraryId: z.uuid(), check: z.string() });
const keychainAccountOf = (libraryId: string) => `library-key/${libraryId}`;

function computeCheck({ libraryId, key }: MasterKey): Buffer {
  return createHmac('sha256', key).update(`paydesk library ${libraryId}`).digest();
}

function isMarkerOfKey(marker: z.infer<typeof markerSchema>, master: MasterKey): boolean {
  return timingSafeEqual(Buffer.from(marker.check, 'hex'), computeCheck(master));
}

const encodeKey = ({ key }: MasterKey) => Buffer.from(key).toString('base64url');

/** Generates a random key. */
export function generateMasterKey(libraryId: string): MasterKey {
  return { libraryId, key: randomBytes(32) };
}

function createUnreadableMarkerError(): PaydeskError {
  return new PaydeskError('library-damaged', 'The marker of the library cannot be read');
}

/** Returns true when the marker of a library is at `path`. Throws like {@link readMasterKey}. */
export async function hasMarker(path: string): Promise<boolean> {
  return (await readMarker(path)) !== null;
}

async function readMarker(path: string): Promise<z.infer<typeof markerSchema> | null> {
  let marker: z.infer<typeof markerSchema>;
  try {
    marker = markerSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (thrown) {
    if (isMissingFileError(thrown)) return null;
    throw createUnreadableMarkerError();
  }
  if (marker.version > 1) throw new PaydeskError('library-newer', 'A newer Paydesk wrote this library');
  if (!/^[0-9a-f]{64}$/.test(marker.check)) throw createUnreadableMarkerError();
  return marker;
}

/**
 * Returns the key of the library whose marker is at `path`, or `null` without a marker. Throws `library-key-lost` when
 * the keychain works but does not have this key, `library-damaged`, `library-newer`, and the errors of the keychain.
 */
export async function readMasterKey(path: string, vault: Vault): Promise<MasterKey | null> {
  const marker = await readMarker(path);
  if (marker === null) return null;
  const { libraryId } = marker;
  const secret = await vault.read(keychainAccountOf(libraryId));
  if (secret === null) throw new PaydeskError('library-key-lost', 'The keychain has no key of the library');
  const master = { libraryId, key: Buffer.from(secret, 'base64url') };
  if (!isMarkerOfKey(marker, master))
    throw new PaydeskError('library-key-lost', 'The keychain has another key');
  return master;
}

/**
 * Returns the identifier of the library whose marker is at `path`, or `null` without a marker. Needs no key.
 */
export async function readLibraryId(path: string): Promise<string | null> {
  return (await readMarker(path))?.libraryId ?? null;
}

/**
 * Restores a key to the keychain. Throws `recovery-file-other`, with nothing changed, when it is not the key of the
 * library whose marker is at `path`, and the errors of the keychain.
 */
export async function restoreMasterKey(path: string, vault: Vault, master: MasterKey): Promise<void> {
  const marker = await readMarker(path);
  if (marker === null || marker.libraryId !== master.libraryId || !isMarkerOfKey(marker, master)) {
    throw new PaydeskError('recovery-file-other', 'The key is of another library');
  }
  await vault.write(keychainAccountOf(master.libraryId), encodeKey(master));
}

/**
 * Restores a key to the keychain and writes its marker, which is lost or unreadable. An unreadable marker is kept under
 * another name.
 */
export async function restoreKeyAndMarker(path: string, vault: Vault, master: MasterKey): Promise<void> {
  await vault.write(keychainAccountOf(master.libraryId), encodeKey(master));
  try {
    await moveIntoPlace(path, `${path}.damaged`).catch((thrown: unknown) => {
      if (!isMissingFileError(thrown)) throw thrown;
    });
    await writeMarker(path, master);
  } catch (thrown) {
    throw toWriteError(thrown);
  }
}

async function writeMarker(path: string, master: MasterKey): Promise<void> {
  const marker = { version: 1, libraryId: master.libraryId, check: computeCheck(master).toString('hex') };
  await writeSmallFile(path, Buffer.from(`${JSON.stringify(marker)}\n`));
}

/**
 * Creates a library: stores its key in the keychain first, then writes the marker, which makes the key the one that
 * counts; `beforeMarker` runs in between. Throws the errors of the keychain
 * and of the disk.
 */
export async function createMasterKey(
  path: string,
  vault: Vault,
  libraryId: string,
  beforeMarker: (master: MasterKey) => Promise<unknown> = async () => undefined,
): Promise<MasterKey> {
  const master = generateMasterKey(libraryId);
  await vault.write(keychainAccountOf(libraryId), encodeKey(master));
  await beforeMarker(master);
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeMarker(path, master);
    // Without this flush, a power loss may lose the new folder.
    await flushFolder(dirname(dirname(path)));
  } catch (thrown) {
    throw toWriteError(thrown);
  }
  return master;
}
