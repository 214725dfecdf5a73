/** @file Letters without their marks, for forms that know only some alphabets. */

/** The text with marks taken off its letters: `Škoda` gives `Skoda`. Letters of other alphabets stay. */
export function plainLetters(text: string): string {
  // The stroke of these two is no mark that Unicode could take off.
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('Ł', 'L');
}
