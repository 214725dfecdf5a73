/** @file Detects the encoding of a file and converts it to UTF-8. The original bytes are never changed. */
import { isUtf8 } from 'node:buffer';
import type { StatementEncoding } from '../../shared/model/review.ts';
import { guessEncoding } from './encoding-guess.ts';

/** Encodings of statements. */
export type Encoding = StatementEncoding;

export interface DetectedEncoding {
  readonly encoding: Encoding;
  /** Length of the byte order mark, in bytes. */
  readonly mark: number;
  /** False if the bytes are probably valid text in another encoding too, or are not valid in this one. */
  readonly certain: boolean;
}

/** Detects the encoding from all bytes. */
export function detectEncoding(bytes: Uint8Array): DetectedEncoding {
  const [first = 0, second = 0, third = 0] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return { encoding: 'utf-8', mark: 3, certain: isUtf8(bytes) };
  }
  if (first === 0xff && second === 0xfe)
    return { encoding: 'utf-16le', mark: 2, certain: bytes.length % 2 === 0 };
  if (first === 0xfe && second === 0xff)
    return { encoding: 'utf-16be', mark: 2, certain: bytes.length % 2 === 0 };
  const wide = wideWithoutMark(bytes);
  if (wide !== null) return { encoding: wide, mark: 0, certain: false };
  if (isUtf8(bytes)) return { encoding: 'utf-8', mark: 0, certain: true };
  if (isMostlyUtf8(bytes)) return { encoding: 'utf-8', mark: 0, certain: false };
  return { ...guessEncoding(bytes), mark: 0 };
}

/** True if only few non-ASCII characters are broken, as in a text that was cut or has another text pasted into it. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, 1 << 20));
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const whole = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  return whole > 0 && broken * 4 <= whole;
}

/** UTF-16 of mostly Latin letters has a zero in every second byte. */
function wideWithoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const length = Math.min(bytes.length - (bytes.length % 2), 4_096);
  if (length < 4) return null;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  const most = length * 0.35;
  if (odd > most && even < length * 0.05) return 'utf-16le';
  return even > most && odd < length * 0.05 ? 'utf-16be' : null;
}

/** 0x80 to 0x9F of Windows-1252; the five unassigned codes become the replacement character. */
const windows1252 =
  '\u20ac\ufffd\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\ufffd\u017d\ufffd' +
  '\ufffd\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\ufffd\u017e\u0178';

const windowsBytes = Array.from({ length: 128 }, (_, index) =>
  new TextEncoder().encode(index < 32 ? (windows1252[index] ?? '\ufffd') : String.fromCharCode(0x80 + index)),
);

function fromWindows1252(bytes: Uint8Array): Uint8Array {
  let length = 0;
  for (const byte of bytes) length += byte < 0x80 ? 1 : (windowsBytes[byte - 0x80]?.length ?? 1);
  const out = new Uint8Array(length);
  let to = 0;
  for (const byte of bytes) {
    if (byte < 0x80) {
      out[to] = byte;
      to += 1;
      continue;
    }
    for (const piece of windowsBytes[byte - 0x80] ?? []) {
      out[to] = piece;
      to += 1;
    }
  }
  return out;
}

/** Bytes per decoding step. */
const pieceLength = 1 << 24;

/** Decodes with the encodings of the platform, which needs full ICU, as Node and Electron have. */
function decoded(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += pieceLength) {
    parts.push(Buffer.from(decoder.decode(bytes.subarray(at, at + pieceLength), { stream: true }), 'utf8'));
  }
  parts.push(Buffer.from(decoder.decode(), 'utf8'));
  return Buffer.concat(parts);
}

/** Returns the text of a file as valid UTF-8 without its byte order mark; a view of the same bytes if they are valid already. */
export function toUtf8(bytes: Uint8Array, encoding: Encoding, mark: number): Uint8Array {
  const text = bytes.subarray(mark);
  switch (encoding) {
    case 'utf-8':
      return isUtf8(text)
        ? text
        : Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(text), 'utf8');
    case 'windows-1252':
      return fromWindows1252(text);
    default:
      return decoded(text, encoding);
  }
}
