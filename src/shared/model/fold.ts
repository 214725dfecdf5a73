/** @file Folding texts, so that a search for `skoda` finds `Škoda`. */

/** Lower case without accents, compatibility forms unified. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim();
}
