/** @file Manifests: CSV lists with the columns `file` and `recipientId`. Kept in memory until they are used. */
import { basename } from 'node:path';
import { z } from 'zod';
import { PaydeskError } from '../../../shared/errors.ts';
import { recipientIdSchema } from '../../../shared/model/beneficiary.ts';
import { readCsv } from '../../formats/csv/csv-reader.ts';
import { manifestForm } from '../../formats/csv/list-forms.ts';
import { checkListLines } from '../../formats/csv/list-protocol.ts';
import type { ListReader } from '../../formats/csv/list-reader.ts';
import { type ManifestLine, manifestLineSchema } from './database/assign/mapping-plan.ts';

/** An opened manifest. */
interface Manifest {
  readonly id: number;
  readonly batchId: number;
  readonly fileName: string;
  readonly lines: readonly ManifestLine[];
}

/** Number of manifests that are kept. */
const maxManifests = 4;

const linesSchema = z.array(manifestLineSchema);

/**
 * Parses a manifest, in a worker thread. Throws `file-unreadable` when the file cannot be read, is too long or lacks
 * the columns.
 */
export async function parseManifest(bytes: AsyncIterable<Uint8Array>): Promise<ManifestLine[]> {
  const lines: ManifestLine[] = [];
  await readCsv<'file' | 'recipientId'>(bytes, manifestForm, ({ line, cell, problem }) => {
    checkListLines(lines.length);
    const file = cell('file') === '' || problem !== null ? null : cell('file').slice(0, 4_096);
    const recipientId = recipientIdSchema.safeParse(cell('recipientId'));
    lines.push({
      line,
      file,
      recipientId: recipientId.success && problem === null ? recipientId.data : null,
    });
  });
  return lines;
}

/** Creates an empty set of manifests. */
export function createManifests(
  readList: ListReader,
  readChosenFile: (path: string) => AsyncIterable<Uint8Array>,
) {
  const manifests = new Map<number, Manifest>();
  let lastId = 0;
  return {
    /** Reads a file. Throws `file-unreadable`. */
    async open(batchId: number, path: string) {
      const lines = linesSchema.parse(await readList('manifest', readChosenFile(path)));
      lastId += 1;
      const manifest = { id: lastId, batchId, fileName: basename(path), lines };
      manifests.set(lastId, manifest);
      for (const id of [...manifests.keys()].slice(0, -maxManifests)) manifests.delete(id);
      return manifest;
    },
    /** Returns a manifest of a batch. Throws `arguments-invalid` for one that is no longer kept. */
    get(batchId: number, manifestId: number) {
      const manifest = manifests.get(manifestId);
      if (manifest === undefined || manifest.batchId !== batchId) {
        throw new PaydeskError('arguments-invalid', 'This list is no longer open', {
          details: { fields: ['manifestId'] },
        });
      }
      return manifest;
    },
  };
}
