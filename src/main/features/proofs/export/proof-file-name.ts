/** @file Names of saved proofs: `reference_type.ext`, valid on every system and unique. */
import { trimCharacters, trimCharactersAtEnd } from '../../../../shared/trim-characters.ts';

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const maxNameLength = 100;

/** Makes a text safe in a file name: no separators, control or reserved characters, no dots or spaces at either end. */
export function safeNamePart(text: string): string {
  const safe = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*%]+/gu, '-')
    .replace(/\s+/g, ' ');
  const short = trimCharactersAtEnd(
    Array.from(trimCharacters(safe, ' .-')).slice(0, maxNameLength).join(''),
    ' .',
  );
  return reserved.test(short) ? `${short}-` : short;
}

export function proofFileName(proof: {
  readonly reference: string;
  readonly type: string | null;
  readonly extension: string;
}): string {
  const reference = safeNamePart(proof.reference);
  const type = safeNamePart(proof.type ?? '').slice(0, 40);
  const stem = [reference === '' ? 'proof' : reference, type].filter((part) => part !== '').join('_');
  return `${stem}.${proof.extension}`;
}

/** Returns a function that makes names unique, ignoring case, by appending a number. */
export function createUniqueNames(existing: Iterable<string> = []): (name: string) => string {
  const used = new Set([...existing].map((name) => name.toLowerCase()));
  return (name) => {
    const dot = name.lastIndexOf('.');
    const [stem, ending] = [name.slice(0, dot), name.slice(dot)];
    let unique = name;
    for (let number = 2; used.has(unique.toLowerCase()); number += 1) unique = `${stem} (${number})${ending}`;
    used.add(unique.toLowerCase());
    return unique;
  };
}
