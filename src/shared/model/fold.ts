/** @file Folds texts for searching, so that `skoda` finds `Škoda`. */

/** Returns the text in lower case, without accents and with compatibility characters unified. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim();
}
