/** @file Decodes text in its detected encoding. */
import { detectEncoding } from './text-encoding.ts';

/** Returns true when the bytes are valid UTF-8. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Decodes bytes in their detected encoding. Never throws: invalid bytes become replacement characters. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(detectEncoding(bytes, isUtf8(bytes))).decode(bytes);
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
