/** @file Parses what stands before and after the digits of an amount: signs, brackets, directions, a currency, a footnote. */
import { currencyOfTerms, isCurrencyTerm } from './currency-signs.ts';

/** Text before and after the digits of an amount. */
export interface Affixes {
  readonly isNegative: boolean;
  readonly hasPlus: boolean;
  /** Has brackets, a minus sign, `DR` or `CR`, which identifiers never have. */
  readonly isSigned: boolean;
  /** The sign is a single letter, which is accepted only with two decimals; German letters only with a decimal comma. */
  readonly signLetter: 'any' | 'german' | null;
  /** A footnote mark follows the amount. Without decimals, digits with asterisks are a masked number. */
  readonly hasFootnote: boolean;
  readonly currency: string;
  /** The currency is known only from the column, and only beside decimals or groups. */
  readonly isUnusualSign: boolean;
}

export const noAffixes: Affixes = {
  isNegative: false,
  hasPlus: false,
  isSigned: false,
  signLetter: null,
  hasFootnote: false,
  currency: '',
  isUnusualSign: false,
};
const directions: Readonly<Record<string, 'debit' | 'credit'>> = {
  dr: 'debit',
  'dr.': 'debit',
  db: 'debit',
  cr: 'credit',
  'cr.': 'credit',
  debit: 'debit',
  credit: 'credit',
  d: 'debit',
  c: 'credit',
  // Soll and Haben.
  s: 'debit',
  h: 'credit',
};

const invisible = /[\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const footnote = /[*\u2020\u2021\u00b9\u00b2\u00b3\u2070\u2074-\u2079]{1,3}$/u;
/** Minus signs of all kinds; triangles mark negative amounts in East Asian statements. */
const signToken = /^[-+\u2010-\u2013\u2212\ufe63\uff0d\u25b2\u25b3\u25bc\u25bd]$/u;
const affixToken =
  /[-+()\u2010-\u2013\u2212\ufe63\uff0d\u25b2\u25b3\u25bc\u25bd]|[^-+()\s\u2010-\u2013\u2212\ufe63\uff0d\u25b2\u25b3\u25bc\u25bd]+/gu;
/** A direction in brackets, and the dash that ends an amount without decimals: `1,234.50(Dr)`, `Rs. 500/-`. */
const bracketedDirection = /\(\s*([a-z.]{1,6})\s*\)\s*$/u;
const endingDash = /^\s*\/-(?=\s|$)/u;

/**
 * Parses the texts before and after the digits; `null` if they are no part of an amount. With `acceptsAnySign`, an unknown
 * short word is the sign of a currency.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: every kind of token that can stand beside an amount
export function parseAffixes(prefix: string, suffix: string, acceptsAnySign: boolean): Affixes | null {
  // An apostrophe before a sign only keeps spreadsheets from evaluating the cell.
  const tokensBefore = prefix.replace(invisible, '').replace(/^'/, '').match(affixToken) ?? [];
  const textAfter = suffix
    .replace(invisible, '')
    .replace(endingDash, '')
    .replace(bracketedDirection, (bracket, word: string) =>
      Object.hasOwn(directions, word) ? ` ${word}` : bracket,
    )
    .trimEnd();
  const tokensAfter = textAfter.replace(footnote, '').match(affixToken) ?? [];
  const signs: string[] = [];
  const names: string[] = [];
  let isDebit = false;
  let isCredit = false;
  let signLetter: Affixes['signLetter'] = null;
  let openedBrackets = 0;
  let closedBrackets = 0;
  for (const [side, tokens] of [tokensBefore, tokensAfter].entries()) {
    const terms: string[] = [];
    for (const token of tokens) {
      const direction = directions[token];
      if (signToken.test(token)) signs.push(token);
      else if (token === '(' && side === 0) openedBrackets += 1;
      else if (token === ')' && side === 1) closedBrackets += 1;
      else if (direction !== undefined) {
        if (direction === 'debit') isDebit = true;
        else isCredit = true;
        if (token.length === 1) signLetter = token === 's' || token === 'h' ? 'german' : 'any';
      } else terms.push(token);
    }
    const joined = terms.join('');
    names.push(...(isCurrencyTerm(joined) ? [joined] : terms));
  }
  if (signs.length > 1 || openedBrackets !== closedBrackets || openedBrackets > 1) return null;
  const currency = currencyOfTerms(names, acceptsAnySign);
  const hasMinus = signs.length > 0 && signs[0] !== '+';
  const isBracketed = openedBrackets === 1;
  if (currency === null || (isBracketed && signs.length > 0) || (isDebit && isCredit)) return null;
  // A negative credit or a debit with a plus contradicts itself.
  if ((isCredit && (hasMinus || isBracketed)) || (isDebit && signs[0] === '+')) return null;
  const isNegative = hasMinus || isBracketed || isDebit;
  const hasFootnote = footnote.test(textAfter);
  return {
    isNegative,
    hasPlus: signs[0] === '+',
    isSigned: isNegative || isCredit,
    signLetter,
    hasFootnote,
    currency,
    isUnusualSign: acceptsAnySign && currencyOfTerms(names) === null,
  };
}
