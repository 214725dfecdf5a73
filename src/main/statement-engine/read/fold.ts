/**
 * @file Folding for search: lower case, no accents, blanks of any kind as spaces, digits of every script as ASCII. Text and query are
 * folded with the same tables. No character becomes longer, so that a folded file never needs more bytes than its original.
 */

/** Byte between the cells of a folded row. */
export const cellEnd = 0x1f;
/** Byte after each folded row. */
export const rowEnd = 0x1e;

const encoder = new TextEncoder();
const blank = 0x20;

/** Arabic decimal and group separators. */
const arabicSeparators: Readonly<Record<string, string>> = { '\u066b': '.', '\u066c': "'" };

/** Returns the ASCII form of full-width characters, of digits of any script, and of Arabic number separators. */
function toAsciiForm(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  if (!/\p{Nd}/u.test(character) || character.length > 1) return arabicSeparators[character] ?? character;
  // The ten digits of a script follow each other; zeros of two scripts may be adjacent.
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCharCode(code - value - 1))) value += 1;
  return String(value % 10);
}

/** Vowels of Thai are combining marks, but no accents: only they distinguish January from March. */
const thaiVowel = /[\u0e31\u0e34-\u0e39]/;

/** Folds one character. A character whose folded form would be longer is kept. */
function foldCharacter(character: string): string {
  if (/[\p{Zs}\p{Cc}]/u.test(character)) return ' ';
  if (thaiVowel.test(character)) return character;
  const stripped = toAsciiForm(character)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
  const folded = stripped === 'ς' ? 'σ' : stripped.normalize('NFC');
  return encoder.encode(folded).length <= encoder.encode(character).length ? folded : character;
}

/** For each byte below 0x80: its folded byte, never 0. */
export const foldedAscii: Uint8Array = Uint8Array.from({ length: 128 }, (_, byte) => {
  if (byte >= 0x41 && byte <= 0x5a) return byte + 0x20;
  return byte < 0x20 || byte === 0x7f ? blank : byte;
});

/**
 * Characters of two bytes (U+0080 to U+07FF): up to two folded bytes, the first in the low byte. 0 for a combining
 * mark, which is dropped.
 */
export const foldedTwo: Uint16Array = Uint16Array.from({ length: 0x800 }, (_, code) => {
  if (code < 0x80) return 0;
  const [first = 0, second = 0] = encoder.encode(foldCharacter(String.fromCharCode(code)));
  return first | (second << 8);
});

/** Cache of {@link lookUpThree}, by character; 0 for a character that is not cached. */
const foldedThree = new Uint32Array(0x10000);

/**
 * Folds a character of three bytes. The result holds the folded bytes, the first in the lowest byte, and their number
 * plus one in the highest byte.
 */
export function lookUpThree(code: number): number {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  const bytes = isSurrogate ? [] : encoder.encode(foldCharacter(String.fromCharCode(code)));
  const [first = 0, second = 0, third = 0] = bytes;
  const entry = ((first | (second << 8) | (third << 16)) >>> 0) + (bytes.length + 1) * 0x1000000;
  foldedThree[code] = entry;
  return entry;
}

/** Read and write positions of {@link foldNonAscii}. One object is reused, to avoid an allocation for each character. */
interface FoldPosition {
  from: number;
  to: number;
}

/** Folds the one character that begins at `position.from` with a byte from 0x80 up. `bytes` is valid UTF-8. */
export function foldNonAscii(bytes: Uint8Array, out: Uint8Array, position: FoldPosition): void {
  const at = position.from;
  const lead = bytes[at] ?? 0;
  if (lead < 0xe0) {
    const folded = foldedTwo[((lead & 0x1f) << 6) | ((bytes[at + 1] ?? 0) & 0x3f)] ?? 0;
    if (folded !== 0) {
      out[position.to] = folded & 0xff;
      position.to += 1;
      if (folded > 0xff) {
        out[position.to] = folded >> 8;
        position.to += 1;
      }
    }
    position.from = at + 2;
    return;
  }
  if (lead < 0xf0) {
    const code = ((lead & 0x0f) << 12) | (((bytes[at + 1] ?? 0) & 0x3f) << 6) | ((bytes[at + 2] ?? 0) & 0x3f);
    const cached = foldedThree[code] ?? 0;
    const entry = cached === 0 ? lookUpThree(code) : cached;
    const length = (entry >>> 24) - 1;
    for (let index = 0; index < length; index += 1) out[position.to + index] = (entry >>> (8 * index)) & 0xff;
    position.to += length;
    position.from = at + 3;
    return;
  }
  for (let index = 0; index < 4; index += 1) out[position.to + index] = bytes[at + index] ?? 0;
  position.to += 4;
  position.from = at + 4;
}

/** Folds a search text. */
export function foldText(text: string): Uint8Array {
  const bytes = encoder.encode(text.toWellFormed());
  const out = new Uint8Array(bytes.length);
  const position: FoldPosition = { from: 0, to: 0 };
  while (position.from < bytes.length) {
    const byte = bytes[position.from] ?? 0;
    if (byte >= 0x80) foldNonAscii(bytes, out, position);
    else {
      out[position.to] = foldedAscii[byte] ?? blank;
      position.to += 1;
      position.from += 1;
    }
  }
  return out.subarray(0, position.to);
}
