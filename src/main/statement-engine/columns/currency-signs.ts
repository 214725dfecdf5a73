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

/**
 * Returns the currency of up to two folded terms: an ISO code, or a shared sign as written; an empty text for no term,
 * `null` for unknown or contradictory terms. A code takes precedence over a shared sign: `$5.00 CAD`.
 */
export function currencyOfTerms([word, other]: readonly string[]): string | null {
  if (word === undefined) return '';
  const one = labels.get(word) ?? null;
  const two = other === undefined ? one : (labels.get(other) ?? null);
  if (one === null || two === null) return null;
  if (one === two) return one;
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
