/** @file Decodes text in its detected encoding. */
import { isUtf8 } from 'node:buffer';

/** Encodings that occur in bank messages. */
type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Detects UTF-16 without a byte order mark: in Latin text every other byte is zero. */
function detectUtf16(bytes: Uint8Array): TextEncoding | null {
  const pairs = Math.min(bytes.length >> 1, 32);
  if (pairs < 4) return null;
  const zeros = [0, 0];
  for (let index = 0; index < pairs * 2; index += 1) {
    if (bytes[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  }
  const [evenZeros = 0, oddZeros = 0] = zeros;
  if (oddZeros >= pairs - 2 && evenZeros === 0) return 'utf-16le';
  return evenZeros >= pairs - 2 && oddZeros === 0 ? 'utf-16be' : null;
}

/** Detects the encoding of a text. The fallback is Windows-1252, a superset of ISO 8859-1. */
function detectEncoding(bytes: Uint8Array): TextEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return detectUtf16(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

/** Decodes bytes in their detected encoding. Never throws: invalid bytes become replacement characters. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(detectEncoding(bytes)).decode(bytes);
}

/** Shorter texts may be random bytes that happen to decode. */
const minTextLength = 24;
/** Number of leading characters that are inspected. */
const maxInspectedLength = 4_000;
/** Minimum share of letters, digits and punctuation that payment texts use. */
const minUsualShare = 0.85;

/** Returns true for human-readable text: with spaces, without control characters, and mostly usual characters. */
export function isPlainText(text: string): boolean {
  if (text.length < minTextLength || !/\s/.test(text)) return false;
  const beginning = text.slice(0, maxInspectedLength);
  const usualCharacters = beginning.match(/[\w\s.,:;/+()'"-]/g)?.length ?? 0;
  return !/[^\P{Cc}\t\r\n]|\ufffd/u.test(beginning) && usualCharacters >= beginning.length * minUsualShare;
}
