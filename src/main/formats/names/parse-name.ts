/** @file Splits the name of a party into its words and its legal forms. */
import { fold } from '../../../shared/model/fold.ts';
import { createFormSplitter } from './legal-forms.ts';

/** Letters that Unicode does not decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

const conjunctions: ReadonlySet<string> = new Set(['and', 'und', 'et', 'och', 'og', 'oraz', 'y']);

/** Returns the words of a text without case and accents; `Müller` and `Mueller` are the same word. */
function wordsOf(text: string): string[] {
  return fold(text)
    .replace(/['’`´]/g, '')
    .replace(/[æœßłøđðþı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/aa|[aou]e/g, (letters) => letters.charAt(0))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !conjunctions.has(word));
}

const splitForms = createFormSplitter(wordsOf);

/** A name in the form that is compared. */
export interface ParsedName {
  readonly words: readonly string[];
  /** The words without spaces: `Data-Soft` and `Datasoft` are the same name. */
  readonly joined: string;
  readonly forms: ReadonlySet<string>;
}

export function parseName(name: string): ParsedName {
  const { words, forms } = splitForms(name);
  return { words, forms, joined: words.join('') };
}

/** True when both names state legal forms, and none of one is of the other: they are different companies. */
export function haveOtherForms(a: ParsedName, b: ParsedName): boolean {
  return a.forms.size > 0 && b.forms.size > 0 && ![...a.forms].some((form) => b.forms.has(form));
}
