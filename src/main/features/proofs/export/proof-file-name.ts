/** @file Names of saved proofs: `reference_type.ext`, valid on every system. */
import { trimCharacters, trimCharactersAtEnd } from '../../../../shared/trim-characters.ts';
import { deviceNamePattern } from '../../../files/device-name.ts';

/** Maximum lengths in characters. */
const maxReferenceLength = 100;
const maxTypeLength = 40;
/** Maximum bytes without the extension, which leave room for a number: file systems allow 255 bytes. */
const maxStemBytes = 200;

/** Makes a text safe in a file name: no separators, control or reserved characters, no dots or spaces at either end. */
function sanitizeNamePart(text: string, maxLength: number): string {
  const sanitized = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*%]+/gu, '-')
    .replace(/\s+/g, ' ');
  return trimCharactersAtEnd(Array.from(trimCharacters(sanitized, ' .-')).slice(0, maxLength).join(''), ' .');
}

/** Returns the first characters of a text that fit into the bytes of UTF-8. */
function truncateToBytes(text: string, maxBytes: number): string {
  let bytes = 0;
  let length = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    length += character.length;
  }
  return text.slice(0, length);
}

export function formatProofFileName(proof: {
  readonly reference: string;
  readonly type: string | null;
  readonly extension: string;
}): string {
  const reference = sanitizeNamePart(proof.reference, maxReferenceLength);
  const type = sanitizeNamePart(proof.type ?? '', maxTypeLength);
  const stem = [reference === '' ? 'proof' : reference, type].filter((part) => part !== '').join('_');
  const allowed = stem.replace(deviceNamePattern, '$1-$2');
  return `${trimCharactersAtEnd(truncateToBytes(allowed, maxStemBytes), ' .')}.${proof.extension}`;
}
