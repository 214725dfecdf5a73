/** @file Bytes as text, in the encoding that they have. */
import { encodingOf } from './text-encoding.ts';

/** True when the bytes are UTF-8. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The text, whatever the bytes are. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes, isUtf8(bytes))).decode(bytes);
}

const minWords = 24;

/** True for a text that a person has written: long enough not to be chance, with blanks, and without control characters. */
export function isPlainText(text: string): boolean {
  if (text.length < minWords || !/\s/.test(text)) return false;
  const start = text.slice(0, 4_000);
  const letters = start.match(/[\w\s.,:;/+()'"-]/g)?.length ?? 0;
  return !/[^\P{Cc}\t\r\n]|\ufffd/u.test(start) && letters >= start.length * 0.85;
}
