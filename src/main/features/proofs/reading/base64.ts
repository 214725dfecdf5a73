/** @file Decodes base64 as services write it. The caller judges whether the bytes make sense. */
import { trimCharactersAtEnd } from '../../../../shared/trim-characters.ts';

/**
 * Decodes a text that is base64 throughout; `null` otherwise. Line breaks, the URL-safe alphabet and missing or
 * superfluous padding are accepted. The bytes must encode to the same text.
 */
export function decodeBase64(text: string): Buffer | null {
  const letters = text.replace(/[\r\n\t ]+/g, '').replace(/={0,3}$/, '');
  if (letters.length < 8 || letters.length % 4 === 1 || !/^[A-Za-z0-9+/_-]+$/.test(letters)) return null;
  const standard = letters.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Buffer.from(standard, 'base64');
  return trimCharactersAtEnd(bytes.toString('base64'), '=') === standard ? bytes : null;
}
