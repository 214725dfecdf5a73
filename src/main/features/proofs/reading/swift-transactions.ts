/**
 * @file The transactions in one SWIFT message. Some types carry several: what stands before the first one holds for all of
 * them, and sums at the end belong to none.
 */
import type { Mt103Field } from './mt103.ts';

/** The field that begins each transaction, by the type of the message. */
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
/** The customers of a cover payment follow the payment between the banks, from their first field on. */
const coverTypes = /^20[25]$/;

/** The fields of one transaction, those of its own first. */
export type TransactionFields = readonly Mt103Field[];

/** The fields of a transaction without the sums that follow the last one. */
function withoutSums(fields: readonly Mt103Field[]): readonly Mt103Field[] {
  const amount = fields.findIndex(({ tag }) => amountTag.test(tag));
  const sum = fields.findIndex(({ tag }, index) => index > amount && (amountTag.test(tag) || tag === '19'));
  return amount === -1 || sum === -1 ? fields : fields.slice(0, sum);
}

/** The transactions of a message; a message that is not known to carry several is one. */
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
  // The value date of all transactions of an MT102 stands with their sum.
  const dated = last.slice(withoutSums(last).length).filter(({ tag }) => tag === '32A');
  return transactions.map((piece) => [...withoutSums(piece), ...common, ...dated]);
}
