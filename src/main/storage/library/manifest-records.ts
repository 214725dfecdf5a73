/**
 * @file The binary format of the library's manifest. Every length is authenticated before it is used, so that a flipped
 * bit cannot make the following records look like a write that was cut off.
 *
 * ```
 * file      0  magic "PDMF", version 2, 3 zero bytes
 *           8  identifier of the library (16), 8 zero bytes
 *          32  records, one after the other
 * record    0  length of the sealed changes (4)
 *           4  nonce (12)
 *          16  start tag: HMAC-SHA-256 over position, length and nonce, first 16 bytes
 *          32  the changes, AES-256-GCM, bound to the position; padded so that the length is a multiple of 16 and the
 *              record does not end at the end of a sector: a file that ends there was cut off
 *         end  end tag: HMAC-SHA-256 over position and length, first 16 bytes
 * ```
 *
 * *Position* is the file's header, the number of the record and the tag of the previous record.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { decrypt, encodeId, encrypt, tagSize } from './seal.ts';

/** Bytes before the first record. */
export const manifestHeaderSize = 32;
const recordHeaderSize = 32;
const alignment = 16;
/** Size of a sector, which disks write completely or not at all. */
const sectorSize = 512;

/** Returns the header of a library's manifest. */
export function createManifestHeader(libraryId: string): Buffer {
  return Buffer.concat([Buffer.from('PDMF\x02\0\0\0'), encodeId(libraryId), Buffer.alloc(8)]);
}

/** The result of reading at an offset of the file. */
export type RecordReading =
  | { readonly kind: 'record'; readonly plaintext: Buffer; readonly end: number }
  /** The end of the file. */
  | { readonly kind: 'end' }
  /** The last write was interrupted by a crash or a power loss. */
  | { readonly kind: 'torn' }
  /** The bytes were changed after writing. */
  | { readonly kind: 'damaged' };

/** Seals and opens records in order; each record is bound to its number and to the previous record. */
export interface RecordChain {
  /** Encrypts the next record. Call {@link RecordChain.advance} once the record is on the disk. */
  seal(plaintext: Uint8Array): Buffer;
  advance(record: Uint8Array): void;
  /** Reads the next record at `offset`. A returned record advances the chain. */
  read(bytes: Buffer, offset: number): RecordReading;
}

/** Starts a chain at the first record of a manifest. */
export function createRecordChain(key: Uint8Array, libraryId: string): RecordChain {
  const header = createManifestHeader(libraryId);
  const framingKey = createHmac('sha256', key).update('paydesk manifest framing').digest();
  let recordNumber = 0n;
  let fileSize = manifestHeaderSize;
  let previousTag: Uint8Array = Buffer.alloc(tagSize);

  function encodePosition(): Buffer {
    const numberBytes = Buffer.alloc(8);
    numberBytes.writeBigUInt64BE(recordNumber);
    return Buffer.concat([header, numberBytes, previousTag]);
  }
  function computeTag(tagKind: 'start' | 'end', ...parts: readonly Uint8Array[]): Buffer {
    const hmac = createHmac('sha256', framingKey).update(tagKind).update(encodePosition());
    for (const part of parts) hmac.update(part);
    return hmac.digest().subarray(0, tagSize);
  }
  function encodeLength(length: number): Buffer {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(length);
    return bytes;
  }
  function advance(record: Uint8Array): void {
    previousTag = Buffer.from(record.subarray(record.length - 2 * tagSize, record.length - tagSize));
    recordNumber += 1n;
    fileSize += record.length;
  }
  function hasValidStartTag(remainder: Buffer): boolean {
    return timingSafeEqual(
      computeTag('start', remainder.subarray(0, 16)),
      remainder.subarray(16, recordHeaderSize),
    );
  }
  /** Returns true when the record at the start of `rest` ends with the file. */
  function hasValidEndTag(remainder: Buffer): boolean {
    const length = remainder.length - recordHeaderSize - tagSize;
    return timingSafeEqual(computeTag('end', encodeLength(length)), remainder.subarray(-tagSize));
  }
  /** Returns true when the start of the last record, which begins at `offset` of the file, never reached the disk. */
  function isTornAtStart(remainder: Buffer, offset: number): boolean {
    const zeroRanges = findZeroSectors(remainder, offset);
    const isStartMissing = zeroRanges.some(({ from }) => from < recordHeaderSize);
    const isCutOff =
      isSectorEnd(offset + remainder.length) || zeroRanges.some(({ to }) => to === remainder.length);
    return isStartMissing && (isCutOff || hasValidEndTag(remainder));
  }

  return {
    seal(plaintext) {
      let padding = (alignment - (plaintext.length % alignment)) % alignment;
      if (isSectorEnd(fileSize + recordHeaderSize + plaintext.length + padding + 2 * tagSize))
        padding += alignment;
      const paddedPlaintext = Buffer.concat([plaintext, Buffer.alloc(padding, ' ')]);
      const nonce = randomBytes(12);
      const ciphertext = encrypt(key, nonce, encodePosition(), paddedPlaintext);
      const lengthAndNonce = Buffer.concat([encodeLength(ciphertext.length), nonce]);
      const endTag = computeTag('end', encodeLength(ciphertext.length));
      return Buffer.concat([lengthAndNonce, computeTag('start', lengthAndNonce), ciphertext, endTag]);
    },
    advance,
    read(bytes, offset) {
      const remainder = bytes.subarray(offset);
      if (remainder.length === 0) return { kind: 'end' };
      if (remainder.length < recordHeaderSize + 2 * tagSize) return { kind: 'torn' };
      if (!hasValidStartTag(remainder))
        return { kind: isTornAtStart(remainder, offset) ? 'torn' : 'damaged' };
      const length = remainder.readUInt32BE(0);
      const recordSize = recordHeaderSize + length + tagSize;
      if (recordSize > remainder.length) return { kind: 'torn' };
      const record = remainder.subarray(0, recordSize);
      const plaintext = hasValidEndTag(record)
        ? decrypt(
            key,
            remainder.subarray(4, 16),
            encodePosition(),
            record.subarray(recordHeaderSize, -tagSize),
          )
        : null;
      // Only the last record can be torn: a record is written only when all earlier ones are on the disk.
      if (plaintext === null) {
        const isTorn = recordSize === remainder.length && findZeroSectors(remainder, offset).length > 0;
        return { kind: isTorn ? 'torn' : 'damaged' };
      }
      advance(record);
      return { kind: 'record', plaintext, end: offset + recordSize };
    },
  };
}

function isSectorEnd(offset: number): boolean {
  return offset % sectorSize === 0;
}

/** A range of bytes; `to` is exclusive. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the sectors that were never written, as ranges of `remainder`, which begins at `offset` of the file. Reads all
 * of `remainder`, so it is only for a record that cannot be read: the time to read a manifest would grow with its square.
 */
function findZeroSectors(remainder: Buffer, offset: number): Range[] {
  const ranges: Range[] = [];
  for (let from = 0; from < remainder.length; ) {
    const to = Math.min(remainder.length, from + sectorSize - ((offset + from) % sectorSize));
    if (remainder.subarray(from, to).every((byte) => byte === 0)) ranges.push({ from, to });
    from = to;
  }
  return ranges;
}
