/** @file Writes proofs to paths that the clerk chose. A file is written completely or not at all. */
import { join } from 'node:path';
import { PaydeskError } from '../../../../shared/errors.ts';
import type { OmittedProof } from '../../../../shared/model/proofs/omitted-proof.ts';
import type { Saving, WritableFile, WriteFileAtomically } from '../../../files/saving.ts';
import { createUniqueNames } from './proof-file-name.ts';
import { createZip } from './zip.ts';

export interface SaveItem {
  readonly reference: string;
  readonly name: string;
  /** Rejects when the library cannot return the bytes, and with `sign-in-needed` after a sign-out. */
  bytes(): Promise<Uint8Array>;
}

export interface SaveResult {
  readonly saved: number;
  readonly left: OmittedProof[];
}

function writeFailure(thrown: unknown): unknown {
  if (thrown instanceof PaydeskError) return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (code === 'ENOSPC') return new PaydeskError('disk-full', 'The disk is full', { retryable: true });
  return new PaydeskError('file-not-written', 'A file could not be written', { details: { cause: code } });
}

async function write(
  writeWhole: WriteFileAtomically,
  path: string,
  fill: (file: WritableFile) => Promise<void>,
): Promise<void> {
  try {
    await writeWhole(path, fill);
  } catch (thrown) {
    throw writeFailure(thrown);
  }
}

/** Writes one file. Throws `disk-full`, `file-not-written` or `drive-not-responding`. */
export function saveOne(writeWhole: WriteFileAtomically, path: string, bytes: Uint8Array): Promise<void> {
  return write(writeWhole, path, (file) => file.writeFile(bytes));
}

/** Returns the bytes, or `null` for a proof that cannot be read and is omitted. */
async function bytesOf(proof: SaveItem): Promise<Uint8Array | null> {
  try {
    return await proof.bytes();
  } catch (thrown) {
    if (thrown instanceof PaydeskError && thrown.code === 'sign-in-needed') throw thrown;
    return null;
  }
}

/**
 * Writes each proof into a folder without overwriting existing files. `onFirst` receives the first file, which stays
 * even if a later one fails.
 */
export async function saveToFolder(
  { listNames: namesIn, writeFileAtomically: writeWhole }: Pick<Saving, 'listNames' | 'writeFileAtomically'>,
  folder: string,
  proofs: readonly SaveItem[],
  onFirst: () => void,
): Promise<SaveResult> {
  let there: string[];
  try {
    there = await namesIn(folder);
  } catch (thrown) {
    throw writeFailure(thrown);
  }
  const unique = createUniqueNames(there);
  const left: OmittedProof[] = [];
  let saved = 0;
  for (const proof of proofs) {
    const bytes = await bytesOf(proof);
    if (bytes === null) {
      left.push({ reference: proof.reference, reason: 'not-in-library' });
      continue;
    }
    await saveOne(writeWhole, join(folder, unique(proof.name)), bytes);
    if (saved === 0) onFirst();
    saved += 1;
  }
  return { saved, left };
}

export async function saveAsZip(
  writeWhole: WriteFileAtomically,
  path: string,
  proofs: readonly SaveItem[],
): Promise<SaveResult> {
  const unique = createUniqueNames();
  const left: OmittedProof[] = [];
  await write(writeWhole, path, async (file) => {
    const zip = createZip(file);
    for (const proof of proofs) {
      const bytes = await bytesOf(proof);
      if (bytes === null) left.push({ reference: proof.reference, reason: 'not-in-library' });
      else await zip.add(unique(proof.name), bytes);
    }
    await zip.finish();
  });
  return { saved: proofs.length - left.length, left };
}
