/** @file Writes proofs to paths that the clerk chose. A file is written completely or not at all. */
import { dirname, join } from 'node:path';
import { PaydeskError } from '../../../../shared/errors.ts';
import type { OmittedProof } from '../../../../shared/model/proofs/omitted-proof.ts';
import type { Saving, WriteFileAtomically } from '../../../files/saving.ts';
import { createNameDeduplicator } from '../../../files/unique-names.ts';
import { ZipWriter } from '../../../formats/zip/zip-writer.ts';

export interface SaveItem {
  readonly reference: string;
  readonly name: string;
  /** Reads the proof. Rejects when the library cannot read it, and with `sign-in-needed` after a sign-out. */
  bytes(): Promise<Uint8Array>;
}

interface SaveResult {
  readonly saved: number;
  /** Proofs that were not saved. */
  readonly left: OmittedProof[];
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
  const makeUnique = createNameDeduplicator(await listNames(folder));
  const omitted: OmittedProof[] = [];
  let savedCount = 0;
  for (const proof of proofs) {
    const bytes = await readOrOmit(proof);
    if (bytes === null) {
      omitted.push({ reference: proof.reference, reason: 'not-in-library' });
      continue;
    }
    await writeFileAtomically(join(folder, makeUnique(proof.name)), (file) => file.writeFile(bytes));
    if (savedCount === 0) onFirst();
    savedCount += 1;
  }
  return { saved: savedCount, left: omitted };
}

/** The earliest time of the format: the times of the files carry no information. */
const zipTime = new Date(1980, 0, 1).getTime();

/** Writes the proofs into one ZIP file. Rejects with `zip-too-large`. */
export async function saveAsZip(
  writeFileAtomically: WriteFileAtomically,
  path: string,
  proofs: readonly SaveItem[],
): Promise<SaveResult> {
  const makeUnique = createNameDeduplicator();
  const omitted: OmittedProof[] = [];
  await writeFileAtomically(path, async (file) => {
    const zip = new ZipWriter(file, zipTime, 'zip-too-large');
    for (const proof of proofs) {
      const bytes = await readOrOmit(proof);
      if (bytes === null) omitted.push({ reference: proof.reference, reason: 'not-in-library' });
      else await zip.add(makeUnique(proof.name), [bytes]);
    }
    await zip.end();
  });
  return { saved: proofs.length - omitted.length, left: omitted };
}

/** Creates a folder beside a file, named `name` and, if that name is taken, numbered. Returns its path. */
export async function createFolderBeside(
  { listNames, createFolder }: Pick<Saving, 'listNames' | 'createFolder'>,
  path: string,
  name: string,
): Promise<string> {
  const makeUnique = createNameDeduplicator(await listNames(dirname(path)));
  const folder = join(dirname(path), makeUnique(name));
  await createFolder(folder);
  return folder;
}
