/** @file Classifies a single cell without its column: a value of a data row, or a name of a column. */
import { foldText } from '../read/fold.ts';
import { currencies } from '../vocabulary/compiled/locale-names.ts';

const number = String.raw`\d[\d.,'’]*`;
const sign = String.raw`[-+\u2212\u2013(]`;
/** Currency signs, and abbreviations that are not currency codes. */
const currency = String.raw`(?:\p{Sc}|[A-Z]{1,2}\$|kr\.?|Kč|zł|Ft|lei|Fr\.?|SFr\.?|Rs\.?|руб\.?|元|円)`;

/** Matches an amount without blanks. */
const plainAmount = new RegExp(
  `^${sign}*(?:${currency}${sign}*)?${number}${currency}?(?:%|[CD]R|[SHDC])?[-+)]?$`,
  'iu',
);
/** Matches an amount without blanks with a currency code. */
const amountWithCode = /^([A-Z]{3})?[-+(]?\d[\d.,'’]*\)?([A-Z]{3})?$/;
/** Letters of any script before decimals: an unknown currency. */
const amountWithLetters = /^\p{L}[\p{L}.\u200e\u200f]{0,6}\s?[-+]?\d[\d.,]*[.,]\d{2,3}$/u;

const numericDate = /^\d{1,4}[-./]\s?\d{1,2}[-./]\s?\d{1,4}\.?(?![\p{L}\d])/u;
const dayMonthYear = /^\d{1,2}\.?[-/ ]?(?:de )?\p{L}{3,12}\.?[-/ ,]*(?:de )?\d{2,4}(?!\d)/u;
const monthDayYear = /^\p{L}{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}(?!\d)/u;
const eastAsianDate = /^(?:令和|平成|昭和|民國|民国)?(?:\d{1,4}|元)年\s?\d{1,2}月(?:\s?\d{1,2}日)?/u;
const timeOfDay = /^\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?: ?[ap]m)?$/i;

const iban = /^[A-Z]{2}\d{2}[A-Z\d ]{10,}$/;
const address = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const hexadecimal = /^(?=.*\d)[\da-f-]{16,}$/i;

const codes: ReadonlySet<string> = new Set(currencies);

function isAmountWithCode(text: string): boolean {
  const [, codeBefore, codeAfter] = amountWithCode.exec(text) ?? [];
  const code = codeBefore ?? codeAfter;
  return code !== undefined && codes.has(code);
}

/** True for account numbers, references and masked cards: at least four digits, and at least 40 % digits. */
function isIdentifier(text: string): boolean {
  if (/\s/.test(text)) return false;
  const digits = text.replace(/\D/g, '').length;
  return digits >= 4 && digits >= text.length * 0.4;
}

const decoder = new TextDecoder();

/** Replaces digits of other scripts by ASCII digits. */
function withPlainDigits(text: string): string {
  return text.replace(/[^\d\P{Nd}]/gu, (digit) => decoder.decode(foldText(digit)));
}

/** True for a cell of a data row: a date, time, amount or identifier. */
export function isValue(cell: string): boolean {
  const text = withPlainDigits(cell.trim());
  // A value has a digit or is an e-mail address; most names have neither.
  if (!/\d/.test(text)) return address.test(text);
  const withoutBlanks = text.replace(/\s/g, '');
  return (
    plainAmount.test(withoutBlanks) ||
    [numericDate, dayMonthYear, monthDayYear, eastAsianDate, timeOfDay].some((shape) => shape.test(text)) ||
    [amountWithLetters, iban, address, hexadecimal].some((shape) => shape.test(text)) ||
    isAmountWithCode(withoutBlanks) ||
    isIdentifier(text)
  );
}

const maxNameLength = 120;

/** True for a text that could be the name of a column. */
export function isName(cell: string): boolean {
  const text = cell.trim();
  return text.length <= maxNameLength && /[\p{L}#№%]/u.test(text) && !isValue(text);
}

/** Beginnings of words in column names, in the languages of banks. A point at the end marks a whole word. */
const beginnings = [
  'date. datetime data. dato. fecha jour tag. day. time. uhrzeit dzień pvm päivä dátum értéknap tarih wert',
  'val amount betr montant importe. importo. kwota částk castk sum. suma. summ bel belopp összeg tutar umsatz turnover',
  'total gross net. price cost preis balance saldo solde zůstat zostat egyenleg bakiye kontostand stand.',
  'currency curr. cur. ccy währung waehrung devi moneda divisa měna mena. munt waluta monn',
  'desc beschreib verwendung zweck text. omschrijving mededeling libell concepto opis popis tekst. beskriv közlem',
  'açıklama detail memo. note. notes. narrat particular remark summary reason title subject tytuł zpráva messag',
  'payee payer name. naam. nom. nombre empf auftragg begünst benef counterp partner sender recipient merchant nazwa název',
  'navn. namn. from. to. ref id. nr. no. num číslo symbol code cheque check iban. bic. blz. account acct konto compte',
  'cuenta conta. rekening úč száml hesap card karte debit credit débit crédit debet soll. haben. deposit withdraw paid',
  'inflow outflow income expense charge fee. fees. tax gebühr kosten. in. out. af. bij. příjem výdaj winien. ma.',
  'type. typ. art. categor kategor status. state. transac transak tranz buchung booking posting quantity product country',
  'user method mode. дата сумм валют описан счет счёт назнач остат приход расход дебет кредит номер',
];
const endings = 'datum betrag bedrag saldo nummer währung date amount number'.split(' ');
const eastAsian = '日 金額 金额 摘要 残高 余额 餘額 通貨 币种 取引 交易 名 番号 区分 備考 备注 账 帳'.split(
  ' ',
);

const usualTerms = beginnings.join(' ').split(' ');
const exactTerms = new Set(usualTerms.flatMap((word) => (word.endsWith('.') ? [word.slice(0, -1)] : [])));
const termBeginnings = usualTerms.filter((word) => !word.endsWith('.'));

function isUsualWord(word: string): boolean {
  return (
    exactTerms.has(word) ||
    termBeginnings.some((start) => word.startsWith(start)) ||
    endings.some((end) => word.endsWith(end))
  );
}

/** True for a short text with a word that is usual in column names of statements. */
export function isUsualName(cell: string): boolean {
  const text = cell
    .trim()
    .replaceAll('_', ' ')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase();
  if (text.length > 40) return false;
  return text.split(/[^\p{L}]+/u).some(isUsualWord) || eastAsian.some((word) => text.includes(word));
}
