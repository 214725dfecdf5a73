/**
 * @file The manifest: the list of all items of the library, as a sequence of sealed records. Each is bound to its
 * number and to the previous record, so altered, dropped or moved records are detected. When records were cut off at
 * the end, their files are reported as not listed.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { PaydeskError } from '../../shared/errors.ts';
import { flushFolder, isMissing, writeAll, writeError, writeWhole } from './files.ts';
import { createRecordChain, manifestHead } from './manifest-records.ts';
import { manifestHeadOfVersion1, readManifestOfVersion1 } from './manifest-version-1.ts';

/** An item of the library. */
export const entrySchema = z.object({
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
export type Change = z.infer<typeof changeSchema>;

export interface Manifest {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Identifiers of removed items. */
  readonly removed: ReadonlySet<string>;
  /** Appends a change and resolves when it is flushed to disk. Changes that arrive together share one flush. */
  append(change: Change): Promise<void>;
  close(): Promise<void>;
}

/** Records read before yielding to the event loop. */
const recordsPerTurn = 200;

function damagedList(): PaydeskError {
  return new PaydeskError('library-damaged', 'The list of the library is not as it was written');
}

/**
 * Opens the manifest, or creates one if `mayCreate`. Only a last record whose write was cut off is removed, after its
 * bytes were copied to a file in the same folder. Throws `library-damaged` for any other inconsistency and for a
 * missing manifest; nothing is written then.
 */
export async function openManifest(
  path: string,
  key: Uint8Array,
  libraryId: string,
  mayCreate: boolean,
): Promise<Manifest> {
  const entries = new Map<string, Entry>();
  const removed = new Set<string>();
  const chain = createRecordChain(key, libraryId);
  const head = manifestHead(libraryId);

  function apply(change: Change): void {
    if (change.change === 'add') entries.set(change.entry.id, change.entry);
    else {
      entries.delete(change.id);
      removed.add(change.id);
    }
  }

  /** Applies every complete record; returns the number of valid bytes, header included. */
  async function readAll(bytes: Buffer): Promise<number> {
    if (!bytes.subarray(0, head.length).equals(head)) throw unreadable(bytes);
    let at = head.length;
    for (let count = 1; ; count += 1) {
      const next = chain.read(bytes, at);
      if (next.kind === 'damaged') throw damagedList();
      if (next.kind !== 'record') return at;
      for (const change of changesIn(next.plain)) apply(change);
      at = next.end;
      if (count % recordsPerTurn === 0) await nextTurn();
    }
  }

  await upgradeFromVersion1(path, key, libraryId);
  const existing = await readList(path);
  // A file shorter than its header was interrupted at creation, before anything was listed.
  const isBegun = existing !== null && existing.length >= head.length;
  if (!isBegun && !mayCreate) throw damagedList();
  let size = isBegun ? await readAll(existing) : 0;
  let handle: FileHandle;
  try {
    if (isBegun && existing.length !== size) await saveTornTail(path, existing.subarray(size), size);
    handle = await open(path, existing === null ? 'wx+' : 'r+', 0o600);
    if (size === 0) {
      await writeAll(handle, head, 0);
      size = head.length;
    }
    if (existing === null || existing.length !== size) {
      await handle.truncate(size);
      await handle.sync();
      await flushFolder(dirname(path));
    }
  } catch (thrown) {
    throw writeError(thrown);
  }

  let waiting: Change[] = [];
  let flushing: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    const changes = waiting;
    waiting = [];
    if (changes.length === 0) return;
    const record = chain.seal(Buffer.from(JSON.stringify(changes)));
    try {
      await writeAll(handle, record, size);
      await handle.sync();
    } catch (thrown) {
      // A partial record is truncated, so that no record follows a torn one.
      await handle.truncate(size).catch(() => undefined);
      throw writeError(thrown);
    }
    size += record.length;
    chain.advance(record);
    for (const change of changes) apply(change);
  }

  return {
    entries,
    removed,
    append(change) {
      waiting.push(change);
      const mine = waiting;
      // The first waiting change starts the flush; changes that arrive before it begins join it.
      if (mine.length === 1) flushing = flushing.catch(() => undefined).then(flush);
      return flushing;
    },
    async close() {
      await flushing.catch(() => undefined);
      await handle.close();
    },
  };
}

async function readList(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (thrown) {
    if (isMissing(thrown)) return null;
    throw damagedList();
  }
}

/** Returns the error for a manifest with an unknown header. */
function unreadable(bytes: Buffer): PaydeskError {
  const isNewer = bytes.subarray(0, 4).toString('latin1') === 'PDMF' && (bytes[4] ?? 0) > 2;
  return isNewer ? new PaydeskError('library-newer', 'A newer Paydesk wrote this list') : damagedList();
}

/** Converts a manifest of version 1 to the current format; the old file is kept. */
async function upgradeFromVersion1(path: string, key: Uint8Array, libraryId: string): Promise<void> {
  const bytes = await readList(path);
  const head = manifestHeadOfVersion1(libraryId);
  if (bytes === null || !bytes.subarray(0, head.length).equals(head)) return;
  const records = readManifestOfVersion1(bytes, key, libraryId);
  if (records === null) throw damagedList();
  const chain = createRecordChain(key, libraryId);
  const written = [manifestHead(libraryId)];
  for (const plain of records) {
    const record = chain.seal(plain);
    chain.advance(record);
    written.push(record);
  }
  try {
    await writeWhole(`${path}.version-1`, bytes);
    await writeWhole(path, Buffer.concat(written));
  } catch (thrown) {
    throw writeError(thrown);
  }
}

/** Parses the changes of a record. Only Paydesk writes records, so anything unexpected is damage. */
function changesIn(plain: Buffer): Change[] {
  try {
    return recordSchema.parse(JSON.parse(plain.toString('utf8')));
  } catch {
    throw damagedList();
  }
}

/** Saves a torn last record to a file beside the manifest, before it is truncated. */
async function saveTornTail(path: string, tail: Buffer, at: number): Promise<void> {
  await writeWhole(`${path}.tail-${at}-${randomUUID().slice(0, 8)}`, tail);
}
