/** @file Names of saved proofs: `reference_type.ext`, valid on every system. */
import { trimCharacters, trimCharactersAtEnd } from '../../../../shared/trim-characters.ts';

const reservedNamePattern = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const maxPartLength = 100;

/** Makes a text safe in a file name: no separators, control or reserved characters, no dots or spaces at either end. */
function sanitizeNamePart(text: string): string {
  const sanitized = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*%]+/gu, '-')
    .replace(/\s+/g, ' ');
  const shortened = trimCharactersAtEnd(
    Array.from(trimCharacters(sanitized, ' .-')).slice(0, maxPartLength).join(''),
    ' .',
  );
  return reservedNamePattern.test(shortened) ? `${shortened}-` : shortened;
}

export function formatProofFileName(proof: {
  readonly reference: string;
  readonly type: string | null;
  readonly extension: string;
}): string {
  const reference = sanitizeNamePart(proof.reference);
  const type = sanitizeNamePart(proof.type ?? '').slice(0, 40);
  const stem = [reference === '' ? 'proof' : reference, type].filter((part) => part !== '').join('_');
  return `${stem}.${proof.extension}`;
}
