/**
 * @file Splits a SWIFT message into transactions. In types with several transactions, the fields before the first
 * transaction apply to all of them, and the sums at the end apply to none.
 */
import type { Mt103Field } from './mt103.ts';

/** The field that starts each transaction, by message type. */
const startTagByType: Readonly<Record<string, string>> = {
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

/** The fields of one transaction, followed by the fields that apply to all transactions. */
export type TransactionFields = readonly Mt103Field[];

/** Removes the sums that follow the last transaction. */
function dropSums(fields: readonly Mt103Field[]): readonly Mt103Field[] {
  const amountIndex = fields.findIndex(({ tag }) => amountTag.test(tag));
  const sumIndex = fields.findIndex(
    ({ tag }, index) => index > amountIndex && (amountTag.test(tag) || tag === '19'),
  );
  return amountIndex === -1 || sumIndex === -1 ? fields : fields.slice(0, sumIndex);
}

/** Splits a message into transactions; a message of any other type is one transaction. */
export function splitTransactions(type: string | null, fields: readonly Mt103Field[]): TransactionFields[] {
  if (type !== null && coverTypes.test(type)) {
    const customerFieldsIndex = fields.findIndex(({ tag }) => tag.startsWith('50'));
    return [customerFieldsIndex === -1 ? fields : fields.slice(0, customerFieldsIndex)];
  }
  const startTag = type === null ? undefined : startTagByType[type];
  if (startTag === undefined) return [fields];
  const startIndexes = fields.flatMap(({ tag }, index) => (tag === startTag ? [index] : []));
  const pieces = startIndexes.map((startIndex, index) =>
    fields.slice(startIndex, startIndexes[index + 1] ?? fields.length),
  );
  const transactions = pieces.filter((piece) => piece.some(({ tag }) => amountTag.test(tag)));
  const firstField = transactions[0]?.[0];
  if (firstField === undefined) return [fields];
  const commonFields = fields.slice(0, fields.indexOf(firstField));
  const lastPiece = pieces.at(-1) ?? [];
  // In an MT102 the value date of all transactions is part of the sum.
  const valueDateFields = lastPiece.slice(dropSums(lastPiece).length).filter(({ tag }) => tag === '32A');
  return transactions.map((piece) => [...dropSums(piece), ...commonFields, ...valueDateFields]);
}
