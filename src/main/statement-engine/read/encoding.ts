/** @file Detects the encoding of a file and converts it to UTF-8. The original bytes are never changed. */
import { isAscii, isUtf8 } from 'node:buffer';
import type { StatementEncoding } from '../../../shared/model/statements/encoding.ts';
import { decodeCodePage, isCodePage } from './code-pages.ts';
import { guessEncoding } from './encoding-guess.ts';

/** Encodings of statements. */
type Encoding = StatementEncoding;

export interface DetectedEncoding {
  readonly encoding: Encoding;
  /** Length of the byte order mark, in bytes. */
  readonly mark: number;
  /** True for a byte order mark and for valid UTF-8, also for ASCII alone; every other encoding is only a proposal. */
  readonly certain: boolean;
}

/** Detects the encoding from all bytes. */
export function detectEncoding(bytes: Uint8Array): DetectedEncoding {
  const [first = 0, second = 0, third = 0] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return { encoding: 'utf-8', mark: 3, certain: isUtf8(bytes) };
  }
  const utf32 = detectUtf32(bytes);
  if (utf32 !== null) return utf32;
  if (first === 0xff && second === 0xfe)
    return { encoding: 'utf-16le', mark: 2, certain: bytes.length % 2 === 0 };
  if (first === 0xfe && second === 0xff)
    return { encoding: 'utf-16be', mark: 2, certain: bytes.length % 2 === 0 };
  const utf16 = detectUtf16WithoutMark(bytes);
  if (utf16 !== null) return { encoding: utf16, mark: 0, certain: false };
  if (isAscii(bytes)) {
    // An escape character begins another character set, as in Japanese e-mail; no text has a zero byte.
    if (includesByte(bytes, 0x1b)) return { encoding: 'iso-2022-jp', mark: 0, certain: false };
    return { encoding: 'utf-8', mark: 0, certain: !includesByte(bytes, 0) };
  }
  if (isUtf8(bytes)) return { encoding: 'utf-8', mark: 0, certain: true };
  if (isMostlyUtf8(bytes)) return { encoding: 'utf-8', mark: 0, certain: false };
  return { encoding: guessEncoding(bytes), mark: 0, certain: false };
}

/** Searches with the buffers of Node, which are many times as fast as typed arrays. */
function includesByte({ buffer, byteOffset, byteLength }: Uint8Array, byte: number): boolean {
  return Buffer.from(buffer, byteOffset, byteLength).includes(byte);
}

/**
 * True if at most a fifth of the non-ASCII characters are invalid, as in truncated text or in UTF-8 with pasted text in
 * another encoding.
 */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, 1 << 20));
  const invalidCount = text.match(/\ufffd/g)?.length ?? 0;
  const validCount = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  return validCount > 0 && invalidCount * 4 <= validCount;
}

/** Detects UTF-32 by its byte order mark, or by the zero bytes of mostly Latin letters. */
function detectUtf32(bytes: Uint8Array): DetectedEncoding | null {
  const length = Math.min(bytes.length - (bytes.length % 4), 4_096);
  if (length < 4) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  const areCodePoints = (littleEndian: boolean) => {
    for (let at = 0; at < length; at += 4) {
      const codePoint = view.getUint32(at, littleEndian);
      if (codePoint > 0x10_ffff || codePoint === 0) return false;
    }
    return true;
  };
  for (const [encoding, littleEndian] of [
    ['utf-32le', true],
    ['utf-32be', false],
  ] as const)
    if (areCodePoints(littleEndian))
      return view.getUint32(0, littleEndian) === 0xfeff
        ? { encoding, mark: 4, certain: true }
        : { encoding, mark: 0, certain: false };
  return null;
}

/** Detects UTF-16 of mostly Latin letters, in which every second byte is zero. */
function detectUtf16WithoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const length = Math.min(bytes.length - (bytes.length % 2), 4_096);
  if (length < 4) return null;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) evenZeros += 1;
    if (bytes[at + 1] === 0) oddZeros += 1;
  }
  const minZeros = length * 0.35;
  if (oddZeros > minZeros && evenZeros < length * 0.05) return 'utf-16le';
  return evenZeros > minZeros && oddZeros < length * 0.05 ? 'utf-16be' : null;
}

/** Characters of the codes 0x80 to 0x9F of Windows-1252; the five unassigned codes become the replacement character. */
const windows1252 =
  '\u20ac\ufffd\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\ufffd\u017d\ufffd' +
  '\ufffd\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\ufffd\u017e\u0178';

/** UTF-8 bytes of the codes 0x80 to 0xFF of Windows-1252, in order. */
const utf8OfWindows1252 = Array.from({ length: 128 }, (_, index) =>
  new TextEncoder().encode(index < 32 ? (windows1252[index] ?? '\ufffd') : String.fromCharCode(0x80 + index)),
);

function fromWindows1252(bytes: Uint8Array): Uint8Array {
  let length = 0;
  for (const byte of bytes) length += byte < 0x80 ? 1 : (utf8OfWindows1252[byte - 0x80]?.length ?? 1);
  const utf8 = new Uint8Array(length);
  let writePosition = 0;
  for (const byte of bytes) {
    if (byte < 0x80) {
      utf8[writePosition] = byte;
      writePosition += 1;
      continue;
    }
    for (const utf8Byte of utf8OfWindows1252[byte - 0x80] ?? []) {
      utf8[writePosition] = utf8Byte;
      writePosition += 1;
    }
  }
  return utf8;
}

function fromUtf32(bytes: Uint8Array, littleEndian: boolean): Uint8Array {
  return decodeInParts(bytes.subarray(0, bytes.length - (bytes.length % 4)), (part) => {
    const view = new DataView(part.buffer, part.byteOffset, part.length);
    return Array.from({ length: part.length / 4 }, (_, index) => {
      const codePoint = view.getUint32(index * 4, littleEndian);
      return codePoint > 0x10_ffff ? '\ufffd' : String.fromCodePoint(codePoint);
    }).join('');
  });
}

/** Bytes per decoding step. */
const chunkBytes = 1 << 24;

/** Converts bytes to UTF-8 with `TextDecoder`. Requires full ICU, which Node and Electron include. */
function decodeToUtf8(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const text = decodeInParts(bytes, (part) => decoder.decode(part, { stream: true }));
  return Buffer.concat([text, Buffer.from(decoder.decode(), 'utf8')]);
}

/** Converts parts of a text, each a multiple of four bytes, so that no text of the whole file is held as characters. */
function decodeInParts(bytes: Uint8Array, decode: (part: Uint8Array) => string): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    parts.push(Buffer.from(decode(bytes.subarray(at, at + chunkBytes)), 'utf8'));
  return Buffer.concat(parts);
}

/** Returns the text of a file as valid UTF-8 without its byte order mark; a view of `bytes` if the text is valid UTF-8. */
export function toUtf8(bytes: Uint8Array, encoding: Encoding, mark: number): Uint8Array {
  const text = bytes.subarray(mark);
  switch (encoding) {
    case 'utf-8':
      return isUtf8(text)
        ? text
        : Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(text), 'utf8');
    case 'windows-1252':
      return fromWindows1252(text);
    case 'utf-32le':
    case 'utf-32be':
      return fromUtf32(text, encoding === 'utf-32le');
    default:
      return isCodePage(encoding)
        ? decodeInParts(text, (part) => decodeCodePage(part, encoding))
        : decodeToUtf8(text, encoding);
  }
}
