/** @file What a file's bytes are, told strictly and from the bytes alone. */
import type { AllowedExtension, ContentKind } from '../../../../shared/model/document.ts';

/** How many bytes at the start decide. */
export const headLength = 1_024;

const signatures = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
} as const;

/** Starts of formats that may hide a PDF further down: such a file is both, and so neither. */
const foreignSignatures = [
  [0x4d, 0x5a],
  [0x50, 0x4b, 0x03, 0x04],
  [0x47, 0x49, 0x46, 0x38],
  [0x7f, 0x45, 0x4c, 0x46],
  [0x3c],
] as const;

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

/** The kind that the first bytes tell. SVG is text, so `svg` here only means that it may be one. */
export function kindOfHead(head: Uint8Array): ContentKind {
  if (startsWith(head, signatures.png)) return 'png';
  if (startsWith(head, signatures.jpeg)) return 'jpeg';
  const text = new TextDecoder('latin1').decode(head.subarray(0, headLength));
  const pdfAt = text.indexOf('%PDF-');
  if (pdfAt === 0) return 'pdf';
  if (pdfAt > 0 && !foreignSignatures.some((start) => startsWith(head, start))) return 'pdf';
  return maybeMarkup(head) ? 'svg' : 'other';
}

function maybeMarkup(head: Uint8Array): boolean {
  return /^\ufeff?\s*</.test(textOf(head));
}

/** The kind to tell a clerk whose file is not what its name promised: markup that draws nothing is no drawing. */
export function kindToReport(head: Uint8Array): ContentKind {
  const kind = kindOfHead(head);
  return kind === 'svg' && !/<([\w.-]+:)?svg[\s/>]/i.test(textOf(head)) ? 'other' : kind;
}

function textOf(head: Uint8Array): string {
  return new TextDecoder(markEncoding(head)).decode(head);
}

/** The encoding that a byte order mark tells. */
export function markEncoding(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** The kind that an extension promises. */
export const kindOfExtension: Readonly<Record<AllowedExtension, ContentKind>> = {
  pdf: 'pdf',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
  svg: 'svg',
};
