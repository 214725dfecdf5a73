/**
 * @file Currency signs and codes that stand beside amounts. A sign that belongs to just one currency is known by its ISO
 * code; one that several currencies use, such as `$`, stays as it stands.
 */
import { foldText } from './fold.ts';

/** Signs of one currency, by its code. */
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
  // The yen has the place of the backslash in Japanese encodings.
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
 * The currency that up to two folded words name, or `null`: an ISO code, or the sign of several currencies as it stands;
 * empty for no word. Beside a code such a sign tells nothing else: `$5.00 CAD`.
 */
export function currencyOfWords([word, other]: readonly string[]): string | null {
  if (word === undefined) return '';
  const one = labels.get(word) ?? null;
  const two = other === undefined ? one : (labels.get(other) ?? null);
  if (one === null || two === null) return null;
  if (one === two) return one;
  if (sharedLabels.has(one) === sharedLabels.has(two)) return null;
  return sharedLabels.has(one) ? two : one;
}

/** Currencies in which nobody writes decimals, and the sign of two that rarely have any. */
const wholeCurrencies = new Set(
  '¥ BIF CLP COP DJF GNF HUF IDR ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
);

/** Whether nobody writes decimals in a currency, so that three digits behind a comma or point are a group. */
export function hasNoDecimals(currency: string): boolean {
  return wholeCurrencies.has(currency);
}
