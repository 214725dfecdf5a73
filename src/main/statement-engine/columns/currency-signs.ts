/**
 * @file Currency signs and codes next to amounts. A sign of a single currency maps to its ISO code; a sign that several
 * currencies share, such as `$`, is kept as written.
 */
import { z } from 'zod';
import { foldText } from '../read/fold.ts';
import { currencies } from '../vocabulary/compiled/locale-names.ts';
import vocabulary from '../vocabulary/currency-signs.json' with { type: 'json' };

/** Texts that blanks separate. */
const listSchema = z.string().transform((list) => list.split(' '));
const signsSchema = z.record(z.string(), listSchema);

/** Signs by their currency. */
const { signs, sharedSigns, signsOfAmounts, units, wholeCurrencies } = z
  .object({
    /** Signs that belong to one currency, by its ISO code. */
    signs: signsSchema,
    /** Signs of several currencies, by the spelling that is shown. Japanese encodings have the yen at the code of the backslash. */
    sharedSigns: signsSchema,
    /** Signs that are also units or words, and are currencies only in columns that are known to hold amounts; folded. */
    signsOfAmounts: signsSchema,
    /** Units beside numbers that are no amounts; folded. */
    units: listSchema,
    /** Currencies without decimals, and the sign `¥`, whose currencies rarely have decimals. */
    wholeCurrencies: listSchema,
  })
  .parse(vocabulary);

const decoder = new TextDecoder();
const folded = (text: string) => decoder.decode(foldText(text));

/** Returns the labels of signs by the sign. */
const bySign = (labels: z.infer<typeof signsSchema>, form = (sign: string) => sign) =>
  Object.entries(labels).flatMap(([label, spellings]) =>
    spellings.map((sign) => [form(sign), label] as const),
  );

const labels = new Map<string, string>([
  ...currencies.map((code) => [folded(code), code] as const),
  ...bySign(signs, folded),
  ...bySign(sharedSigns, folded),
]);
const sharedLabels = new Set(Object.keys(sharedSigns));
const labelsInAmounts = new Map(bySign(signsOfAmounts));
const unitTerms = new Set(units);
/** Letters of any script, also with a point or a dollar sign, as in `Bs.` or `C$`. */
const shortSign = /^[\p{L}./]{1,4}\p{Sc}?$/u;

/** Returns the currency of one folded term; `null` for another word. */
function currencyOfTerm(term: string, acceptsAnySign: boolean): string | null {
  const known = labels.get(term) ?? (/^\p{Sc}$/u.test(term) ? term : null);
  if (known !== null || !acceptsAnySign) return known;
  return (
    labelsInAmounts.get(term) ?? (unitTerms.has(term) || !shortSign.test(term) ? null : term.toUpperCase())
  );
}

/** True for a term that is written as one, although it has several parts. */
export function isCurrencyTerm(term: string): boolean {
  return labels.has(term) || labelsInAmounts.has(term);
}

/**
 * Returns the currency of up to two folded terms: an ISO code, or a shared sign as written; an empty text for no term,
 * `null` for unknown or contradictory terms. A code takes precedence over a shared sign: `$5.00 CAD`. With `acceptsAnySign`, an
 * unknown short term is the sign of a currency, except for units.
 */
export function currencyOfTerms(terms: readonly string[], acceptsAnySign = false): string | null {
  const found = terms.map((term) => currencyOfTerm(term, acceptsAnySign));
  const currencies = new Set(found.filter((currency) => currency !== null));
  const [one = '', two] = currencies;
  if (found.includes(null) || currencies.size > 2) return null;
  if (two === undefined) return one;
  if (sharedLabels.has(one) === sharedLabels.has(two)) return null;
  return sharedLabels.has(one) ? two : one;
}

const withoutDecimals = new Set(wholeCurrencies);

/** True for a currency without decimals, in which three digits after a comma or point are a group. */
export function hasNoDecimals(currency: string): boolean {
  return withoutDecimals.has(currency);
}
