/** @file Detects the type of a file strictly, from its bytes alone. */
import type { AllowedExtension, ContentKind } from '../../../../shared/model/documents/document.ts';

/** Bytes at the start that decide the type. */
export const headLength = 1_024;

const signatures = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
} as const;

/** Signatures of formats that may contain a PDF further down. Such a file is ambiguous, so it counts as neither. */
const foreignSignatures = [
  // Windows program, ZIP archive, GIF image, Linux program, and `<` of markup.
  [0x4d, 0x5a],
  [0x50, 0x4b, 0x03, 0x04],
  [0x47, 0x49, 0x46, 0x38],
  [0x7f, 0x45, 0x4c, 0x46],
  [0x3c],
] as const;

const latin1 = new TextDecoder('latin1');

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

/** Detects the kind from the first bytes. SVG is text, so `svg` only means that the file may be one. */
export function kindOfHead(head: Uint8Array): ContentKind {
  if (startsWith(head, signatures.png)) return 'png';
  if (startsWith(head, signatures.jpeg)) return 'jpeg';
  const text = latin1.decode(head.subarray(0, headLength));
  const pdfOffset = text.indexOf('%PDF-');
  if (pdfOffset === 0) return 'pdf';
  if (pdfOffset > 0 && !foreignSignatures.some((start) => startsWith(head, start))) return 'pdf';
  return looksLikeMarkup(head) ? 'svg' : 'other';
}

function looksLikeMarkup(head: Uint8Array): boolean {
  return /^\ufeff?\s*</.test(textOf(head));
}

/** Returns the kind to report for a file that does not match its extension: markup without a drawing is not `svg`. */
export function kindToReport(head: Uint8Array): ContentKind {
  const kind = kindOfHead(head);
  return kind === 'svg' && !/<([\w.-]+:)?svg[\s/>]/i.test(textOf(head)) ? 'other' : kind;
}

function textOf(head: Uint8Array): string {
  return new TextDecoder(detectEncoding(head)).decode(head);
}

/** Detects the encoding by the byte order mark. */
export function detectEncoding(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** The expected kind for each extension. */
export const kindOfExtension: Readonly<Record<AllowedExtension, ContentKind>> = {
  pdf: 'pdf',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
  svg: 'svg',
};
