/** @file Texts without accents, capitals and signs, for comparing the words of banks. */

/** Letters that Unicode does not decompose into a letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  ı: 'i',
  đ: 'd',
  ё: 'е',
};

/** Normalizes a text: no accents, lower case, words separated by single spaces. */
export function normalizeText(text: string): string {
  return (
    text
      // RunningBalance and IBANNumber are two words each.
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .replace(/[#№]/gu, ' number ')
      .replaceAll('%', ' percent ')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[ßøæœłıđё]/gu, (letter) => plainLetters[letter] ?? letter)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  );
}
