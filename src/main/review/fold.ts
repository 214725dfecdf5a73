/**
 * @file Folding for search: lower case, no accents, one kind of blank, digits of every script as ASCII. Text and query are
 * folded with the same tables. No character becomes longer, so that a folded file never needs more bytes than its original.
 */

/** Byte between the cells of a folded row. */
export const cellEnd = 0x1f;
/** Byte after each folded row. */
export const rowEnd = 0x1e;

const encoder = new TextEncoder();
const blank = 0x20;

/** Arabic decimal and group separators. */
const arabSigns: Readonly<Record<string, string>> = { '\u066b': '.', '\u066c': "'" };

/** The ASCII form of full-width characters, of digits of any script, and of Arabic number separators. */
function plainForm(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  if (!/\p{Nd}/u.test(character) || character.length > 1) return arabSigns[character] ?? character;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCharCode(code - value - 1))) value += 1;
  return String(value % 10);
}

/** The folded form of one character. */
function foldCharacter(character: string): string {
  if (/[\p{Zs}\p{Cc}]/u.test(character)) return ' ';
  const plain = plainForm(character)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
  const folded = plain === 'ς' ? 'σ' : plain.normalize('NFC');
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

/** Cache for characters of three bytes, as {@link lookUpThree} returns them; 0 for unknown. */
const foldedThree = new Uint32Array(0x10000);

/**
 * Folds a character of three bytes. The result holds the folded bytes, the first in the lowest byte, and their number
 * plus one in the highest byte.
 */
export function lookUpThree(code: number): number {
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  const bytes = surrogate ? [] : encoder.encode(foldCharacter(String.fromCharCode(code)));
  const [first = 0, second = 0, third = 0] = bytes;
  const entry = ((first | (second << 8) | (third << 16)) >>> 0) + (bytes.length + 1) * 0x1000000;
  foldedThree[code] = entry;
  return entry;
}

/** Read and write positions of {@link foldWide}. One object is reused, to avoid an allocation for each character. */
export interface FoldPlace {
  from: number;
  to: number;
}

/** Folds the one character that begins at `place.from` with a byte from 0x80 up. `bytes` is valid UTF-8. */
export function foldWide(bytes: Uint8Array, out: Uint8Array, place: FoldPlace): void {
  const at = place.from;
  const lead = bytes[at] ?? 0;
  if (lead < 0xe0) {
    const folded = foldedTwo[((lead & 0x1f) << 6) | ((bytes[at + 1] ?? 0) & 0x3f)] ?? 0;
    if (folded !== 0) {
      out[place.to] = folded & 0xff;
      place.to += 1;
      if (folded > 0xff) {
        out[place.to] = folded >> 8;
        place.to += 1;
      }
    }
    place.from = at + 2;
    return;
  }
  if (lead < 0xf0) {
    const code = ((lead & 0x0f) << 12) | (((bytes[at + 1] ?? 0) & 0x3f) << 6) | ((bytes[at + 2] ?? 0) & 0x3f);
    const known = foldedThree[code] ?? 0;
    const entry = known === 0 ? lookUpThree(code) : known;
    const length = (entry >>> 24) - 1;
    for (let index = 0; index < length; index += 1) out[place.to + index] = (entry >>> (8 * index)) & 0xff;
    place.to += length;
    place.from = at + 3;
    return;
  }
  for (let index = 0; index < 4; index += 1) out[place.to + index] = bytes[at + index] ?? 0;
  place.to += 4;
  place.from = at + 4;
}

/** Folds a search text. */
export function foldText(text: string): Uint8Array {
  const bytes = encoder.encode(text.toWellFormed());
  const out = new Uint8Array(bytes.length);
  const place: FoldPlace = { from: 0, to: 0 };
  while (place.from < bytes.length) {
    const byte = bytes[place.from] ?? 0;
    if (byte >= 0x80) foldWide(bytes, out, place);
    else {
      out[place.to] = foldedAscii[byte] ?? blank;
      place.to += 1;
      place.from += 1;
    }
  }
  return out.subarray(0, place.to);
}
