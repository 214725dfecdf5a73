/** @file What makes a passphrase of a recovery file long enough and hard to guess. */

/** The fewest characters of a passphrase. */
export const minPassphraseLength = 12;
/** The most characters that are taken. */
export const maxPassphraseLength = 1024;

/** How hard a passphrase is to guess for somebody who has the file and much time. */
export type PassphraseStrength = 'short' | 'weak' | 'fair' | 'strong';

/**
 * The passphrase as it counts: the same whichever keyboard or system it was typed on, without spaces around it, as they
 * come along when something is pasted.
 */
export function plainPassphrase(typed: string): string {
  return typed.normalize('NFKC').trim();
}

/** True when it has at least {@link minPassphraseLength} characters. */
export function isLongEnough(typed: string): boolean {
  return Array.from(plainPassphrase(typed)).length >= minPassphraseLength;
}

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}\s]/u];
/** Bits of a character by how many kinds of them there are; words of a language have less to guess in each letter. */
const bitsPerCharacter = [1, 2.2, 3, 4, 5];
/** Bits from which a guess takes a company years, and from which nobody will make it. */
const fairBits = 42;
const strongBits = 70;

/** An estimate on the careful side: what repeats or counts up adds nothing. */
export function strengthOf(typed: string): PassphraseStrength {
  if (!isLongEnough(typed)) return 'short';
  const passphrase = plainPassphrase(typed);
  const codes = Array.from(passphrase, (character) => character.codePointAt(0) ?? 0);
  const surprising = codes.filter((code, index) => {
    const step = code - (codes[index - 1] ?? Number.NaN);
    return !(step === 0 || Math.abs(step) === 1);
  }).length;
  // A piece that comes again and again is one piece.
  const different = Math.min(surprising, new Set(codes).size * 3);
  const bits = different * (bitsPerCharacter[kinds.filter((kind) => kind.test(passphrase)).length] ?? 1);
  if (bits < fairBits) return 'weak';
  return bits < strongBits ? 'fair' : 'strong';
}
