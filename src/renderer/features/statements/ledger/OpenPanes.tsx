import { type KeyboardEvent, useMemo, useState } from 'react';
import { formatCalendarDate, t } from '../../../../shared/messages/index.ts';
import { formatDecimal, formatOpenReason } from '../../../../shared/messages/ledger-texts.ts';
import {
  type MatchSide,
  matchSideSchema,
  type OpenListing,
  type RowLink,
} from '../../../../shared/model/statements/ledger.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import type { Column, RowAction } from '../../../components/data-grid/columns.ts';
import { DataGrid } from '../../../components/data-grid/DataGrid.tsx';
import { usePagedRows } from '../../../components/data-grid/paged-rows.ts';
import { NoResults } from '../../../components/messages/Empty.tsx';
import { CurrencyTag, State } from '../../../components/messages/State.tsx';
import { useViewer } from '../grid/state/viewer-context.ts';
import styles from './Ledger.module.css';
import type { AgedRow } from './ledger-names.ts';

function createOpenColumns(): readonly Column<AgedRow>[] {
  return [
    {
      id: 'date',
      label: t('ledger.column.date'),
      width: 104,
      face: 'num',
      cell: ({ date }) => (date === null ? '' : formatCalendarDate(date)),
    },
    {
      id: 'amount',
      label: t('ledger.column.amount'),
      width: 148,
      align: 'right',
      face: 'num',
      cell: ({ amount, currency }) =>
        amount === null ? (
          ''
        ) : (
          <>
            {formatDecimal(amount)} {currency !== '' && <CurrencyTag currency={currency} />}
          </>
        ),
    },
    {
      id: 'reason',
      label: t('ledger.column.reason'),
      width: { min: 184, share: 1 },
      cell: (row) =>
        row.reason === null ? (
          <span className="dim">{formatOpenReason(row)}</span>
        ) : (
          <State icon="help">{formatOpenReason(row)}</State>
        ),
      title: formatOpenReason,
    },
    {
      id: 'name',
      label: t('ledger.column.name'),
      width: { min: 120, share: 2 },
      cell: ({ name }) => name,
      title: ({ name }) => name,
    },
    {
      id: 'reference',
      label: t('ledger.column.reference'),
      width: { min: 112, share: 1 },
      face: 'id',
      cell: ({ reference }) => reference,
      title: ({ reference }) => reference,
    },
    {
      id: 'age',
      label: t('ledger.column.age'),
      width: 88,
      align: 'right',
      face: 'num',
      cell: ({ ageDays }) => (ageDays === null ? '' : t('ledger.age', { days: ageDays })),
    },
  ];
}

/** Maximum number of rows of one file in a match by hand. */
const maxMarked = 50;

const noRows: ReadonlySet<number> = new Set();
const idOf = ({ row }: AgedRow) => row;

interface OpenPanesProps {
  readonly only: OpenListing;
  readonly revision: number;
  readonly onLink: (rows: RowLink) => void;
  readonly onRejoin: (side: MatchSide, row: number) => void;
}

/** The open rows of both files side by side. Marked rows are matched by the button or by Enter. */
export function OpenPanes({ only, revision, onLink, onRejoin }: OpenPanesProps) {
  const { handle } = useViewer();
  const [marked, setMarked] = useState<Readonly<Record<MatchSide, ReadonlySet<number>>>>({
    statement: noRows,
    ledger: noRows,
  });
  const [target, setTarget] = useState<{ readonly side: MatchSide; readonly index: number } | null>(null);
  const canLink = matchSideSchema.options.every(
    (side) => marked[side].size > 0 && marked[side].size <= maxMarked,
  );
  const link = () => {
    if (!canLink) return;
    onLink({ statement: [...marked.statement], ledger: [...marked.ledger] });
    setMarked({ statement: noRows, ledger: noRows });
  };
  /** Marks a row and the row that may fit, and moves to the latter. */
  const showCandidate = async (side: MatchSide, row: number, candidate: number) => {
    const other = side === 'statement' ? 'ledger' : 'statement';
    const { place } = await call('viewer.ledger', {
      action: 'place',
      handle,
      side: other,
      only,
      row: candidate,
    });
    if (place === null) return;
    setMarked(
      side === 'statement'
        ? { statement: new Set([row]), ledger: new Set([candidate]) }
        : { statement: new Set([candidate]), ledger: new Set([row]) },
    );
    setTarget({ side: other, index: place });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isRow = event.target instanceof HTMLElement && event.target.matches('[data-row]');
    if (event.key !== 'Enter' || !isRow || !canLink) return;
    event.preventDefault();
    event.stopPropagation();
    link();
  };
  return (
    <>
      <div className={styles.linkBar}>
        <Button
          variant="primary"
          size="small"
          icon="check"
          disabledReason={canLink ? null : t('ledger.link.missing')}
          onPress={link}
        >
          {t('ledger.link')}
        </Button>
        <span className="sm dim">{t('ledger.keys')}</span>
      </div>
      <fieldset
        className="flex fill grow line-top"
        aria-label={t('ledger.lists')}
        onKeyDownCapture={onKeyDown}
      >
        {matchSideSchema.options.map((side) => (
          <OpenPane
            key={side}
            side={side}
            only={only}
            revision={revision}
            marked={marked[side]}
            onMark={(rows) => setMarked({ ...marked, [side]: rows })}
            target={target?.side === side ? target : null}
            onCandidate={(row, candidate) => void showCandidate(side, row, candidate)}
            onRejoin={(row) => onRejoin(side, row)}
          />
        ))}
      </fieldset>
    </>
  );
}

interface OpenPaneProps {
  readonly side: MatchSide;
  readonly only: OpenListing;
  readonly revision: number;
  readonly marked: ReadonlySet<number>;
  readonly onMark: (rows: ReadonlySet<number>) => void;
  readonly target: { readonly index: number } | null;
  readonly onCandidate: (row: number, candidate: number) => void;
  readonly onRejoin: (row: number) => void;
}

function OpenPane({ side, only, revision, marked, onMark, target, onCandidate, onRejoin }: OpenPaneProps) {
  const { handle } = useViewer();
  const [columns] = useState(createOpenColumns);
  const fetchPage = (offset: number, limit: number) =>
    call('viewer.ledger', { action: 'rows', handle, side, only, offset, limit });
  const rows = usePagedRows({ source: `${handle} ${side} ${only}`, revision, fetchPage });
  const rowActions = useMemo(
    () =>
      ({ row, candidate, reason }: AgedRow): readonly RowAction[] => [
        ...(candidate === null
          ? []
          : [
              {
                id: 'candidate',
                icon: side === 'statement' ? ('chevron-right' as const) : ('chevron-left' as const),
                label: t('ledger.showCandidate'),
                onPress: () => onCandidate(row, candidate),
              },
            ]),
        ...(reason === 'separated'
          ? [
              {
                id: 'rejoin',
                icon: 'retry' as const,
                label: t('ledger.rejoin'),
                onPress: () => onRejoin(row),
              },
            ]
          : []),
      ],
    [side, onCandidate, onRejoin],
  );
  return (
    <section className={styles.pane}>
      <h3>{t(`ledger.side.${side}`)}</h3>
      <DataGrid
        label={t(`ledger.pane.${side}`)}
        columns={columns}
        rows={rows}
        idOf={idOf}
        selection={{
          ids: marked,
          onChange: onMark,
          // All rows of a file never belong to one match.
          onSelectAll: () => onMark(noRows),
          range: async (first, last) => {
            const limit = Math.min(maxMarked, last - first + 1);
            return (await fetchPage(first, limit)).rows.map(idOf);
          },
        }}
        target={target}
        rowActions={rowActions}
        empty={<NoResults title={t(only === 'all' ? 'ledger.pane.empty' : 'ledger.pane.nothingToDecide')} />}
      />
    </section>
  );
}
