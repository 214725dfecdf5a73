/** @file Removes diacritics, for formats with a limited alphabet. */

/** Removes diacritics: `Škoda` becomes `Skoda`. Other alphabets are not changed. */
export function removeDiacritics(text: string): string {
  // Unicode does not decompose the stroke of these letters.
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('Ł', 'L');
}
