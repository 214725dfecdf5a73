/** @file The rules for passphrases of recovery files: minimum length and estimated strength. */

/** Minimum length of a passphrase, in characters. */
export const minPassphraseLength = 12;
/** Maximum length of a passphrase, in characters. */
export const maxPassphraseLength = 1024;

/** Difficulty of guessing a passphrase for an attacker who has the recovery file. */
export type PassphraseStrength = 'short' | 'weak' | 'fair' | 'strong';

/**
 * Normalizes a passphrase, so that it does not depend on the keyboard or system it was typed on, and removes spaces
 * around it, which pasting may add.
 */
export function normalizePassphrase(typed: string): string {
  return typed.normalize('NFKC').trim();
}

/** True for a passphrase of at least {@link minPassphraseLength} characters. */
export function isLongEnough(typed: string): boolean {
  return Array.from(normalizePassphrase(typed)).length >= minPassphraseLength;
}

const characterClasses = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}\s]/u];
/**
 * Estimated bits per character, by the number of character classes. Low, because letters of natural words are easy to
 * predict.
 */
const bitsPerCharacter = [1, 2.2, 3, 4, 5];
/** Bits from which guessing takes a company years, and from which it is infeasible. */
const fairBits = 42;
const strongBits = 70;

/** Estimates the strength conservatively: repeated characters and sequences such as `abc` add nothing. */
export function strengthOf(typed: string): PassphraseStrength {
  if (!isLongEnough(typed)) return 'short';
  const passphrase = normalizePassphrase(typed);
  const codes = Array.from(passphrase, (character) => character.codePointAt(0) ?? 0);
  const unpredictableCount = codes.filter((code, index) => {
    const step = code - (codes[index - 1] ?? Number.NaN);
    return !(step === 0 || Math.abs(step) === 1);
  }).length;
  // A sequence that repeats counts only once.
  const effectiveLength = Math.min(unpredictableCount, new Set(codes).size * 3);
  const bits =
    effectiveLength *
    (bitsPerCharacter[characterClasses.filter((characterClass) => characterClass.test(passphrase)).length] ??
      1);
  if (bits < fairBits) return 'weak';
  return bits < strongBits ? 'fair' : 'strong';
}
