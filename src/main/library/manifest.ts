/**
 * @file The list of everything in the library: sealed records, appended one after the other, each bound to its number
 * and to the one before it. A record that was altered, dropped from the middle or moved is noticed; records that were
 * cut off at the end show as files that nobody knows.
 */
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { PaydeskError } from '../../shared/errors.ts';
import { flushFolder, isMissing, writeAll, writeError } from './files.ts';
import { decrypt, encrypt, idBytes, tagSize } from './seal.ts';

/** One thing in the library. */
export const entrySchema = z.object({
  id: z.uuid(),
  /** Which feature keeps it, such as `proof`. */
  kind: z.string(),
  /** Bytes of content. */
  size: z.number().int(),
  /** SHA-256 of the content, in hex. */
  sha256: z.string(),
  /** SHA-256 of the sealed file's header, in hex. */
  header: z.string(),
  /** Milliseconds since 1970. */
  sealedAt: z.number(),
  /** What its feature says of it; sealed like everything else. */
  about: z.unknown(),
});

/** See {@link entrySchema}. */
export type Entry = z.infer<typeof entrySchema>;

const changeSchema = z.discriminatedUnion('change', [
  z.object({ change: z.literal('add'), entry: entrySchema }),
  z.object({ change: z.literal('remove'), id: z.uuid() }),
]);
const recordSchema = z.array(changeSchema);

/** One change of the list. */
export type Change = z.infer<typeof changeSchema>;

/** The open list. */
export interface Manifest {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Identifiers of what was removed. */
  readonly removed: ReadonlySet<string>;
  /** Appends changes and resolves when they have reached the disk. Changes that wait together share one flush. */
  append(change: Change): Promise<void>;
  close(): Promise<void>;
}

const magic = Buffer.from('PDMF\x01\0\0\0');
const headSize = 24;
const recordHead = 16;
/** Records that are read before others get their turn. */
const recordsPerTurn = 200;

function broken(): PaydeskError {
  return new PaydeskError('library-damaged', 'The list of the library is not as it was written');
}

/** Space that a power cut left as it was before it was written to. */
function unfilled(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

/** Where the record at a place ends, or `null` when none was written there to its end. */
function recordEnd(bytes: Buffer, at: number): number | null {
  if (bytes.length - at < recordHead) return null;
  const length = bytes.readUInt32BE(at);
  if (length === 0 && unfilled(bytes.subarray(at))) return null;
  const end = at + recordHead + length;
  return end > bytes.length ? null : end;
}

/** Opens the list, or begins one. Throws `library-damaged`; the file is then as it was. */
export async function openManifest(path: string, key: Uint8Array, libraryId: string): Promise<Manifest> {
  const entries = new Map<string, Entry>();
  const removed = new Set<string>();
  const head = Buffer.concat([magic, idBytes(libraryId)]);
  let number = 0;
  let previous: Uint8Array = Buffer.alloc(tagSize);

  const boundTo = () => {
    const place = Buffer.alloc(8);
    place.writeBigUInt64BE(BigInt(number));
    return Buffer.concat([head, place, previous]);
  };
  function apply(change: Change): void {
    if (change.change === 'add') entries.set(change.entry.id, change.entry);
    else {
      entries.delete(change.id);
      removed.add(change.id);
    }
  }
  function advance(sealed: Uint8Array): void {
    previous = sealed.subarray(sealed.length - tagSize);
    number += 1;
  }

  function take(nonce: Uint8Array, sealed: Uint8Array): boolean {
    const plain = decrypt(key, nonce, boundTo(), sealed);
    if (plain === null) return false;
    for (const change of recordSchema.parse(JSON.parse(plain.toString('utf8')))) apply(change);
    advance(sealed);
    return true;
  }

  /** Takes in every whole record; gives how many bytes of the file they make up. */
  async function readAll(bytes: Buffer): Promise<number> {
    if (bytes.length < headSize) return 0;
    if (!bytes.subarray(0, headSize).equals(head)) throw broken();
    let at = headSize;
    for (;;) {
      const end = recordEnd(bytes, at);
      if (end === null) return at;
      const sealed = bytes.subarray(at + recordHead, end);
      if (!take(bytes.subarray(at + 4, at + recordHead), sealed)) {
        if (end === bytes.length && unfilled(sealed.subarray(-tagSize))) return at;
        throw broken();
      }
      at = end;
      if (number % recordsPerTurn === 0) await nextTurn();
    }
  }

  const existing = await readFile(path).catch((thrown: unknown) => {
    if (isMissing(thrown)) return null;
    throw broken();
  });
  let size = existing === null ? 0 : await readAll(existing);
  let handle: FileHandle;
  try {
    handle = await open(path, existing === null ? 'wx+' : 'r+', 0o600);
    if (size === 0) {
      await writeAll(handle, head, 0);
      size = headSize;
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
    const nonce = randomBytes(12);
    const sealed = encrypt(key, nonce, boundTo(), Buffer.from(JSON.stringify(changes)));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(sealed.length);
    const record = Buffer.concat([length, nonce, sealed]);
    try {
      await writeAll(handle, record, size);
      await handle.sync();
    } catch (thrown) {
      // What was written in part is cut off again, so that a later record does not follow a torn one.
      await handle.truncate(size).catch(() => undefined);
      throw writeError(thrown);
    }
    size += record.length;
    advance(sealed);
    for (const change of changes) apply(change);
  }

  return {
    entries,
    removed,
    append(change) {
      waiting.push(change);
      const mine = waiting;
      // The first change that waits makes the flush; those that come until it begins go with it.
      if (mine.length === 1) flushing = flushing.catch(() => undefined).then(flush);
      return flushing;
    },
    async close() {
      await flushing.catch(() => undefined);
      await handle.close();
    },
  };
}
