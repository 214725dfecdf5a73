/** @file Reads the lists of words in this folder: phrases by language, separated by commas. */
import { normalizeText } from '../columns/normalize-text.ts';

/** The phrases of one subject by language; `any` for those of no language. */
type PhrasesByLanguage = Readonly<Record<string, string>>;

/** Returns the normalized phrases of all languages. */
export function listPhrases(phrases: PhrasesByLanguage): string[] {
  return Object.values(phrases)
    .flatMap((list) => list.split(','))
    .map(normalizeText)
    .filter((phrase) => phrase !== '');
}
