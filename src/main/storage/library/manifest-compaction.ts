/** @file Writes a manifest again without outdated records, so that its size depends on the items, not on their history. */
import { rm } from 'node:fs/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { writeSmallFile } from './files.ts';
import { createManifestHeader, createRecordChain, type RecordChain } from './manifest-records.ts';

/** Number of changes in each record of a compacted manifest. */
const changesPerRecord = 200;
/** Number of records that a manifest may have before it is compacted, besides a tenth of the number of its items. */
const recordsBeforeCompaction = 1_000;

/** Returns true when a manifest has so many records that it is worth writing it again. */
export function isCompactionDue(recordCount: number, itemCount: number): boolean {
  return recordCount > recordsBeforeCompaction + itemCount / 10;
}

/** A compacted manifest on the disk. */
interface CompactedManifest {
  /** The chain after the last record. */
  readonly chain: RecordChain;
  /** Bytes. */
  readonly size: number;
}

/**
 * Replaces the manifest at `path` atomically by one with the given changes; resolves when it is on the disk. Returns
 * `null` when it cannot be written: the old manifest is still complete, and the next opening tries again.
 */
export async function writeCompacted(
  path: string,
  key: Uint8Array,
  libraryId: string,
  changes: readonly unknown[],
): Promise<CompactedManifest | null> {
  const chain = createRecordChain(key, libraryId);
  const parts = [createManifestHeader(libraryId)];
  for (let from = 0; from < changes.length; from += changesPerRecord) {
    const record = chain.seal(Buffer.from(JSON.stringify(changes.slice(from, from + changesPerRecord))));
    chain.advance(record);
    parts.push(record);
    await yieldToEventLoop();
  }
  const bytes = Buffer.concat(parts);
  try {
    await writeSmallFile(path, bytes);
  } catch {
    await rm(`${path}.new`, { force: true }).catch(() => undefined);
    return null;
  }
  return { chain, size: bytes.length };
}
