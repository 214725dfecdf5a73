import type { ReviewColumn } from '../../../shared/model/review.ts';
import { columnName } from '../../../shared/words/column-names.ts';

/** The word of a column. */
export function nameOf(column: ReviewColumn | undefined, index: number): string {
  return columnName(column?.name ?? '', index);
}

/** A column that the file does not have. */
export const noColumn: ReviewColumn = {
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
