/** @file The columns of money of a statement that can be summed. */
import { formatList } from '../../../../../shared/messages/index.ts';
import type { StatementColumn } from '../../../../../shared/model/statements/open-statement.ts';
import { listSummedColumns } from '../../../../../shared/model/statements/summed-columns.ts';
import { columnNameOf } from '../../interpretation/column-names.ts';

interface SummedColumn {
  readonly index: number;
  readonly name: string;
}

/** Columns of money, the amount first. Debits and credits share one entry with both names. */
export function summedColumns(columns: readonly StatementColumn[]): SummedColumn[] {
  const credit = columns.findIndex(({ role }) => role === 'credit');
  return listSummedColumns(columns).map((index) => {
    const name = columnNameOf(columns[index], index);
    const isPair = credit >= 0 && columns[index]?.role === 'debit';
    return { index, name: isPair ? formatList([name, columnNameOf(columns[credit], credit)]) : name };
  });
}
