/**
 * @file Reads manifests of format version 1, whose lengths were not authenticated, so that they can be converted to the
 * current format. A record consists of length (4), nonce (12), and changes sealed with AES-256-GCM and bound to their
 * position.
 */
import { decrypt, idBytes, tagSize } from './seal.ts';

const headSize = 24;
const recordHeadSize = 16;

/** Returns the header of a manifest of version 1. */
export function manifestHeadOfVersion1(libraryId: string): Buffer {
  return Buffer.concat([Buffer.from('PDMF\x01\0\0\0'), idBytes(libraryId)]);
}

/**
 * Returns the plain bytes of every record, or `null` for a damaged manifest. Trailing zeros are a write that was cut
 * off; anything else unreadable is damage, because an altered length looks like a cut.
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
