/** @file Numbers inside sentences: the right form of a word for a count, and the count with its separators. */
import { formatList, formatNumber } from '../messages/index.ts';

const rules = new Intl.PluralRules('en');

export { formatList, formatNumber };

/** Forms of a word by plural category; `other` stands in for every category that is not given. */
export type WordForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** The form of a word that fits a count: `document` or `documents`. */
export function formFor(count: number, forms: WordForms): string {
  return forms[rules.select(count)] ?? forms.other;
}

/** Count and word: `1 document`, `1,284 documents`. */
export function counted(count: number, forms: WordForms): string {
  return `${formatNumber(count)} ${formFor(count, forms)}`;
}
