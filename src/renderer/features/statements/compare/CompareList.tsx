import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import type { ComparedRow, RowDifference } from '../../../../shared/model/statements/comparison.ts';
import { navigate } from '../../../app/routes.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import type { Column, RowAction } from '../../../components/data-grid/columns.ts';
import { DataGrid } from '../../../components/data-grid/DataGrid.tsx';
import { usePagedRows } from '../../../components/data-grid/paged-rows.ts';
import { Icon } from '../../../components/layout/Icon.tsx';
import { Spread, Toolbar } from '../../../components/layout/Page.tsx';
import { State } from '../../../components/messages/State.tsx';
import styles from './Compare.module.css';
import type { OpenComparison } from './CompareHead.tsx';
import { comparedColumnName, differenceIcons } from './compare-names.ts';

/** Returns the relation of a cell to the same cell of the other file. */
function relationOf({ changed, notation }: ComparedRow, index: number): 'changed' | 'notation' | null {
  if (changed.includes(index)) return 'changed';
  return notation.includes(index) ? 'notation' : null;
}

/** Returns the texts of a cell for its tooltip. */
function comparedCellTitle(row: ComparedRow, index: number): string {
  const earlier = row.earlier?.cells[index] ?? '';
  const later = row.later?.cells[index] ?? '';
  if (relationOf(row, index) === null) return row.later === null ? earlier : later;
  return `${t('statementCompare.earlier')}: ${earlier}\n${t('statementCompare.later')}: ${later}`;
}

/** A cell: one text, or the texts of both files one above the other where they differ. */
function ComparedCell({ row, index }: { readonly row: ComparedRow; readonly index: number }) {
  const relation = relationOf(row, index);
  const { earlier, later } = row;
  if (relation === null || earlier === null || later === null) {
    return <span className="cut">{(later ?? earlier)?.cells[index] ?? ''}</span>;
  }
  return (
    <span className={styles.pair} data-relation={relation}>
      <span className={styles.sideText}>
        <Icon name={relation === 'changed' ? 'minus' : 'info'} size="xs" />
        <span className="sr">{`${t(`statementCompare.cell.${relation}`)}, ${t('statementCompare.earlier')}: `}</span>
        <span className="cut">{earlier.cells[index]}</span>
      </span>
      <span className={styles.sideText}>
        <Icon name={relation === 'changed' ? 'plus' : 'info'} size="xs" />
        <span className="sr">{`, ${t('statementCompare.later')}: `}</span>
        <span className="cut">{later.cells[index]}</span>
      </span>
    </span>
  );
}

const rowHeight = 56;

/** Unique in a list: rows of the later file count up from 0, rows that only the earlier file has count down. */
const idOf = ({ earlier, later }: ComparedRow) => later?.row ?? -1 - (earlier?.row ?? 0);

function RowNumbers({ earlier, later }: ComparedRow) {
  return (
    <span className="grid text-sm dim">
      {earlier !== null && <span>{t('statementCompare.row.earlier', { row: earlier.row + 1 })}</span>}
      {later !== null && <span>{t('statementCompare.row.later', { row: later.row + 1 })}</span>}
    </span>
  );
}

function createColumns({ summary }: OpenComparison): readonly Column<ComparedRow>[] {
  const columns = summary.columns.map(
    (column, index): Column<ComparedRow> => ({
      id: `column ${index}`,
      label: comparedColumnName(column, index),
      width: { min: 160, share: 1 },
      ...(column.isNumber ? { align: 'right' as const, face: 'num' as const } : {}),
      cell: (row) => <ComparedCell row={row} index={index} />,
      title: (row) => comparedCellTitle(row, index),
    }),
  );
  return [
    {
      id: 'difference',
      label: t('statementCompare.column.difference'),
      width: 144,
      cell: ({ difference }) => (
        <State icon={differenceIcons[difference]}>{t(`statementCompare.difference.${difference}`)}</State>
      ),
    },
    {
      id: 'row',
      label: t('statementCompare.column.row'),
      width: 148,
      face: 'num',
      cell: (row) => <RowNumbers {...row} />,
    },
    ...columns,
  ];
}

function openRow(side: 'earlier' | 'later', comparison: OpenComparison, row: number): void {
  const hit = { row, column: comparison.summary.columns[0]?.[side] ?? 0 };
  navigate('statements', { tab: 'viewer', statementId: comparison[side].id, hit });
}

function createRowActions(comparison: OpenComparison): (row: ComparedRow) => readonly RowAction[] {
  return (row) =>
    (['earlier', 'later'] as const).flatMap((side) => {
      const number = row[side]?.row;
      if (number === undefined) return [];
      return [
        {
          id: side,
          icon: side === 'earlier' ? 'chevron-left' : 'chevron-right',
          label: t(`statementCompare.openIn.${side}`, { row: number + 1 }),
          onPress: () => openRow(side, comparison, number),
        } as const,
      ];
    });
}

/** Steps with F8 or N, and backward with Shift and F8 or with P, wherever the focus is. */
function useStepKeys(onStep: (isBackward: boolean) => void): void {
  const latestStep = useRef(onStep);
  useEffect(() => {
    latestStep.current = onStep;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isInDialog =
        event.target instanceof Element &&
        event.target.closest('[role="dialog"], input[type="text"]') !== null;
      if (event.ctrlKey || event.metaKey || event.altKey || isInDialog) return;
      const key = event.key.toLowerCase();
      const isBackward = key === 'p' || (key === 'f8' && event.shiftKey);
      if (!isBackward && key !== 'n' && key !== 'f8') return;
      event.preventDefault();
      latestStep.current(isBackward);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

interface CompareListProps {
  readonly comparison: OpenComparison;
  readonly listed: readonly RowDifference[];
  readonly filters: ReactNode;
  readonly empty: ReactNode;
  readonly attempt: (task: Promise<unknown>) => void;
}

/** The list of rows, with its filters and the steps from difference to difference. */
export function CompareList({ comparison, listed, filters, empty, attempt }: CompareListProps) {
  const { handle } = comparison;
  const area = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<{ readonly index: number } | null>(null);
  const differences = [...listed];
  const rows = usePagedRows({
    source: `${handle} ${listed.join()}`,
    fetchPage: async (offset, limit) =>
      listed.length === 0
        ? { total: 0, rows: [] }
        : call('viewer.compare', { action: 'rows', handle, differences, offset, limit }),
  });
  const columns = useMemo(() => createColumns(comparison), [comparison]);
  const rowActions = useMemo(() => createRowActions(comparison), [comparison]);
  const step = async (isBackward: boolean) => {
    if (listed.length === 0) return;
    const current = area.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.dataset['row'];
    // The first step goes to the first row, which has the cursor already.
    const from = target === null ? -1 : Number(current ?? -1);
    const { place } = await call('viewer.compare', { action: 'next', handle, differences, from, isBackward });
    if (place !== null) setTarget({ index: place });
  };
  useStepKeys((isBackward) => attempt(step(isBackward)));
  return (
    <div className="column fill line-top" ref={area}>
      <Toolbar>
        {filters}
        <Spread />
        <Button size="small" icon="chevron-up" onPress={() => attempt(step(true))}>
          {t('statementCompare.previous')}
        </Button>
        <Button size="small" icon="chevron-down" onPress={() => attempt(step(false))}>
          {t('statementCompare.next')}
        </Button>
      </Toolbar>
      <DataGrid
        label={t('statementCompare.list')}
        columns={columns}
        rows={rows}
        idOf={idOf}
        rowHeight={rowHeight}
        target={target}
        rowActions={rowActions}
        onOpen={(row) => {
          const side = row.later === null ? 'earlier' : 'later';
          openRow(side, comparison, row[side]?.row ?? 0);
        }}
        empty={empty}
      />
    </div>
  );
}
