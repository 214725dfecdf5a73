/** @file How many cells of which columns could not be read, in one sentence. */

import { formatList, t } from '../../../shared/messages/index.ts';
import type { ReviewColumn } from '../../../shared/model/review.ts';
import { nameOf } from './column-names.ts';

/** Columns that are named; the others are counted. */
const maxNamed = 3;
/** Characters of a column's name in the sentence. */
const maxNameLength = 40;

function shortened(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
}

/** The sentence; `null` when every cell could be read. */
export function unreadSummary(columns: readonly ReviewColumn[]): string | null {
  const concerned = columns.flatMap((column, index) =>
    column.bad > 0 ? [{ name: shortened(nameOf(column, index)), cells: column.bad }] : [],
  );
  if (concerned.length === 0) return null;
  const named = concerned
    .slice(0, maxNamed)
    .map(({ name, cells }) => t('statementReading.unread.inColumn', { count: cells, column: name }));
  const others = concerned.length - named.length;
  return t('statementReading.unread.cells', {
    count: concerned.reduce((sum, { cells }) => sum + cells, 0),
    columns: formatList(
      others === 0 ? named : [...named, t('statementReading.unread.moreColumns', { count: others })],
    ),
  });
}
