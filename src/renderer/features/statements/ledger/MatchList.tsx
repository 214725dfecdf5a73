import { type KeyboardEvent, useMemo, useState } from 'react';
import { formatCalendarDate, t } from '../../../../shared/messages/index.ts';
import { describeMatch, formatDecimal } from '../../../../shared/messages/ledger-texts.ts';
import type { MatchedRow, MatchKind, RowMatch } from '../../../../shared/model/statements/ledger.ts';
import { call } from '../../../bridge.ts';
import type { Column, RowAction } from '../../../components/data-grid/columns.ts';
import { DataGrid } from '../../../components/data-grid/DataGrid.tsx';
import { usePagedRows } from '../../../components/data-grid/paged-rows.ts';
import { NoResults } from '../../../components/messages/Empty.tsx';
import { useViewer } from '../grid/state/viewer-context.ts';
import styles from './Ledger.module.css';

const idOf = ({ statement }: RowMatch) => statement[0]?.row ?? 0;
const rowHeight = 52;

function describeRow({ date, amount, currency, name, reference }: MatchedRow): string {
  return [
    date === null ? '' : formatCalendarDate(date),
    amount === null ? '' : `${formatDecimal(amount)} ${currency}`.trim(),
    name,
    reference,
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

function SideCell({ rows }: { readonly rows: readonly MatchedRow[] }) {
  const [first] = rows;
  if (first === undefined) return null;
  return (
    <span className={styles.side}>
      <span className="num cut">
        {first.date === null ? '' : formatCalendarDate(first.date)}{' '}
        {first.amount === null ? '' : `${formatDecimal(first.amount)} ${first.currency}`}
      </span>
      <span className="dim cut">
        {first.name} {first.reference}
      </span>
    </span>
  );
}

function createColumns(): readonly Column<RowMatch>[] {
  return [
    {
      id: 'kind',
      label: t('ledger.column.kind'),
      width: 192,
      cell: ({ kind }) => t(`ledger.kind.${kind}`),
    },
    {
      id: 'why',
      label: t('ledger.column.why'),
      width: { min: 200, share: 1 },
      cell: (match) => describeMatch(match),
      title: (match) => describeMatch(match),
    },
    ...(['statement', 'ledger'] as const).map(
      (side): Column<RowMatch> => ({
        id: side,
        label: t(`ledger.side.${side}`),
        width: { min: 200, share: 1 },
        cell: (match) => <SideCell rows={match[side]} />,
        title: (match) => match[side].map(describeRow).join('\n'),
      }),
    ),
  ];
}

interface MatchListProps {
  readonly kinds: readonly MatchKind[];
  readonly revision: number;
  /** Separates the match of a row of the statement; `count` is the number of its rows. */
  readonly onUnlink: (row: number, count: number) => void;
}

/** The matches, each with its rule and reason. Delete separates the match of the cursor. */
export function MatchList({ kinds, revision, onUnlink }: MatchListProps) {
  const { handle } = useViewer();
  const [columns] = useState(createColumns);
  const rows = usePagedRows({
    source: `${handle} ${kinds.join()}`,
    revision,
    fetchPage: async (offset, limit) => {
      const { total, matches } = await call('viewer.ledger', {
        action: 'matches',
        handle,
        kinds: [...kinds],
        offset,
        limit,
      });
      return { total, rows: matches };
    },
  });
  const unlink = (match: RowMatch) => onUnlink(idOf(match), match.statement.length + match.ledger.length);
  const rowActions = useMemo(
    () =>
      (match: RowMatch): readonly RowAction[] => [
        {
          id: 'unlink',
          icon: 'close',
          label: t('ledger.unlink'),
          onPress: () => onUnlink(idOf(match), match.statement.length + match.ledger.length),
        },
      ],
    [onUnlink],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' || !(event.target instanceof HTMLElement)) return;
    const index = event.target.dataset['row'];
    const match = index === undefined ? undefined : rows.rowAt(Number(index));
    if (match === undefined) return;
    event.preventDefault();
    unlink(match);
  };
  return (
    <fieldset className={styles.matches} aria-label={t('ledger.matches')} onKeyDownCapture={onKeyDown}>
      <DataGrid
        label={t('ledger.matches')}
        columns={columns}
        rows={rows}
        idOf={idOf}
        rowHeight={rowHeight}
        rowActions={rowActions}
        empty={<NoResults title={t('ledger.matches.empty')} />}
      />
    </fieldset>
  );
}
