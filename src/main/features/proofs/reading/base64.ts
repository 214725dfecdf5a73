/** @file Decodes the variants of base64 that services write. The caller decides whether the bytes are meaningful. */
import { trimCharactersAtEnd } from '../../../../shared/trim-characters.ts';

/**
 * Decodes a text; `null` when a part of the text is not base64. Line breaks, the URL-safe alphabet and missing or
 * superfluous padding are accepted. Encoding the bytes again must give the same text.
 */
export function decodeBase64(text: string): Buffer | null {
  const symbols = text.replace(/[\r\n\t ]+/g, '').replace(/={0,3}$/, '');
  if (symbols.length < 8 || symbols.length % 4 === 1 || !/^[A-Za-z0-9+/_-]+$/.test(symbols)) return null;
  const standardSymbols = symbols.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Buffer.from(standardSymbols, 'base64');
  return trimCharactersAtEnd(bytes.toString('base64'), '=') === standardSymbols ? bytes : null;
}
