/**
 * @file The binary format of the library's manifest. Every length is authenticated before it is used, so a flipped bit
 * cannot make the rest of the manifest look like a write that was cut off.
 *
 * ```
 * file      0  magic "PDMF", version 2, 3 zero bytes
 *           8  identifier of the library (16), 8 zero bytes
 *          32  records, one after the other
 * record    0  length of the sealed changes (4)
 *           4  nonce (12)
 *          16  start tag: HMAC-SHA-256 over position, length and nonce, first 16 bytes
 *          32  the changes, AES-256-GCM, bound to the position; padded so that the length is a multiple of 16 and the
 *              record does not end with a sector: a file that does was cut off
 *         end  end tag: HMAC-SHA-256 over position and length, first 16 bytes
 * ```
 *
 * *Position* is the file's header, the number of the record and the tag of the previous record.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { decrypt, encrypt, idBytes, tagSize } from './seal.ts';

/** Bytes before the first record. */
export const manifestHeadSize = 32;
const recordHeadSize = 32;
const alignment = 16;
/** Size of a sector, which disks write completely or not at all. */
const sectorSize = 512;

/** Returns the header of a library's manifest. */
export function manifestHead(libraryId: string): Buffer {
  return Buffer.concat([Buffer.from('PDMF\x02\0\0\0'), idBytes(libraryId), Buffer.alloc(8)]);
}

/** The result of reading a position of the file. */
export type RecordAt =
  | { readonly kind: 'record'; readonly plain: Buffer; readonly end: number }
  /** The end of the file. */
  | { readonly kind: 'end' }
  /** The last write was interrupted by a crash or a power loss. */
  | { readonly kind: 'torn' }
  /** The bytes were changed after writing. */
  | { readonly kind: 'damaged' };

/** Seals and opens records in order; each is bound to its number and to the one before it. */
export interface RecordChain {
  /** Encrypts the next record. Call {@link RecordChain.advance} with the bytes once they are on the disk. */
  seal(plain: Uint8Array): Buffer;
  advance(record: Uint8Array): void;
  /** Reads the next record at `at`. A returned record advances the chain. */
  read(bytes: Buffer, at: number): RecordAt;
}

/** Starts a chain at the first record of a manifest. */
export function createRecordChain(key: Uint8Array, libraryId: string): RecordChain {
  const head = manifestHead(libraryId);
  const framing = createHmac('sha256', key).update('paydesk manifest framing').digest();
  let number = 0n;
  let size = manifestHeadSize;
  let previous: Uint8Array = Buffer.alloc(tagSize);

  function place(): Buffer {
    const position = Buffer.alloc(8);
    position.writeBigUInt64BE(number);
    return Buffer.concat([head, position, previous]);
  }
  function tagOf(which: 'start' | 'end', ...parts: readonly Uint8Array[]): Buffer {
    const hmac = createHmac('sha256', framing).update(which).update(place());
    for (const part of parts) hmac.update(part);
    return hmac.digest().subarray(0, tagSize);
  }
  function lengthBytes(length: number): Buffer {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(length);
    return bytes;
  }
  function advance(record: Uint8Array): void {
    previous = Buffer.from(record.subarray(record.length - 2 * tagSize, record.length - tagSize));
    number += 1n;
    size += record.length;
  }
  function hasStart(rest: Buffer): boolean {
    return timingSafeEqual(tagOf('start', rest.subarray(0, 16)), rest.subarray(16, recordHeadSize));
  }
  /** Returns true when the record at the start of `rest` ends with the file. */
  function hasEnd(rest: Buffer): boolean {
    const length = rest.length - recordHeadSize - tagSize;
    return timingSafeEqual(tagOf('end', lengthBytes(length)), rest.subarray(-tagSize));
  }
  /** Returns true when the start of the last record, at `at`, never reached the disk. */
  function isTornAtStart(rest: Buffer, at: number, zeros: readonly Range[]): boolean {
    const isStartMissing = zeros.some(({ from }) => from < recordHeadSize);
    const isCutOff = endsSector(at + rest.length) || zeros.some(({ to }) => to === rest.length);
    return isStartMissing && (isCutOff || hasEnd(rest));
  }

  return {
    seal(plain) {
      let padding = (alignment - (plain.length % alignment)) % alignment;
      if (endsSector(size + recordHeadSize + plain.length + padding + 2 * tagSize)) padding += alignment;
      const padded = Buffer.concat([plain, Buffer.alloc(padding, ' ')]);
      const nonce = randomBytes(12);
      const sealed = encrypt(key, nonce, place(), padded);
      const start = Buffer.concat([lengthBytes(sealed.length), nonce]);
      const end = tagOf('end', lengthBytes(sealed.length));
      return Buffer.concat([start, tagOf('start', start), sealed, end]);
    },
    advance,
    read(bytes, at) {
      const rest = bytes.subarray(at);
      if (rest.length === 0) return { kind: 'end' };
      if (rest.length < recordHeadSize + 2 * tagSize) return { kind: 'torn' };
      const zeros = zeroSectors(rest, at);
      if (!hasStart(rest)) return { kind: isTornAtStart(rest, at, zeros) ? 'torn' : 'damaged' };
      const length = rest.readUInt32BE(0);
      const end = recordHeadSize + length + tagSize;
      if (end > rest.length) return { kind: 'torn' };
      const record = rest.subarray(0, end);
      const plain = hasEnd(record)
        ? decrypt(key, rest.subarray(4, 16), place(), record.subarray(recordHeadSize, -tagSize))
        : null;
      // Only the last record can be torn: a record is written only when all earlier ones are on the disk.
      if (plain === null) return { kind: end === rest.length && zeros.length > 0 ? 'torn' : 'damaged' };
      advance(record);
      return { kind: 'record', plain, end: at + end };
    },
  };
}

function endsSector(place: number): boolean {
  return place % sectorSize === 0;
}

/** A range of bytes; `to` is exclusive. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns the sectors of the file that were never written, as ranges in `rest`, which begins at `at` of the file. */
function zeroSectors(rest: Buffer, at: number): Range[] {
  const found: Range[] = [];
  for (let from = 0; from < rest.length; ) {
    const to = Math.min(rest.length, from + sectorSize - ((at + from) % sectorSize));
    if (rest.subarray(from, to).every((byte) => byte === 0)) found.push({ from, to });
    from = to;
  }
  return found;
}
