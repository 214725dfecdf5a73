/** @file The list of the library in format version 1. */
import { encodeId, encrypt } from '../../../src/main/storage/library/seal.ts';

/** Creates a list in version 1: one encrypted record for each set of changes, after its unencrypted length. */
export function manifestOfVersion1(
  key: Uint8Array,
  libraryId: string,
  changes: readonly (readonly unknown[])[],
): Buffer {
  const head = Buffer.concat([Buffer.from('PDMF\x01\0\0\0'), encodeId(libraryId)]);
  let previousTag: Uint8Array = Buffer.alloc(16);
  const records = changes.map((change, index) => {
    const position = Buffer.alloc(8);
    position.writeBigUInt64BE(BigInt(index));
    const nonce = Buffer.alloc(12, index);
    const plaintext = Buffer.from(JSON.stringify(change));
    const sealed = encrypt(key, nonce, Buffer.concat([head, position, previousTag]), plaintext);
    previousTag = sealed.subarray(-16);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(sealed.length);
    return Buffer.concat([length, nonce, sealed]);
  });
  return Buffer.concat([head, ...records]);
}
