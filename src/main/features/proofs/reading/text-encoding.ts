/** @file Detects a text encoding: byte order mark, XML declaration, then heuristics. */

/** Encodings that occur in bank messages. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Characters searched for a declaration. */
const maxDeclaration = 200;

/** Detects UTF-16 without a byte order mark: in Latin text every other byte is zero. */
function utf16Of(bytes: Uint8Array): TextEncoding | null {
  const pairs = Math.min(bytes.length >> 1, 32);
  if (pairs < 4) return null;
  const zeros = [0, 0];
  for (let at = 0; at < pairs * 2; at += 1) {
    if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  if (odd >= pairs - 2 && even === 0) return 'utf-16le';
  return even >= pairs - 2 && odd === 0 ? 'utf-16be' : null;
}

/**
 * Detects the encoding of a text. `isUtf8` tells whether the bytes are valid UTF-8; the fallback is Windows-1252, a
 * superset of ISO 8859-1.
 */
export function encodingOf(bytes: Uint8Array, isUtf8: boolean): TextEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) return utf16;
  const start = String.fromCharCode(...bytes.subarray(0, maxDeclaration));
  const declared = /^<\?xml[^>]{0,150}encoding\s{0,4}=\s{0,4}["']([\w.-]{1,40})["']/.exec(start)?.[1];
  if (declared !== undefined && /^(iso-8859-1|latin1|windows-1252|us-ascii)$/i.test(declared) && !isUtf8)
    return 'windows-1252';
  return isUtf8 ? 'utf-8' : 'windows-1252';
}
