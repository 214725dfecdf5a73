/**
 * @file The binary format of a sealed file: a header with everything but the master key, then frames of AES-256-GCM.
 * Every frame is bound to the whole header, to its position and to whether it is the last one, so altered, swapped,
 * dropped, repeated or foreign frames are detected.
 *
 * ```
 *   0  magic "PDSF", version, 3 zero bytes
 *   8  identifier of the entry (16)
 *  24  bytes of content per frame (4)
 *  28  nonce prefix (7), 1 zero byte
 *  36  nonce (12) and key of this file, wrapped by the library's key (48)
 *  96  commitment to the key of this file (32)
 * 128  length of the label (4), its nonce (12), the sealed label
 *      frames: content and 16 bytes of tag each; the last one may be shorter, also empty
 * ```
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdf,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { PaydeskError } from '../../shared/errors.ts';

/** Bytes of content in every frame but the last. */
export const frameSize = 256 * 1024;
/** Bytes that the tag of a frame takes. */
export const tagSize = 16;
/** Bytes of a header up to its label. */
export const fixedHeaderSize = 144;
/** Maximum size of a label, in bytes. */
export const maxLabelBytes = 1024 * 1024;

const expand = promisify(hkdf);
const cipherName = 'aes-256-gcm';
const magic = Buffer.from('PDSF');
const version = 1;

/** The key and header data with which frames are sealed and opened. */
export interface FileSeal {
  /** The key of this file only. */
  readonly key: Uint8Array;
  /** SHA-256 of the header, which identifies the file; every frame is bound to it. */
  readonly digest: Uint8Array;
  readonly noncePrefix: Uint8Array;
  /** Bytes before the first frame. */
  readonly headerSize: number;
}

/** Returns the error for a damaged sealed file. */
export function damaged(id: string): PaydeskError {
  return new PaydeskError('library-item-damaged', 'A sealed file is not as it was sealed', {
    details: { item: id },
  });
}

/** Encrypts; returns the ciphertext and its tag. */
export function encrypt(
  key: Uint8Array,
  nonce: Uint8Array,
  bound: Uint8Array,
  plain: Uint8Array,
): Buffer<ArrayBuffer> {
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagSize });
  cipher.setAAD(bound);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts; returns `null` when anything was altered. */
export function decrypt(
  key: Uint8Array,
  nonce: Uint8Array,
  bound: Uint8Array,
  sealed: Uint8Array,
): Buffer<ArrayBuffer> | null {
  try {
    // Rejects truncated tags.
    const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagSize });
    decipher.setAAD(bound);
    decipher.setAuthTag(sealed.subarray(sealed.length - tagSize));
    const plain = decipher.update(sealed.subarray(0, sealed.length - tagSize));
    const rest = decipher.final();
    return rest.length === 0 ? plain : Buffer.concat([plain, rest]);
  } catch {
    return null;
  }
}

/** Derives a key for one purpose from the master key of a library. */
export async function deriveKey(master: Uint8Array, libraryId: string, purpose: string): Promise<Buffer> {
  return Buffer.from(await expand('sha256', master, libraryId, `paydesk library ${purpose}`, 32));
}

/** Returns the 16 bytes of an identifier. */
export function idBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function commitment(key: Uint8Array, id: string): Buffer {
  return createHmac('sha256', key).update('paydesk sealed file').update(idBytes(id)).digest();
}

/** Creates the header of a new file with a new key. `label` is sealed metadata in the header. */
export function createHeader(
  wrappingKey: Uint8Array,
  id: string,
  label: Uint8Array,
): { readonly bytes: Buffer; readonly seal: FileSeal } {
  // A longer label could be written but never be read.
  if (label.length > maxLabelBytes) throw new RangeError('The label of a sealed file is too long');
  const key = randomBytes(32);
  const start = Buffer.alloc(fixedHeaderSize);
  magic.copy(start, 0);
  start.writeUInt8(version, 4);
  idBytes(id).copy(start, 8);
  start.writeUInt32BE(frameSize, 24);
  randomBytes(7).copy(start, 28);
  randomBytes(12).copy(start, 36);
  encrypt(wrappingKey, start.subarray(36, 48), start.subarray(0, 36), key).copy(start, 48);
  commitment(key, id).copy(start, 96);
  start.writeUInt32BE(label.length + tagSize, 128);
  randomBytes(12).copy(start, 132);
  const sealedLabel = encrypt(key, start.subarray(132, fixedHeaderSize), start.subarray(0, 132), label);
  const bytes = Buffer.concat([start, sealedLabel]);
  return { bytes, seal: sealOf(bytes, key) };
}

function sealOf(header: Buffer, key: Uint8Array): FileSeal {
  return {
    key,
    digest: createHash('sha256').update(header).digest(),
    noncePrefix: header.subarray(28, 35),
    headerSize: header.length,
  };
}

/** Returns the size of the whole header, given its beginning. Throws `library-item-damaged` or `library-newer`. */
export function headerSizeOf(start: Buffer, id: string): number {
  if (start.length < fixedHeaderSize || !start.subarray(0, 4).equals(magic)) throw damaged(id);
  if (start.readUInt8(4) > version) throw new PaydeskError('library-newer', 'A newer Paydesk sealed this');
  const labelSize = start.readUInt32BE(128);
  const fits = start.readUInt8(4) === version && start.readUInt32BE(24) === frameSize;
  if (!fits || labelSize < tagSize || labelSize > maxLabelBytes + tagSize) throw damaged(id);
  return fixedHeaderSize + labelSize;
}

/**
 * Opens a header with the library's wrapping key or with the file's own key. Throws `library-item-damaged` when it is
 * not the header of this entry.
 */
export function openHeader(
  header: Buffer,
  id: string,
  keys: { readonly wrapping: Uint8Array } | { readonly file: Uint8Array },
): { readonly seal: FileSeal; readonly label: Buffer } {
  if (!header.subarray(8, 24).equals(idBytes(id))) throw damaged(id);
  const key =
    'file' in keys
      ? keys.file
      : decrypt(keys.wrapping, header.subarray(36, 48), header.subarray(0, 36), header.subarray(48, 96));
  if (key === null || !timingSafeEqual(commitment(key, id), header.subarray(96, 128))) throw damaged(id);
  const label = decrypt(
    key,
    header.subarray(132, fixedHeaderSize),
    header.subarray(0, 132),
    header.subarray(fixedHeaderSize),
  );
  if (label === null) throw damaged(id);
  return { seal: sealOf(header, key), label };
}

function nonceOf(seal: FileSeal, index: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.set(seal.noncePrefix, 0);
  nonce.writeUInt32BE(index, 7);
  nonce.writeUInt8(last ? 1 : 0, 11);
  return nonce;
}

/** Seals the frame at a position. */
export function sealFrame(
  seal: FileSeal,
  index: number,
  last: boolean,
  plain: Uint8Array,
): Buffer<ArrayBuffer> {
  return encrypt(seal.key, nonceOf(seal, index, last), seal.digest, plain);
}

/** Opens the frame at a position; `null` when it was not sealed for this position. */
export function openFrame(
  seal: FileSeal,
  index: number,
  last: boolean,
  sealed: Uint8Array,
): Buffer<ArrayBuffer> | null {
  return decrypt(seal.key, nonceOf(seal, index, last), seal.digest, sealed);
}
