/**
 * @file The binary format of a sealed file: a header with all data for decryption except the library's key, then frames
 * of AES-256-GCM. Every frame is bound to the whole header, to its position and to whether it is the last frame, so
 * altered, swapped, dropped, repeated or foreign frames are detected.
 *
 * ```
 *   0  magic "PDSF", version, 3 zero bytes
 *   8  identifier of the entry (16)
 *  24  bytes of content per frame (4)
 *  28  nonce prefix (7), 1 zero byte
 *  36  nonce (12) and key of this file, wrapped by the library's key (48)
 *  96  commitment to the key of this file (32)
 * 128  length of the sealed label (4), its nonce (12)
 * 144  the sealed label
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
import { PaydeskError } from '../../../shared/errors.ts';

/** Bytes of content in every frame except the last. */
export const frameSize = 256 * 1024;
/** Bytes that the tag of a frame takes. */
export const tagSize = 16;
/** Bytes of a header up to its label. The offsets in this file are those of the table at its top. */
export const fixedHeaderSize = 144;
/** Maximum size of a label, in bytes. */
export const maxLabelBytes = 1024 * 1024;

const expand = promisify(hkdf);
const cipherName = 'aes-256-gcm';
const magic = Buffer.from('PDSF');
const version = 1;

/** The key of a file and the data of its header, with which frames are sealed and opened. */
export type FileSeal = ReturnType<typeof createFileSeal>;

/** Returns the error for a damaged sealed file. */
export function createDamagedItemError(id: string): PaydeskError {
  return new PaydeskError('library-item-damaged', 'A sealed file was altered', {
    details: { item: id },
  });
}

/** Encrypts with AES-256-GCM, and authenticates `additionalData`; returns the ciphertext followed by its tag. */
export function encrypt(
  key: Uint8Array,
  nonce: Uint8Array,
  additionalData: Uint8Array,
  plaintext: Uint8Array,
): Buffer<ArrayBuffer> {
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagSize });
  cipher.setAAD(additionalData);
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Decrypts a ciphertext followed by its tag; returns `null` when the ciphertext or `additionalData` was altered.
 */
export function decrypt(
  key: Uint8Array,
  nonce: Uint8Array,
  additionalData: Uint8Array,
  ciphertext: Uint8Array,
): Buffer<ArrayBuffer> | null {
  try {
    // The length of the tag is fixed, so that truncated tags are rejected.
    const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagSize });
    decipher.setAAD(additionalData);
    decipher.setAuthTag(ciphertext.subarray(ciphertext.length - tagSize));
    const plaintext = decipher.update(ciphertext.subarray(0, ciphertext.length - tagSize));
    // Verifies the tag; in this mode, no bytes are left.
    decipher.final();
    return plaintext;
  } catch {
    return null;
  }
}

/** Derives a key for one purpose from the master key of a library. */
export async function deriveKey(master: Uint8Array, libraryId: string, purpose: string): Promise<Buffer> {
  return Buffer.from(await expand('sha256', master, libraryId, `paydesk library ${purpose}`, 32));
}

/** Returns the 16 bytes of an identifier (UUID). */
export function encodeId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function computeCommitment(key: Uint8Array, id: string): Buffer {
  return createHmac('sha256', key).update('paydesk sealed file').update(encodeId(id)).digest();
}

/** Creates the header of a new file with a new key. `label` is sealed metadata in the header. */
export function createHeader(
  wrappingKey: Uint8Array,
  id: string,
  label: Uint8Array,
): { readonly bytes: Buffer; readonly seal: FileSeal } {
  // A longer label could be written, but readers would refuse the file.
  if (label.length > maxLabelBytes) throw new RangeError('The label of a sealed file is too long');
  const key = randomBytes(32);
  const fixedHeader = Buffer.alloc(fixedHeaderSize);
  magic.copy(fixedHeader, 0);
  fixedHeader.writeUInt8(version, 4);
  encodeId(id).copy(fixedHeader, 8);
  fixedHeader.writeUInt32BE(frameSize, 24);
  randomBytes(7).copy(fixedHeader, 28);
  randomBytes(12).copy(fixedHeader, 36);
  encrypt(wrappingKey, fixedHeader.subarray(36, 48), fixedHeader.subarray(0, 36), key).copy(fixedHeader, 48);
  computeCommitment(key, id).copy(fixedHeader, 96);
  fixedHeader.writeUInt32BE(label.length + tagSize, 128);
  randomBytes(12).copy(fixedHeader, 132);
  const sealedLabel = encrypt(
    key,
    fixedHeader.subarray(132, fixedHeaderSize),
    fixedHeader.subarray(0, 132),
    label,
  );
  const bytes = Buffer.concat([fixedHeader, sealedLabel]);
  return { bytes, seal: createFileSeal(bytes, key) };
}

function createFileSeal(header: Buffer, key: Uint8Array) {
  return {
    /** The key of this file, which is used for no other file. */
    key,
    /** SHA-256 of the header, which identifies the file; every frame is bound to it. */
    headerDigest: createHash('sha256').update(header).digest(),
    noncePrefix: header.subarray(28, 35),
    /** Bytes before the first frame. */
    headerSize: header.length,
  };
}

/** Returns the size of the whole header from its fixed part. Throws `library-item-damaged` or `library-newer`. */
export function readHeaderSize(fixedHeader: Buffer, id: string): number {
  if (fixedHeader.length < fixedHeaderSize || !fixedHeader.subarray(0, 4).equals(magic))
    throw createDamagedItemError(id);
  if (fixedHeader.readUInt8(4) > version)
    throw new PaydeskError('library-newer', 'A newer Paydesk sealed this file');
  const labelSize = fixedHeader.readUInt32BE(128);
  const isSupported = fixedHeader.readUInt8(4) === version && fixedHeader.readUInt32BE(24) === frameSize;
  if (!isSupported || labelSize < tagSize || labelSize > maxLabelBytes + tagSize)
    throw createDamagedItemError(id);
  return fixedHeaderSize + labelSize;
}

/**
 * Opens a header with the library's wrapping key or with the key of the file. Throws `library-item-damaged` when the
 * header is damaged or belongs to another entry than `id`.
 */
export function openHeader(
  header: Buffer,
  id: string,
  keys: { readonly wrappingKey: Uint8Array } | { readonly fileKey: Uint8Array },
): { readonly seal: FileSeal; readonly label: Buffer } {
  if (!header.subarray(8, 24).equals(encodeId(id))) throw createDamagedItemError(id);
  const key =
    'fileKey' in keys
      ? keys.fileKey
      : decrypt(keys.wrappingKey, header.subarray(36, 48), header.subarray(0, 36), header.subarray(48, 96));
  if (key === null || !timingSafeEqual(computeCommitment(key, id), header.subarray(96, 128)))
    throw createDamagedItemError(id);
  const label = decrypt(
    key,
    header.subarray(132, fixedHeaderSize),
    header.subarray(0, 132),
    header.subarray(fixedHeaderSize),
  );
  if (label === null) throw createDamagedItemError(id);
  return { seal: createFileSeal(header, key), label };
}

function createFrameNonce(seal: FileSeal, index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.set(seal.noncePrefix, 0);
  nonce.writeUInt32BE(index, 7);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

/** Seals the frame with the number `index`, from 0. */
export function sealFrame(
  seal: FileSeal,
  index: number,
  isLast: boolean,
  plaintext: Uint8Array,
): Buffer<ArrayBuffer> {
  return encrypt(seal.key, createFrameNonce(seal, index, isLast), seal.headerDigest, plaintext);
}

/** Opens the frame with the number `index`; returns `null` when the frame was not sealed with this number. */
export function openFrame(
  seal: FileSeal,
  index: number,
  isLast: boolean,
  ciphertext: Uint8Array,
): Buffer<ArrayBuffer> | null {
  return decrypt(seal.key, createFrameNonce(seal, index, isLast), seal.headerDigest, ciphertext);
}
