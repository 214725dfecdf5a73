/**
 * @file Reads manifests of format version 1, whose lengths were not authenticated, so that they can be converted to the
 * current format. A record consists of its length (4 bytes), a nonce (12 bytes), and changes that are sealed with
 * AES-256-GCM and bound to the record's position.
 */
import { decrypt, encodeId, tagSize } from './seal.ts';

const headerSize = 24;
const recordHeaderSize = 16;

/** Returns the header of a manifest of version 1. */
export function createManifestHeaderOfVersion1(libraryId: string): Buffer {
  return Buffer.concat([Buffer.from('PDMF\x01\0\0\0'), encodeId(libraryId)]);
}

/**
 * Returns the decrypted bytes of every record, or `null` for a damaged manifest. Trailing zeros are a write that was cut
 * off. Any other unreadable bytes are damage: a record that seems to be cut off may have an altered length.
 */
export function readManifestOfVersion1(bytes: Buffer, key: Uint8Array, libraryId: string): Buffer[] | null {
  const header = createManifestHeaderOfVersion1(libraryId);
  if (!bytes.subarray(0, headerSize).equals(header)) return null;
  const records: Buffer[] = [];
  let previousTag: Uint8Array = Buffer.alloc(tagSize);
  for (let offset = headerSize; offset < bytes.length; ) {
    if (bytes.subarray(offset).every((byte) => byte === 0)) break;
    if (bytes.length - offset < recordHeaderSize) return null;
    const recordEnd = offset + recordHeaderSize + bytes.readUInt32BE(offset);
    if (recordEnd > bytes.length) return null;
    const position = Buffer.alloc(8);
    position.writeBigUInt64BE(BigInt(records.length));
    const ciphertext = bytes.subarray(offset + recordHeaderSize, recordEnd);
    const additionalData = Buffer.concat([header, position, previousTag]);
    const plaintext = decrypt(
      key,
      bytes.subarray(offset + 4, offset + recordHeaderSize),
      additionalData,
      ciphertext,
    );
    if (plaintext === null) return null;
    records.push(plaintext);
    previousTag = ciphertext.subarray(ciphertext.length - tagSize);
    offset = recordEnd;
  }
  return records;
}
