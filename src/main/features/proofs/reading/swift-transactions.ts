/**
 * @file Splits a SWIFT message into transactions. In types with several, fields before the first one apply to all, and
 * sums at the end to none.
 */
import type { Mt103Field } from './mt103.ts';

/** The field that starts each transaction, by message type. */
const starts: Readonly<Record<string, string>> = {
  '101': '21',
  '102': '21',
  '104': '21',
  '107': '21',
  '110': '21',
  '201': '20',
  '203': '20',
  '204': '20',
  '207': '21',
  '210': '21',
};
const amountTag = /^32[A-D]$/;
/** Types of cover payments, where the customer fields follow the bank-to-bank fields. */
const coverTypes = /^20[25]$/;

/** Fields of one transaction, then the fields that all transactions share. */
export type TransactionFields = readonly Mt103Field[];

/** Removes the sums that follow the last transaction. */
function withoutSums(fields: readonly Mt103Field[]): readonly Mt103Field[] {
  const amount = fields.findIndex(({ tag }) => amountTag.test(tag));
  const sum = fields.findIndex(({ tag }, index) => index > amount && (amountTag.test(tag) || tag === '19'));
  return amount === -1 || sum === -1 ? fields : fields.slice(0, sum);
}

/** Splits a message into transactions; types that carry only one are returned as one. */
export function transactionsOf(type: string | null, fields: readonly Mt103Field[]): TransactionFields[] {
  if (type !== null && coverTypes.test(type)) {
    const customers = fields.findIndex(({ tag }) => tag.startsWith('50'));
    return [customers === -1 ? fields : fields.slice(0, customers)];
  }
  const start = type === null ? undefined : starts[type];
  if (start === undefined) return [fields];
  const places = fields.flatMap(({ tag }, index) => (tag === start ? [index] : []));
  const pieces = places.map((place, index) => fields.slice(place, places[index + 1] ?? fields.length));
  const transactions = pieces.filter((piece) => piece.some(({ tag }) => amountTag.test(tag)));
  const begin = transactions[0]?.[0];
  if (begin === undefined) return [fields];
  const common = fields.slice(0, fields.indexOf(begin));
  const last = pieces.at(-1) ?? [];
  // In an MT102 the value date of all transactions is part of the sum.
  const dated = last.slice(withoutSums(last).length).filter(({ tag }) => tag === '32A');
  return transactions.map((piece) => [...withoutSums(piece), ...common, ...dated]);
}
