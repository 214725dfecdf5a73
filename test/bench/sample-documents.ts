/** @file Files for benchmarks: valid, distinct PDFs in one folder per beneficiary. */
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pdf } from '../fakes/files/files.ts';
import type { BenchContext } from './bench.ts';

/** The written files. */
export interface SampleDocuments {
  /** The folder that is dropped. */
  readonly root: string;
  readonly paths: readonly string[];
  /** Names of the subfolders: recipient IDs. */
  readonly recipientIds: readonly string[];
  readonly bytes: number;
}

const filesAtOnce = 32;

/**
 * Writes `count` files of about `size` bytes, `perFolder` in each folder, which is named after a recipient ID. A `sparse`
 * filling takes no space on the disk and is read as zeros.
 */
export async function writeSampleDocuments(
  root: string,
  count: number,
  size: number,
  perFolder = 100,
  filling: 'written' | 'sparse' = 'written',
): Promise<SampleDocuments> {
  const recipientIds = Array.from(
    { length: Math.ceil(count / perFolder) },
    (_, index) => `rcp_${String(index + 1).padStart(5, '0')}`,
  );
  for (const id of recipientIds) await mkdir(join(root, id), { recursive: true });
  const template = pdf('A document of the bench, number 000000000', size);
  const mark = template.indexOf('000000000');
  const paths: string[] = [];
  for (let first = 0; first < count; first += filesAtOnce) {
    const indexes = Array.from(
      { length: Math.min(filesAtOnce, count - first) },
      (_, offset) => first + offset,
    );
    const written = indexes.map(async (index) => {
      const bytes = Buffer.from(template);
      bytes.write(String(index + 1).padStart(9, '0'), mark, 'latin1');
      const folder = recipientIds[Math.floor(index / perFolder)] ?? '';
      const path = join(root, folder, `scan ${String(index + 1).padStart(6, '0')}.pdf`);
      await (filling === 'sparse' ? writeSparse(path, bytes) : writeFile(path, bytes));
      return path;
    });
    paths.push(...(await Promise.all(written)));
  }
  return { root, paths, recipientIds, bytes: count * template.length };
}

/** Writes documents into the folder of a part, as {@link writeSampleDocuments} does. */
export function writeDocuments(
  { folder, say }: BenchContext,
  count: number,
  ...options: [size: number, perFolder?: number, filling?: 'written' | 'sparse']
): Promise<SampleDocuments> {
  say(`Writing ${count} files`);
  return writeSampleDocuments(join(folder, 'drop'), count, ...options);
}

/** Bytes at each end of a sparse file that are written. */
const writtenEndBytes = 4_096;

/** Writes both ends of a file and leaves a hole between them. */
async function writeSparse(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w');
  const tailStart = Math.max(writtenEndBytes, bytes.length - writtenEndBytes);
  await file.write(bytes.subarray(0, writtenEndBytes), 0, null, 0);
  await file.write(bytes.subarray(tailStart), 0, null, tailStart);
  await file.close();
}
