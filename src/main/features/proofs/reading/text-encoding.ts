/** @file The encoding of a text of which nobody says it: byte order mark, XML declaration, then what fits. */

/** The encodings in which messages of banks come. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Characters of the start that are looked at for a declaration. */
const maxDeclaration = 200;

/** UTF-16 without a mark: every other byte of the start of a Latin text is zero. */
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
 * The encoding of a text. `isUtf8` says whether its bytes are UTF-8; everything else that says nothing is Windows-1252,
 * of which ISO 8859-1 is a part.
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
