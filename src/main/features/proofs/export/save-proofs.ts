/** @file Writes proofs to paths that the clerk chose. A file is written completely or not at all. */
import { join } from 'node:path';
import { PaydeskError } from '../../../../shared/errors.ts';
import type { OmittedProof } from '../../../../shared/model/proofs/omitted-proof.ts';
import type { Saving, WritableFile, WriteFileAtomically } from '../../../files/saving.ts';
import { createNameDeduplicator } from './proof-file-name.ts';
import { createZip } from './zip.ts';

export interface SaveItem {
  readonly reference: string;
  readonly name: string;
  /** Reads the proof. Rejects when the library cannot read it, and with `sign-in-needed` after a sign-out. */
  bytes(): Promise<Uint8Array>;
}

interface SaveResult {
  readonly saved: number;
  readonly left: OmittedProof[];
}

function toWriteError(thrown: unknown): unknown {
  if (thrown instanceof PaydeskError) return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (code === 'ENOSPC') return new PaydeskError('disk-full', 'The disk is full', { retryable: true });
  return new PaydeskError('file-not-written', 'A file could not be written', { details: { cause: code } });
}

async function writeFile(
  writeFileAtomically: WriteFileAtomically,
  path: string,
  writeContent: (file: WritableFile) => Promise<void>,
): Promise<void> {
  try {
    await writeFileAtomically(path, writeContent);
  } catch (thrown) {
    throw toWriteError(thrown);
  }
}

/** Writes one file. Throws `disk-full`, `file-not-written` or `drive-not-responding`. */
export function saveFile(
  writeFileAtomically: WriteFileAtomically,
  path: string,
  bytes: Uint8Array,
): Promise<void> {
  return writeFile(writeFileAtomically, path, (file) => file.writeFile(bytes));
}

/** Reads a proof; `null` when it cannot be read and is omitted. Rejects with `sign-in-needed` after a sign-out. */
async function readOrOmit(proof: SaveItem): Promise<Uint8Array | null> {
  try {
    return await proof.bytes();
  } catch (thrown) {
    if (thrown instanceof PaydeskError && thrown.code === 'sign-in-needed') throw thrown;
    return null;
  }
}

/**
 * Writes each proof into a folder without overwriting existing files. `onFirst` is called after the first file, which
 * stays even if a later file fails.
 */
export async function saveToFolder(
  { listNames, writeFileAtomically }: Pick<Saving, 'listNames' | 'writeFileAtomically'>,
  folder: string,
  proofs: readonly SaveItem[],
  onFirst: () => void,
): Promise<SaveResult> {
  let existingNames: string[];
  try {
    existingNames = await listNames(folder);
  } catch (thrown) {
    throw toWriteError(thrown);
  }
  const makeUnique = createNameDeduplicator(existingNames);
  const omitted: OmittedProof[] = [];
  let savedCount = 0;
  for (const proof of proofs) {
    const bytes = await readOrOmit(proof);
    if (bytes === null) {
      omitted.push({ reference: proof.reference, reason: 'not-in-library' });
      continue;
    }
    await saveFile(writeFileAtomically, join(folder, makeUnique(proof.name)), bytes);
    if (savedCount === 0) onFirst();
    savedCount += 1;
  }
  return { saved: savedCount, left: omitted };
}

export async function saveAsZip(
  writeFileAtomically: WriteFileAtomically,
  path: string,
  proofs: readonly SaveItem[],
): Promise<SaveResult> {
  const makeUnique = createNameDeduplicator();
  const omitted: OmittedProof[] = [];
  await writeFile(writeFileAtomically, path, async (file) => {
    const zip = createZip(file);
    for (const proof of proofs) {
      const bytes = await readOrOmit(proof);
      if (bytes === null) omitted.push({ reference: proof.reference, reason: 'not-in-library' });
      else await zip.add(makeUnique(proof.name), bytes);
    }
    await zip.finish();
  });
  return { saved: proofs.length - omitted.length, left: omitted };
}
