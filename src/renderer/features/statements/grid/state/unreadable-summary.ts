/** @file Summarizes in one sentence how many cells of which columns are unreadable. */

import { formatList, t } from '../../../../../shared/messages/index.ts';
import type { StatementColumn } from '../../../../../shared/model/statements/open-statement.ts';
import { columnNameOf } from '../../interpretation/column-names.ts';

/** Maximum number of columns in the sentence; the others are counted. */
const maxNamedColumns = 3;
/** Maximum number of characters of a column's name. */
const maxNameLength = 40;

function shortenName(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
}

/** Returns the sentence; `null` if every cell could be read. */
export function unreadableSummary(columns: readonly StatementColumn[]): string | null {
  const unreadableColumns = columns.flatMap((column, index) =>
    column.bad > 0 ? [{ name: shortenName(columnNameOf(column, index)), cells: column.bad }] : [],
  );
  if (unreadableColumns.length === 0) return null;
  const columnTexts = unreadableColumns
    .slice(0, maxNamedColumns)
    .map(({ name, cells }) => t('statementInterpretation.unread.inColumn', { count: cells, column: name }));
  const unnamedCount = unreadableColumns.length - columnTexts.length;
  return t('statementInterpretation.unread.cells', {
    count: unreadableColumns.reduce((sum, { cells }) => sum + cells, 0),
    columns: formatList(
      unnamedCount === 0
        ? columnTexts
        : [...columnTexts, t('statementInterpretation.unread.moreColumns', { count: unnamedCount })],
    ),
  });
}
