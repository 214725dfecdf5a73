/** @file The columns of the list of groups. */

import { formatAmountText } from '../../../../shared/messages/format-amounts.ts';
import { formatNumber, t } from '../../../../shared/messages/index.ts';
import type { StatementColumn } from '../../../../shared/model/statements/open-statement.ts';
import type { GroupQuery, RowGroup } from '../../../../shared/model/statements/statement-groups.ts';
import type { Column } from '../../../components/data-grid/columns.ts';
import { CurrencyTag } from '../../../components/messages/State.tsx';
import { formatKey, formatShare, nameOfKey } from './grouping.ts';

/** A group with its position in the list, the query of the list and the decimals of its amounts. */
export interface PlacedGroup extends RowGroup {
  readonly place: number;
  readonly query: GroupQuery;
  readonly scale: number;
}

const figures = [
  ['incoming', 'statementViewer.sums.incoming'],
  ['outgoing', 'statementViewer.sums.outgoing'],
  ['net', 'statementViewer.sums.net'],
] as const;

const digitWidthPx = 7.7;
const figurePaddingPx = 20;
const minFigureWidthPx = 84;

/** Width for the longest of some amounts in minor units, so that amounts are whole. */
function fittingWidth(amounts: readonly string[]): number {
  const longest = Math.max(0, ...amounts.map((text) => formatAmountText(text, 2).length));
  return Math.max(minFigureWidthPx, Math.ceil(longest * digitWidthPx) + figurePaddingPx);
}

/** Returns the columns for a grouping; `first` are the first groups, from which the widths are estimated. */
export function createGroupColumns(
  { keys, amount }: GroupQuery,
  columns: readonly StatementColumn[],
  first: readonly RowGroup[],
): readonly Column<PlacedGroup>[] {
  const hasCurrency = first.some(({ currency }) => currency !== '');
  const keyColumns = keys.map((key, index): Column<PlacedGroup> => {
    const textOf = ({ keys: texts, query }: PlacedGroup) => formatKey(query.keys[index], texts[index] ?? '');
    return {
      id: index === 0 ? 'key' : 'second-key',
      label: nameOfKey(key, columns),
      width: key.kind === 'cell' || index === 0 ? 'rest' : 128,
      sortable: true,
      title: textOf,
      cell: (group) =>
        group.keys[index] === '' ? <span className="faint">{textOf(group)}</span> : textOf(group),
    };
  });
  const amountColumns = figures.map(([id, label]): Column<PlacedGroup> => {
    const textOf = (group: PlacedGroup) => formatAmountText(group[id], group.scale);
    return {
      id,
      label: t(label),
      width: fittingWidth(first.map((group) => group[id])),
      align: 'right',
      face: 'num',
      sortable: true,
      cell: (group) => (id === 'net' ? <strong>{textOf(group)}</strong> : textOf(group)),
    };
  });
  return [
    ...keyColumns,
    ...(hasCurrency
      ? [
          {
            id: 'currency',
            label: t('statementGroups.column.currency'),
            width: 76,
            sortable: true,
            cell: ({ currency }: PlacedGroup) =>
              currency === '' ? null : <CurrencyTag currency={currency} />,
          },
        ]
      : []),
    {
      id: 'rows',
      label: t('statementViewer.sums.rows'),
      width: 76,
      align: 'right',
      face: 'num',
      sortable: true,
      cell: ({ rows }) => formatNumber(rows),
    },
    ...(amount === null ? [] : amountColumns),
    {
      id: 'share',
      label: t('statementGroups.column.share'),
      // The last column ends at the margin of the list.
      width: 104,
      align: 'right',
      face: 'num',
      sortable: true,
      cell: ({ share }) => (share === null ? '–' : formatShare(share)),
      title: ({ share }) => (share === null ? t('statementGroups.noShare') : formatShare(share)),
    },
  ];
}
