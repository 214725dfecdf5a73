/** @file Which columns of money of a statement are summed, and in which order. */
import type { StatementColumn } from './open-statement.ts';

/**
 * Returns the indexes of columns of money, the amount first. Debits and credits share the entry of the debits, because only
 * their difference is meaningful.
 */
export function listSummedColumns(columns: readonly StatementColumn[]): number[] {
  const indexOf = (role: StatementColumn['role']) => columns.findIndex((column) => column.role === role);
  const [amount, debit, credit] = [indexOf('amount'), indexOf('debit'), indexOf('credit')];
  const isPair = debit >= 0 && credit >= 0;
  const indexes = columns.flatMap(({ isSummed }, index) =>
    isSummed && !(isPair && index === credit) ? [index] : [],
  );
  const first = amount >= 0 ? amount : debit;
  return [...indexes.filter((index) => index === first), ...indexes.filter((index) => index !== first)];
}
