/** @file Base64 as services write it. Whether the bytes mean anything is for the caller to find out. */
import { trimCharactersAtEnd } from '../../../../shared/trim-characters.ts';

/**
 * The bytes of a text that is base64 from end to end: line breaks, the URL-safe alphabet and missing or superfluous
 * padding are taken as they come, anything else makes it `null`. The bytes must encode to the same text again.
 */
export function decodeBase64(text: string): Buffer | null {
  const letters = text.replace(/[\r\n\t ]+/g, '').replace(/={0,3}$/, '');
  if (letters.length < 8 || letters.length % 4 === 1 || !/^[A-Za-z0-9+/_-]+$/.test(letters)) return null;
  const standard = letters.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Buffer.from(standard, 'base64');
  return trimCharactersAtEnd(bytes.toString('base64'), '=') === standard ? bytes : null;
}
