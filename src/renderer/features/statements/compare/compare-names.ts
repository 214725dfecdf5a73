/** @file Names of the kinds of differences and of the compared columns. */
import { t } from '../../../../shared/messages/index.ts';
import type { ComparedColumn, RowDifference } from '../../../../shared/model/statements/comparison.ts';
import type { IconName } from '../../../components/layout/icons.ts';

/** The kinds of differences that are listed at first, in the order of the filters. */
export const usualDifferences: readonly RowDifference[] = ['changed', 'added', 'removed'];

/** All kinds, in the order of the filters. */
export const listedDifferences: readonly RowDifference[] = [...usualDifferences, 'notation', 'same'];

export const differenceIcons: Readonly<Record<RowDifference, IconName>> = {
  same: 'check',
  notation: 'info',
  changed: 'pencil',
  added: 'plus',
  removed: 'minus',
};

/** Returns the name of a compared column, with both names where the files differ. */
export function comparedColumnName(column: ComparedColumn, index: number): string {
  const { name, nameInLater } = column;
  if (name === '' && nameInLater === '') return t('statementCompare.unnamed', { place: index + 1 });
  const isSameName = name.trim().toLowerCase() === nameInLater.trim().toLowerCase();
  return isSameName || nameInLater === '' ? name : name === '' ? nameInLater : `${name} / ${nameInLater}`;
}
