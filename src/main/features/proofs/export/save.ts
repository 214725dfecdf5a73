/** @file Writes proofs to places that the clerk chose. A file is whole or not there. */
import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PaydeskError } from '../../../../shared/errors.ts';
import { createUniqueNames } from './names.ts';
import { createZip } from './zip.ts';

/** One thing to save. */
export interface Saved {
  readonly reference: string;
  readonly name: string;
  /** Rejects when it cannot be read out of the library. */
  bytes(): Promise<Uint8Array>;
}

/** What was saved, and what was not. */
export interface SaveResult {
  readonly saved: number;
  readonly left: string[];
}

function writeFailure(thrown: unknown): unknown {
  if (thrown instanceof PaydeskError) return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (code === 'ENOSPC') return new PaydeskError('disk-full', 'The disk is full', { retryable: true });
  return new PaydeskError('file-not-written', 'A file could not be written', { details: { cause: code } });
}

async function writeWhole(path: string, fill: (file: FileHandle) => Promise<void>): Promise<void> {
  const unfinished = `${path}.part`;
  try {
    const file = await open(unfinished, 'w');
    try {
      await fill(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (thrown) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw writeFailure(thrown);
  }
}

/** Writes one file. Throws `disk-full` or `file-not-written`. */
export function saveOne(path: string, bytes: Uint8Array): Promise<void> {
  return writeWhole(path, (file) => file.writeFile(bytes));
}

/** Writes each into a folder; nothing that is there is written over. */
export async function saveToFolder(folder: string, proofs: readonly Saved[]): Promise<SaveResult> {
  let there: string[];
  try {
    there = await readdir(folder);
  } catch (thrown) {
    throw writeFailure(thrown);
  }
  const unique = createUniqueNames(there);
  const left: string[] = [];
  for (const proof of proofs) {
    const bytes = await proof.bytes().catch(() => null);
    if (bytes === null) left.push(proof.reference);
    else await saveOne(join(folder, unique(proof.name)), bytes);
  }
  return { saved: proofs.length - left.length, left };
}

/** Writes one ZIP with all of them. */
export async function saveAsZip(path: string, proofs: readonly Saved[]): Promise<SaveResult> {
  const unique = createUniqueNames();
  const left: string[] = [];
  await writeWhole(path, async (file) => {
    const zip = createZip(file);
    for (const proof of proofs) {
      const bytes = await proof.bytes().catch(() => null);
      if (bytes === null) left.push(proof.reference);
      else await zip.add(unique(proof.name), bytes);
    }
    await zip.finish();
  });
  return { saved: proofs.length - left.length, left };
}
