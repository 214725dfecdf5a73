/**
 * @file Reads a list in the form of version 1, whose lengths were not authenticated, so that it can be written again in
 * the present form. A record: length (4), nonce (12), changes sealed with AES-256-GCM and bound to place.
 */
import { decrypt, idBytes, tagSize } from './seal.ts';

const headSize = 24;
const recordHeadSize = 16;

/** The bytes with which a list of version 1 begins. */
export function manifestHeadOfVersion1(libraryId: string): Buffer {
  return Buffer.concat([Buffer.from('PDMF\x01\0\0\0'), idBytes(libraryId)]);
}

/**
 * The plain bytes of every record, or `null` when the list is not as it was written. A rest of zeros is a write that was
 * cut off; anything else that cannot be read is damage, because a length that was altered looks like a cut.
 */
export function readManifestOfVersion1(bytes: Buffer, key: Uint8Array, libraryId: string): Buffer[] | null {
  const head = manifestHeadOfVersion1(libraryId);
  if (!bytes.subarray(0, headSize).equals(head)) return null;
  const records: Buffer[] = [];
  let previous: Uint8Array = Buffer.alloc(tagSize);
  for (let at = headSize; at < bytes.length; ) {
    if (bytes.subarray(at).every((byte) => byte === 0)) break;
    if (bytes.length - at < recordHeadSize) return null;
    const end = at + recordHeadSize + bytes.readUInt32BE(at);
    if (end > bytes.length) return null;
    const place = Buffer.alloc(8);
    place.writeBigUInt64BE(BigInt(records.length));
    const sealed = bytes.subarray(at + recordHeadSize, end);
    const bound = Buffer.concat([head, place, previous]);
    const plain = decrypt(key, bytes.subarray(at + 4, at + recordHeadSize), bound, sealed);
    if (plain === null) return null;
    records.push(plain);
    previous = sealed.subarray(sealed.length - tagSize);
    at = end;
  }
  return records;
}
