/** @file Numbers inside sentences: the right form of a word for a count, and the count with its separators. */

const rules = new Intl.PluralRules('en');
const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Forms of a word by plural category; `other` stands in for every category that is not given. */
export type WordForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** `12,048` */
export function formatCount(count: number): string {
  return grouped.format(count);
}

/** The form of a word that fits a count: `document` or `documents`. */
export function formFor(count: number, forms: WordForms): string {
  return forms[rules.select(count)] ?? forms.other;
}

/** Count and word: `1 document`, `1,284 documents`. */
export function counted(count: number, forms: WordForms): string {
  return `${formatCount(count)} ${formFor(count, forms)}`;
}

/** `a, b and c` */
export function listed(words: readonly string[]): string {
  return list.format(words);
}
