/** @file Sentences on how two statements are compared, and on everything that is left out. */

import type { CommandResult } from '../../../../shared/contract/index.ts';
import { columnName } from '../../../../shared/messages/column-name.ts';
import { formatPeriod } from '../../../../shared/messages/format-period.ts';
import { formatList, t } from '../../../../shared/messages/index.ts';
import { encodingNames } from '../interpretation/encoding-names.ts';
import type { ScopeSentence } from '../search/Scope.tsx';
import { comparedColumnName } from './compare-names.ts';

type OpenComparison = CommandResult<'viewer.compare', 'open'>;

function keySentence({ key, noKeyReason, columns }: OpenComparison['summary']): string {
  if (columns.length === 0) return t('statementCompare.scope.noColumns');
  if (key !== null) return t('statementCompare.scope.key', { column: columnName(key, 0) });
  return t(`statementCompare.scope.noKey.${noKeyReason ?? 'missing'}`);
}

/** Returns the sentences; what is left out comes last. */
export function scopeSentences({ summary, overlap }: OpenComparison): ScopeSentence[] {
  const { columns, days, outside, blank, preamble, onlyIn, encodings, isReordered } = summary;
  const sentences: ScopeSentence[] = [];
  const add = (sentence: string, isLeftOut = false) => sentences.push({ sentence, isLeftOut });
  add(keySentence(summary));
  const changed = columns.flatMap((column, index) =>
    column.changedCells === 0
      ? []
      : [
          t('statementCompare.scope.changedColumn', {
            column: comparedColumnName(column, index),
            count: column.changedCells,
          }),
        ],
  );
  if (changed.length > 0) add(t('statementCompare.scope.changedColumns', { columns: formatList(changed) }));
  if (isReordered) add(t('statementCompare.scope.reordered'));
  if (encodings.earlier !== encodings.later) {
    const earlier = encodingNames[encodings.earlier];
    add(t('statementCompare.scope.encodings', { earlier, later: encodingNames[encodings.later] }));
  }
  if (days === 'undated') add(t('statementCompare.scope.undated'));
  if (days === 'overlap' && overlap !== null) {
    const period = formatPeriod(overlap.since, overlap.till);
    add(
      `${t('statementCompare.scope.overlap', { period })} ${t('statementCompare.scope.outside', outside)}`,
      true,
    );
  }
  const names = (list: readonly string[]) => ({ columns: formatList(list.map(columnName)) });
  if (onlyIn.earlier.length > 0) add(t('statementCompare.scope.onlyEarlier', names(onlyIn.earlier)), true);
  if (onlyIn.later.length > 0) add(t('statementCompare.scope.onlyLater', names(onlyIn.later)), true);
  const readDifferently = columns.flatMap((column, index) =>
    column.isReadDifferently ? [comparedColumnName(column, index)] : [],
  );
  if (readDifferently.length > 0)
    add(t('statementCompare.scope.readDifferently', { columns: formatList(readDifferently) }), true);
  const blankRows = blank.earlier + blank.later;
  if (blankRows > 0) add(t('statementCompare.scope.blank', { count: blankRows }), true);
  const linesBefore = preamble.earlier + preamble.later;
  if (linesBefore > 0) add(t('statementCompare.scope.preamble', { count: linesBefore }), true);
  return sentences;
}
