/** @file Decodes text in its detected encoding. */
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

/** Decodes any bytes; never throws. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes, isUtf8(bytes))).decode(bytes);
}

const minTextLength = 24;

/** True for human-readable text: long enough not to be a coincidence, with spaces, without control characters. */
export function isPlainText(text: string): boolean {
  if (text.length < minTextLength || !/\s/.test(text)) return false;
  const start = text.slice(0, 4_000);
  const letters = start.match(/[\w\s.,:;/+()'"-]/g)?.length ?? 0;
  return !/[^\P{Cc}\t\r\n]|\ufffd/u.test(start) && letters >= start.length * 0.85;
}
