/** @file Hands dropped files to the main process in chunks. */
import type { PageFile } from '../../../shared/contract/names.ts';
import type { BridgeClient } from '../../bridge.ts';

/** Files per call: their references are used before main discards the oldest. */
const filesPerCall = 10_000;

/** Hands files over in chunks, in order; returns the names of those that are not on disk. */
export async function addInChunks(
  files: readonly PageFile[],
  deps: {
    readonly referenceFiles: BridgeClient['referenceFiles'];
    readonly add: (references: readonly string[]) => Promise<void>;
  },
): Promise<readonly string[]> {
  const left: string[] = [];
  for (let start = 0; start < files.length; start += filesPerCall) {
    const some = files.slice(start, start + filesPerCall);
    const { references, withoutPlace: notOnDisk } = await deps.referenceFiles(some);
    left.push(...notOnDisk);
    if (references.length > 0) await deps.add(references);
  }
  return left;
}
