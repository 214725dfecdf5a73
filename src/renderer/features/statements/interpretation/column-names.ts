import { columnName } from '../../../../shared/messages/column-name.ts';
import type { StatementColumn } from '../../../../shared/model/statements/open-statement.ts';

export function columnNameOf(column: StatementColumn | undefined, index: number): string {
  return columnName(column?.name ?? '', index);
}

export const noColumn: StatementColumn = {
  name: '',
  kind: 'text',
  doubt: null,
  rule: null,
  scale: 0,
  bad: 0,
  role: null,
  isSummed: false,
  isChosen: false,
};
