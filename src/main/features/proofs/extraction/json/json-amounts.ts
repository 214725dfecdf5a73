/** @file Reads amounts in JSON. Only an unambiguous amount of money with its currency counts. */
import type { Amount } from '../../../../../shared/model/proofs/amount.ts';
import type { AmountRole } from '../../../../../shared/model/proofs/proof.ts';
import { findMember, findText, isObject, type JsonNode } from './json-tree.ts';

/** Roles of amounts by member name, the most relevant first. */
const amountNames: readonly (readonly [AmountRole, ...names: string[]])[] = [
  ['returned', 'returnedamount', 'returnamount', 'returnedinterbanksettlementamount', 'rtrdintrbksttlmamt'],
  ['settled', 'settledamount', 'settlementamount', 'interbanksettlementamount', 'intrbksttlmamt'],
  ['amount', 'transactionamount', 'paymentamount', 'transferamount', 'paidamount', 'amount', 'amt'],
  ['instructed', 'instructedamount', 'instdamt', 'requestedamount'],
  ['original', 'originalamount', 'orgnlinstdamt', 'orgnlintrbksttlmamt', 'originalinstructedamount'],
];

/** Members with charges for a payment. */
const chargeNames = [
  'charges',
  'charge',
  'chargesamount',
  'chargeamount',
  'totalcharges',
  'fee',
  'fees',
  'feeamount',
  'totalfees',
];

/** Maximum number of charges in a list. */
const maxCharges = 10;

const amountNamePattern = /(?:amount|amt|^value)$/;

/** Members that indicate minor units. Next to such a member an amount stays unknown. */
const minorUnitNames = [
  'scale',
  'exponent',
  'decimals',
  'decimalplaces',
  'precision',
  'minorunits',
  'minorunit',
];
const currencyNames = ['currency', 'currencycode', 'ccy', 'isocurrency', 'currencyiso'];
const valueNames = ['value', 'amount', 'content', 'text', ''];

interface JsonAmount {
  readonly role: AmountRole;
  readonly amount: Amount;
}

/** Normalizes a decimal number. Thousands separators are removed only where they are unambiguous. */
function normalizeDecimal(text: string): { value: string; isNegative: boolean } | null {
  const parts = /^([-+]?)(\S+)$/.exec(text.trim());
  const unsignedText = parts?.[2] ?? '';
  const isNegative = parts?.[1] === '-';
  if (/^\d{1,15}(?:\.\d{1,12})?$/.test(unsignedText)) return { value: unsignedText, isNegative };
  if (/^\d{1,3}(?:,\d{3})+\.\d{1,2}$/.test(unsignedText))
    return { value: unsignedText.replaceAll(',', ''), isNegative };
  const hasDecimalComma = /^(?:\d{1,15}|\d{1,3}(?:\.\d{3})+),\d{1,2}$/.test(unsignedText);
  return hasDecimalComma ? { value: unsignedText.replaceAll('.', '').replace(',', '.'), isNegative } : null;
}

/** Reads an amount. Lower-case currency codes are rejected: systems that use them often count minor units. */
function parseMoney(node: JsonNode, currency: string | null): { amount: Amount; isNegative: boolean } | null {
  const digits = normalizeDecimal(node.text ?? '');
  if (digits === null || currency === null || !/^(?:[A-Z]{3}|[a-z]{3})$/.test(currency)) return null;
  const isLowerCase = currency === currency.toLowerCase();
  if (isLowerCase && !digits.value.includes('.')) return null;
  return {
    amount: { currency: currency.toUpperCase(), value: digits.value },
    isNegative: digits.isNegative,
  };
}

/** Reads an amount and its currency from one text: `EUR 12.50` or `12.50 EUR`. */
function parseMoneyText(node: JsonNode): { amount: Amount; isNegative: boolean } | null {
  const text = node.text?.trim() ?? '';
  const parts = /^([A-Z]{3}) ?([-+\d].*)$/.exec(text) ?? /^(.*\d) ?([A-Z]{3})$/.exec(text);
  if (parts === null) return null;
  const [, firstPart = '', secondPart = ''] = parts;
  const [currency, number] = /^[A-Z]{3}$/.test(firstPart) ? [firstPart, secondPart] : [secondPart, firstPart];
  return parseMoney({ ...node, text: number }, currency);
}

const hasMinorUnits = (node: JsonNode) => minorUnitNames.some((name) => findMember(node, name) !== null);

/** Finds the currency of an amount: a member named after the amount, else the currency of the object. */
function findCurrency(holder: JsonNode, name: string): string | null {
  const stem = name.replace(/(?:amount|amt)$/, '');
  const specificNames = [name, stem].flatMap((prefix) =>
    currencyNames.map((currency) => `${prefix}${currency}`),
  );
  return findText(holder, ...specificNames, ...currencyNames);
}

function readAmount(holder: JsonNode, member: JsonNode): { amount: Amount; isNegative: boolean } | null {
  if (member.text !== null) {
    if (hasMinorUnits(holder)) return null;
    return parseMoneyText(member) ?? parseMoney(member, findCurrency(holder, member.name));
  }
  if (!isObject(member) || hasMinorUnits(member)) return null;
  const value = findMember(member, ...valueNames);
  if (value === null) return null;
  if (value.text === null) return readAmount(member, value);
  return (
    parseMoneyText(value) ?? parseMoney(value, findText(member, ...currencyNames) ?? findCurrency(holder, ''))
  );
}

/** Lists the amounts that belong to the object itself, the most relevant first; nested objects are not searched. */
export function listJsonAmounts(holder: JsonNode): JsonAmount[] {
  if (holder.isArray || !holder.children.some(({ name }) => amountNamePattern.test(name))) return [];
  const namedAmounts = amountNames.flatMap(([role, ...names]): JsonAmount[] => {
    for (const name of names) {
      const member = findMember(holder, name);
      const money = member === null ? null : readAmount(holder, member);
      if (money === null || (role === 'returned' && /^[0.]+$/.test(money.amount.value))) continue;
      // A negative amount was debited to the listed account.
      return [{ role: money.isNegative ? 'entry-debit' : role, amount: money.amount }];
    }
    return [];
  });
  if (namedAmounts.length > 0 || holder.key !== '') return namedAmounts;
  // The whole JSON text may be a single amount.
  const value = findMember(holder, 'value');
  const money = value === null ? null : readAmount(holder, value);
  return money === null ? [] : [{ role: 'amount', amount: money.amount }];
}

/** Lists the charges that the object states: each member once, or each element of a list of charges. */
export function listJsonCharges(holder: JsonNode): JsonAmount[] {
  const members = holder.children.filter(({ name }) => chargeNames.includes(name));
  return members.flatMap((member) =>
    (member.isArray ? member.children.slice(0, maxCharges) : [member]).flatMap((charge): JsonAmount[] => {
      const money = readAmount(holder, charge);
      return money === null ? [] : [{ role: 'charges', amount: money.amount }];
    }),
  );
}
