/** @file The columns of money of a statement that can be summed. */
import { formatList } from '../../../shared/messages/index.ts';
import type { ReviewColumn } from '../../../shared/model/review.ts';
import { columnNameOf } from './column-names.ts';

interface SummedColumn {
  readonly index: number;
  readonly name: string;
}

/** Columns of money, the amount first. Debits and credits share one entry, because only their difference is meaningful. */
export function summedColumns(columns: readonly ReviewColumn[]): SummedColumn[] {
  const roleAt = (role: ReviewColumn['role']) => columns.findIndex((column) => column.role === role);
  const [amount, debit, credit] = [roleAt('amount'), roleAt('debit'), roleAt('credit')];
  const isPair = debit >= 0 && credit >= 0;
  const offers = columns.flatMap((column, index): SummedColumn[] => {
    if (!column.isSummed || (isPair && index === credit)) return [];
    const name = columnNameOf(column, index);
    return [
      {
        index,
        name: isPair && index === debit ? formatList([name, columnNameOf(columns[credit], credit)]) : name,
      },
    ];
  });
  const first = amount >= 0 ? amount : debit;
  return [...offers.filter(({ index }) => index === first), ...offers.filter(({ index }) => index !== first)];
}
