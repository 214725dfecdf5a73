/** @file Hands dropped files to the main process in chunks. */
import type { PageFile } from '../../../shared/contract/names.ts';
import type { BridgeClient } from '../../bridge.ts';

/** Files per call: few enough that main still has all references of a call when it uses them. */
const filesPerCall = 10_000;

/** Adds files in chunks, in order; returns the names of the files that are not on disk. */
export async function addInChunks(
  files: readonly PageFile[],
  deps: {
    readonly referenceFiles: BridgeClient['referenceFiles'];
    readonly add: (references: readonly string[]) => Promise<void>;
  },
): Promise<readonly string[]> {
  const namesNotOnDisk: string[] = [];
  for (let start = 0; start < files.length; start += filesPerCall) {
    const chunk = files.slice(start, start + filesPerCall);
    const { references, namesWithoutPath: notOnDisk } = await deps.referenceFiles(chunk);
    namesNotOnDisk.push(...notOnDisk);
    if (references.length > 0) await deps.add(references);
  }
  return namesNotOnDisk;
}
