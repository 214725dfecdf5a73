/**
 * @file Currency signs and codes next to amounts. A sign of a single currency maps to its ISO code; a sign that several
 * currencies share, such as `$`, is kept as written.
 */
import { foldText } from '../read/fold.ts';

/** Signs that belong to one currency, by its ISO code. */
const signs: Readonly<Record<string, readonly string[]>> = {
  AUD: ['A$', 'AU$'],
  AZN: ['₼'],
  BGN: ['лв', 'лв.'],
  BRL: ['R$'],
  BTC: ['₿', 'BTC'],
  CAD: ['C$', 'CA$'],
  CHF: ['SFr', 'SFr.', 'Fr.'],
  CNY: ['CN¥', 'RMB', '元'],
  CRC: ['₡'],
  CZK: ['Kč', 'Kčs'],
  ETH: ['ETH'],
  EUR: ['€'],
  GEL: ['₾'],
  GHS: ['₵'],
  HKD: ['HK$'],
  HUF: ['Ft'],
  IDR: ['Rp', 'Rp.'],
  ILS: ['₪'],
  INR: ['₹'],
  JOD: ['د.ا.'],
  JPY: ['JP¥', '円'],
  KRW: ['₩', '원'],
  KZT: ['₸'],
  MXN: ['MX$'],
  MYR: ['RM'],
  NGN: ['₦'],
  NZD: ['NZ$'],
  PHP: ['₱'],
  PLN: ['zł'],
  PYG: ['₲'],
  RON: ['lei'],
  RUB: ['₽', 'руб', 'руб.'],
  SGD: ['S$', 'SG$'],
  THB: ['฿'],
  TRY: ['₺'],
  TWD: ['NT$'],
  UAH: ['₴', 'грн', 'грн.'],
  USD: ['US$'],
  VND: ['₫', 'đ'],
};

/** Signs of several currencies. */
const sharedSigns: readonly (readonly [label: string, ...spellings: string[]])[] = [
  ['$', '$'],
  ['£', '£', '₤'],
  // Japanese encodings have the yen at the code of the backslash.
  ['¥', '¥', '￥', '\\'],
  ['kr', 'kr', 'kr.'],
  ['Rs', 'Rs', 'Rs.', '₨'],
  ['Fr', 'Fr'],
];

const decoder = new TextDecoder();
const folded = (text: string) => decoder.decode(foldText(text));

const labels = new Map<string, string>([
  ...Intl.supportedValuesOf('currency').map((code) => [folded(code), code] as const),
  ...Object.entries(signs).flatMap(([code, spellings]) =>
    spellings.map((sign) => [folded(sign), code] as const),
  ),
  ...sharedSigns.flatMap(([label, ...spellings]) => spellings.map((sign) => [folded(sign), label] as const)),
]);

const sharedLabels = new Set(sharedSigns.map(([label]) => label));

/** Signs that are also units or words, and are currencies only in columns that are known to hold amounts. */
const signsOfAmounts = new Map(
  Object.entries({
    AED: 'dh dhs dhs. د.إ',
    BAM: 'km',
    DOP: 'rd$',
    EUR: 'euro euros eur.',
    GTQ: 'q q.',
    HNL: 'l l.',
    KES: 'ksh ksh.',
    NGN: 'n',
    PEN: 's/ s/.',
    PKR: 'pkr.',
    RSD: 'din din. дин дин.',
    RUB: 'р р.',
    TRY: 'tl',
    TZS: 'tsh tsh.',
    UGX: 'ush ush.',
    ZAR: 'r',
  }).flatMap(([code, spellings]) => spellings.split(' ').map((sign) => [sign, code] as const)),
);
/** Units beside numbers that are no amounts. */
const units = new Set(
  '% ‰ h hr hrs min mins sec s ms d day days pc pcs pce st stk stck x kg g t m cm mm kwh mb gb pts'.split(
    ' ',
  ),
);
/** Letters of any script, also with a point or a dollar sign, as in `Bs.` or `C$`. */
const shortSign = /^[\p{L}./]{1,4}\p{Sc}?$/u;

/** Returns the currency of one folded term; `null` for another word. */
function currencyOfTerm(term: string, acceptsAnySign: boolean): string | null {
  const known = labels.get(term) ?? (/^\p{Sc}$/u.test(term) ? term : null);
  if (known !== null || !acceptsAnySign) return known;
  return signsOfAmounts.get(term) ?? (units.has(term) || !shortSign.test(term) ? null : term.toUpperCase());
}

/** True for a term that is written as one, although it has several parts. */
export function isCurrencyTerm(term: string): boolean {
  return labels.has(term) || signsOfAmounts.has(term);
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

/** Currencies without decimals, and the sign `¥`, whose currencies rarely have decimals. */
const wholeCurrencies = new Set(
  '¥ BIF CLP COP DJF GNF HUF IDR ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
);

/** True for a currency without decimals, in which three digits after a comma or point are a group. */
export function hasNoDecimals(currency: string): boolean {
  return wholeCurrencies.has(currency);
}
