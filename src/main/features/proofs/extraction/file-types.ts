/** @file Detects file types by their magic bytes. */
import type { ProofKind } from '../../../../shared/model/proofs/proof.ts';

interface FileType {
  readonly kind: Extract<ProofKind, 'pdf' | 'png' | 'jpeg' | 'file'>;
  /** File extension, without the dot. */
  readonly extension: string;
}

/** Maximum number of bytes before a PDF header; PDF readers accept as many. */
const pdfHeaderRange = 1024;
const pdfHeader = '%PDF-';

const signatures: readonly (readonly [bytes: readonly number[], type: FileType])[] = [
  [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], { kind: 'png', extension: 'png' }],
  [[0xff, 0xd8, 0xff], { kind: 'jpeg', extension: 'jpg' }],
  [[0x47, 0x49, 0x46, 0x38], { kind: 'file', extension: 'gif' }],
  [[0x49, 0x49, 0x2a, 0x00], { kind: 'file', extension: 'tif' }],
  [[0x4d, 0x4d, 0x00, 0x2a], { kind: 'file', extension: 'tif' }],
  [[0x50, 0x4b, 0x03, 0x04], { kind: 'file', extension: 'zip' }],
  [[0x50, 0x4b, 0x05, 0x06], { kind: 'file', extension: 'zip' }],
  [[0x1f, 0x8b, 0x08], { kind: 'file', extension: 'gz' }],
  // Documents of older office programs, and e-mails.
  [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], { kind: 'file', extension: 'ole' }],
];

/** Returns the offset of the header of a PDF, or -1. */
export function findPdfHeader(bytes: Buffer): number {
  return bytes.subarray(0, pdfHeaderRange + pdfHeader.length).indexOf(pdfHeader);
}

/** Detects the type of a file; `null` when it is unknown. */
export function detectFileType(bytes: Buffer): FileType | null {
  for (const [start, type] of signatures) {
    if (start.every((byte, index) => bytes[index] === byte)) return type;
  }
  const containerExtension = detectContainerExtension(bytes);
  if (containerExtension !== null) return { kind: 'file', extension: containerExtension };
  return findPdfHeader(bytes) === -1 ? null : { kind: 'pdf', extension: 'pdf' };
}

/** Returns the extension of formats whose type is stated after the first bytes; `null` for any other. */
function detectContainerExtension(bytes: Buffer): string | null {
  const readLatin1 = (start: number, end: number) => bytes.toString('latin1', start, end);
  if (readLatin1(0, 4) === 'RIFF' && readLatin1(8, 12) === 'WEBP') return 'webp';
  if (readLatin1(4, 8) === 'ftyp' && /^(hei[cxms]|hev[cxms]|mif1|msf1|avif)$/.test(readLatin1(8, 12)))
    return 'heic';
  return readLatin1(0, 2) === 'BM' && bytes.length > 26 && bytes.readUInt32LE(2) === bytes.length
    ? 'bmp'
    : null;
}
