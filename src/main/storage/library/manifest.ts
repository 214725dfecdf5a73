/**
 * @file The manifest: the list of all items of the library, as a sequence of sealed records. Each record is bound to its
 * number and to the previous record, so altered, dropped or moved records are detected. When records were cut off at
 * the end of the manifest, the files of their items are reported as not listed.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { z } from 'zod';
import { PaydeskError } from '../../../shared/errors.ts';
import { SerialQueue } from '../../concurrency/serial-queue.ts';
import { flushFolder, isMissingFileError, toWriteError, writeAll, writeSmallFile } from './files.ts';
import { isCompactionDue, writeCompacted } from './manifest-compaction.ts';
import { createManifestHeader, createRecordChain } from './manifest-records.ts';
import { createManifestHeaderOfVersion1, readManifestOfVersion1 } from './manifest-version-1.ts';

/** An item of the library. */
const entrySchema = z.object({
  id: z.uuid(),
  /** Kind of item, such as `proof`. */
  kind: z.string(),
  /** Bytes of content. */
  size: z.number().int(),
  /** SHA-256 of the content, in hex. */
  sha256: z.string(),
  /** SHA-256 of the sealed file's header, in hex. */
  header: z.string(),
  /** Milliseconds since 1970. */
  sealedAt: z.number(),
  /** Metadata of the feature; encrypted. */
  about: z.unknown(),
});

export type Entry = z.infer<typeof entrySchema>;

const changeSchema = z.discriminatedUnion('change', [
  z.object({ change: z.literal('add'), entry: entrySchema }),
  z.object({ change: z.literal('remove'), id: z.uuid() }),
]);
const recordSchema = z.array(changeSchema);

/** A change of the manifest. */
type Change = z.infer<typeof changeSchema>;

export interface Manifest {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Identifiers of removed items. */
  readonly removedIds: ReadonlySet<string>;
  /** Appends a change and resolves when it is flushed to disk. Changes that arrive together share one flush. */
  append(change: Change): Promise<void>;
  close(): Promise<void>;
}

/** Number of changes that are read before yielding to the event loop. */
const changesBetweenYields = 200;

/** What the folder of the library shows before its manifest is opened. */
interface FolderState {
  /** True when a missing manifest may be created. */
  readonly mayCreate: boolean;
  /** Identifiers of all items that have a file. A file that is not among them must not come back after a power loss. */
  readonly fileIds: ReadonlySet<string>;
}

function createDamagedError(): PaydeskError {
  return new PaydeskError('library-damaged', 'The manifest of the library was altered');
}

/**
 * Opens the manifest; creates a missing manifest if `mayCreate`. Removes a last record whose write was cut off, after
 * copying its bytes to a file in the same folder. Writes a manifest with many outdated records again with the current
 * items only, so that its size depends on the items and not on their history. Throws `library-damaged` for any other
 * inconsistency, and for a missing manifest that must not be created; nothing is written then.
 */
export async function openManifest(
  path: string,
  key: Uint8Array,
  libraryId: string,
  { mayCreate, fileIds }: FolderState,
): Promise<Manifest> {
  const entries = new Map<string, Entry>();
  const removedIds = new Set<string>();
  let chain = createRecordChain(key, libraryId);
  let recordCount = 0;
  const header = createManifestHeader(libraryId);

  function applyChange(change: Change): void {
    if (change.change === 'add') entries.set(change.entry.id, change.entry);
    else {
      entries.delete(change.id);
      removedIds.add(change.id);
    }
  }

  /** Applies every complete record; returns the number of valid bytes, including the header. */
  async function applyRecords(bytes: Buffer): Promise<number> {
    if (!bytes.subarray(0, header.length).equals(header)) throw createHeaderError(bytes);
    let offset = header.length;
    for (let changesSinceYield = 0; ; ) {
      const record = chain.read(bytes, offset);
      if (record.kind === 'damaged') throw createDamagedError();
      if (record.kind !== 'record') return offset;
      const changes = parseChanges(record.plaintext);
      for (const change of changes) applyChange(change);
      offset = record.end;
      recordCount += 1;
      changesSinceYield += changes.length;
      if (changesSinceYield < changesBetweenYields) continue;
      changesSinceYield = 0;
      await yieldToEventLoop();
    }
  }

  /** Drops outdated records; returns the size of the manifest. A manifest that cannot be written stays as it is. */
  async function compact(oldSize: number): Promise<number> {
    const keptRemovedIds = [...removedIds].filter((id) => fileIds.has(id));
    const changes = [
      ...keptRemovedIds.map((id): Change => ({ change: 'remove', id })),
      ...[...entries.values()].map((entry): Change => ({ change: 'add', entry })),
    ];
    const compacted = await writeCompacted(path, key, libraryId, changes);
    if (compacted === null) return oldSize;
    chain = compacted.chain;
    removedIds.clear();
    for (const id of keptRemovedIds) removedIds.add(id);
    return compacted.size;
  }

  await upgradeFromVersion1(path, key, libraryId);
  const existingBytes = await readManifestFile(path);
  // The creation of a file that is shorter than its header was interrupted, before any item was listed.
  const hasHeader = existingBytes !== null && existingBytes.length >= header.length;
  if (!hasHeader && !mayCreate) throw createDamagedError();
  let size = hasHeader ? await applyRecords(existingBytes) : 0;
  let handle: FileHandle;
  try {
    if (hasHeader && existingBytes.length !== size)
      await saveTornTail(path, existingBytes.subarray(size), size);
    if (!hasHeader) {
      // Atomically: after a power loss, a header of zeros would be taken for damage.
      await writeSmallFile(path, header);
      size = header.length;
    }
    handle = await open(path, 'r+', 0o600);
    if (hasHeader && existingBytes.length !== size) {
      await handle.truncate(size);
      await handle.sync();
      await flushFolder(dirname(path));
    }
    if (isCompactionDue(recordCount, entries.size)) {
      // Windows replaces no file that is open.
      await handle.close();
      size = await compact(size);
      handle = await open(path, 'r+', 0o600);
    }
  } catch (thrown) {
    throw toWriteError(thrown);
  }

  let pendingChanges: Change[] = [];
  const flushes = new SerialQueue();
  let lastFlush: Promise<void> = Promise.resolve();

  async function flushPendingChanges(): Promise<void> {
    const changes = pendingChanges;
    pendingChanges = [];
    if (changes.length === 0) return;
    const record = chain.seal(Buffer.from(JSON.stringify(changes)));
    try {
      await writeAll(handle, record, size);
      await handle.sync();
    } catch (thrown) {
      // A partial record is truncated, so that no record follows a torn one.
      await handle.truncate(size).catch(() => undefined);
      throw toWriteError(thrown);
    }
    size += record.length;
    chain.advance(record);
    for (const change of changes) applyChange(change);
  }

  return {
    entries,
    removedIds,
    append(change) {
      pendingChanges.push(change);
      const changesOfNextFlush = pendingChanges;
      // The first waiting change starts the flush; changes that arrive before it begins join it.
      if (changesOfNextFlush.length === 1) lastFlush = flushes.run(flushPendingChanges);
      return lastFlush;
    },
    async close() {
      await flushes.whenIdle();
      await handle.close();
    },
  };
}

async function readManifestFile(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (thrown) {
    if (isMissingFileError(thrown)) return null;
    throw createDamagedError();
  }
}

/** Returns the error for a manifest with an unknown header. */
function createHeaderError(bytes: Buffer): PaydeskError {
  const isNewer = bytes.subarray(0, 4).toString('latin1') === 'PDMF' && (bytes[4] ?? 0) > 2;
  return isNewer
    ? new PaydeskError('library-newer', 'A newer Paydesk wrote this manifest')
    : createDamagedError();
}

/** Converts a manifest of version 1 to the current format; the old file is kept. */
async function upgradeFromVersion1(path: string, key: Uint8Array, libraryId: string): Promise<void> {
  const bytes = await readManifestFile(path);
  const header = createManifestHeaderOfVersion1(libraryId);
  if (bytes === null || !bytes.subarray(0, header.length).equals(header)) return;
  const records = readManifestOfVersion1(bytes, key, libraryId);
  if (records === null) throw createDamagedError();
  const chain = createRecordChain(key, libraryId);
  const parts = [createManifestHeader(libraryId)];
  for (const plaintext of records) {
    const record = chain.seal(plaintext);
    chain.advance(record);
    parts.push(record);
  }
  try {
    await writeSmallFile(`${path}.version-1`, bytes);
    await writeSmallFile(path, Buffer.concat(parts));
  } catch (thrown) {
    throw toWriteError(thrown);
  }
}

/** Parses the changes of a record. Only Paydesk writes records, so anything unexpected is damage. */
function parseChanges(plaintext: Buffer): Change[] {
  try {
    return recordSchema.parse(JSON.parse(plaintext.toString('utf8')));
  } catch {
    throw createDamagedError();
  }
}

/** Saves a torn last record, which begins at `offset`, to a file beside the manifest. */
async function saveTornTail(path: string, tail: Buffer, offset: number): Promise<void> {
  await writeSmallFile(`${path}.tail-${offset}-${randomUUID().slice(0, 8)}`, tail);
}
