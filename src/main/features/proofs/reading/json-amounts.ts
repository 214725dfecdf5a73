/** @file Reads amounts in JSON. Only an unambiguous amount of money with its currency counts. */
import type { Amount } from '../../../../shared/model/proofs/amount.ts';
import type { AmountRole } from '../../../../shared/model/proofs/proof.ts';
import { isObject, type JsonNode, memberOf, textOf } from './json-tree.ts';

/** Roles of amounts by member name, the most relevant first. */
const amountNames: readonly (readonly [AmountRole, ...names: string[]])[] = [
  ['returned', 'returnedamount', 'returnamount', 'returnedinterbanksettlementamount', 'rtrdintrbksttlmamt'],
  ['settled', 'settledamount', 'settlementamount', 'interbanksettlementamount', 'intrbksttlmamt'],
  ['amount', 'transactionamount', 'paymentamount', 'transferamount', 'paidamount', 'amount', 'amt'],
  ['instructed', 'instructedamount', 'instdamt', 'requestedamount'],
  ['original', 'originalamount', 'orgnlinstdamt', 'orgnlintrbksttlmamt', 'originalinstructedamount'],
];

const mayBeAmount = /(?:amount|amt|^value)$/;

/** Members that indicate minor units; with one of them the amount stays unknown. */
const minorUnits = ['scale', 'exponent', 'decimals', 'decimalplaces', 'precision', 'minorunits', 'minorunit'];
const currencyNames = ['currency', 'currencycode', 'ccy', 'isocurrency', 'currencyiso'];
const valueNames = ['value', 'amount', 'content', 'text', ''];

export interface JsonAmount {
  readonly role: AmountRole;
  readonly amount: Amount;
}

/** Normalizes a decimal number. Thousands separators are removed only where they are unambiguous. */
function digitsOf(text: string): { value: string; isNegative: boolean } | null {
  const parts = /^([-+]?)(\S+)$/.exec(text.trim());
  const written = parts?.[2] ?? '';
  const isNegative = parts?.[1] === '-';
  if (/^\d{1,15}(?:\.\d{1,12})?$/.test(written)) return { value: written, isNegative };
  if (/^\d{1,3}(?:,\d{3})+\.\d{1,2}$/.test(written))
    return { value: written.replaceAll(',', ''), isNegative };
  const isComma = /^(?:\d{1,15}|\d{1,3}(?:\.\d{3})+),\d{1,2}$/.test(written);
  return isComma ? { value: written.replaceAll('.', '').replace(',', '.'), isNegative } : null;
}

/** Reads an amount. Lower-case currency codes are rejected: systems that use them often count minor units. */
function moneyOf(node: JsonNode, currency: string | null): { amount: Amount; isNegative: boolean } | null {
  const digits = digitsOf(node.text ?? '');
  if (digits === null || currency === null || !/^(?:[A-Z]{3}|[a-z]{3})$/.test(currency)) return null;
  const isSmall = currency === currency.toLowerCase();
  if (isSmall && !digits.value.includes('.')) return null;
  return {
    amount: { currency: currency.toUpperCase(), value: digits.value },
    isNegative: digits.isNegative,
  };
}

/** Reads an amount and its currency from one text: `EUR 12.50` or `12.50 EUR`. */
function moneyInText(node: JsonNode): { amount: Amount; isNegative: boolean } | null {
  const text = node.text?.trim() ?? '';
  const parts = /^([A-Z]{3}) ?([-+\d].*)$/.exec(text) ?? /^(.*\d) ?([A-Z]{3})$/.exec(text);
  if (parts === null) return null;
  const [, one = '', other = ''] = parts;
  const [currency, number] = /^[A-Z]{3}$/.test(one) ? [one, other] : [other, one];
  return moneyOf({ ...node, text: number }, currency);
}

const hasMinorUnits = (node: JsonNode) => minorUnits.some((name) => memberOf(node, name) !== null);

/** Currency of an amount: a member named after the amount, else the currency of the object. */
function currencyBeside(holder: JsonNode, name: string): string | null {
  const stem = name.replace(/(?:amount|amt)$/, '');
  const own = [name, stem].flatMap((one) => currencyNames.map((currency) => `${one}${currency}`));
  return textOf(holder, ...own, ...currencyNames);
}

function readAmount(holder: JsonNode, member: JsonNode): { amount: Amount; isNegative: boolean } | null {
  if (member.text !== null) {
    if (hasMinorUnits(holder)) return null;
    return moneyInText(member) ?? moneyOf(member, currencyBeside(holder, member.name));
  }
  if (!isObject(member) || hasMinorUnits(member)) return null;
  const value = memberOf(member, ...valueNames);
  if (value === null) return null;
  if (value.text === null) return readAmount(member, value);
  return moneyInText(value) ?? moneyOf(value, textOf(member, ...currencyNames) ?? currencyBeside(holder, ''));
}

/** Amounts that belong to the object itself, the most relevant first; nested objects are not searched. */
export function amountsIn(holder: JsonNode): JsonAmount[] {
  if (holder.isArray || !holder.children.some(({ name }) => mayBeAmount.test(name))) return [];
  const named = amountNames.flatMap(([role, ...names]): JsonAmount[] => {
    for (const name of names) {
      const member = memberOf(holder, name);
      const read = member === null ? null : readAmount(holder, member);
      if (read === null || (role === 'returned' && /^[0.]+$/.test(read.amount.value))) continue;
      // A negative amount was debited to the listed account.
      return [{ role: read.isNegative ? 'entry-debit' : role, amount: read.amount }];
    }
    return [];
  });
  if (named.length > 0 || holder.key !== '') return named;
  // A text that consists of an amount only.
  const value = memberOf(holder, 'value');
  const read = value === null ? null : readAmount(holder, value);
  return read === null ? [] : [{ role: 'amount', amount: read.amount }];
}
