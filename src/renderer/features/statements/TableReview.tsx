import { useState } from 'react';
import type { CommandResult } from '../../../shared/contract/index.ts';
import { type ChosenRows, maxSelectedRows } from '../../../shared/contract/review.ts';
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import {
  maxFindLength,
  type ReadOptions,
  type ReviewFilter,
  type View,
} from '../../../shared/model/review.ts';
import { announce } from '../../app/announcer.ts';
import { showBanner } from '../../app/banner.ts';
import { navigate, type RouteParams } from '../../app/routes.ts';
import { toast, toastSaved } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { Button, IconButton } from '../../components/Button.tsx';
import {
  allSelected,
  countSelected,
  headCheckState,
  isSelected,
  noneSelected,
  type RowSelection,
  withoutRows,
  withRows,
} from '../../components/data-grid/selection.ts';
import { ContextMenu, type ContextMenuProps } from '../../components/Menu.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { Spread, Toolbar } from '../../components/Page.tsx';
import { Split } from '../../components/Panel.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { State } from '../../components/State.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { type CellCursor, cellCount, cursorAt, rangeOf } from './cell-range.ts';
import { withDropped, withMoved, withWidth } from './column-layout.ts';
import { columnNameOf, noColumn } from './column-names.ts';
import { encodingNames } from './encoding-names.ts';
import { filterFor, readFilter } from './filters.ts';
import { HeadActions } from './head-slot.tsx';
import { IntegrityPanel } from './IntegrityPanel.tsx';
import { type OpenReadingDialog, ReadingDialogs } from './ReadingDialogs.tsx';
import { ReadingFacts } from './ReadingFacts.tsx';
import { ReadingNotices } from './ReadingNotices.tsx';
import { type CellMenuTarget, ReviewGrid } from './ReviewGrid.tsx';
import { ReviewTitle } from './ReviewTitle.tsx';
import { cellEntries, columnEntries } from './review-menus.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { SumsTable } from './SumsTable.tsx';
import { useChecks } from './use-checks.ts';
import { useColumnState } from './use-column-state.ts';
import { useView } from './use-view.ts';

type ReviewHit = NonNullable<RouteParams['statements']['hit']>;
type OpenStatement = CommandResult<'review.open'>;
type OpenMenu = Omit<ContextMenuProps, 'onClose'>;

interface TableReviewProps extends OpenStatement {
  readonly onOptions: (options: ReadOptions) => void;
  /** Cell to scroll to and mark. */
  readonly searchHit: ReviewHit | null;
}

/** Converts the selection to the argument of a command. */
function chosenRows(selection: RowSelection): ChosenRows {
  if (selection.kind === 'some') return { kind: 'some', rows: [...selection.ids] };
  return selection.except.size === 0 ? { kind: 'view' } : { kind: 'but', rows: [...selection.except] };
}

function noReferences(read: number, all: number): string {
  return read === 0 || read >= all
    ? t('statementReview.proofs.none')
    : t('statementReview.proofs.noneInFirst', { read, all });
}

/** Shows a warning as a banner, so that it is visible and not only announced to screen readers. */
function warn(title: string, detail: string): void {
  showBanner({ tone: 'warning', title, detail });
}

function warnOfPartialCopy(count: number, all: number): void {
  warn(t('statementReview.copied.some', { count, all }), t('statementReview.copied.someDetail'));
}

/** Review of a CSV statement: rows, sums and checks. */
export function TableReview(props: TableReviewProps) {
  const { handle, statement, opened, remembered, onOptions, searchHit } = props;
  const [readingDialog, setReadingDialog] = useState<OpenReadingDialog | null>(null);
  const [sort, setSort] = useState<View['sort']>(null);
  const [filterTexts, setFilterTexts] = useState<ReadonlyMap<number, string>>(new Map());
  const [rowFilter, setRowFilter] = useState<ReviewFilter | null>(null);
  const [find, setFind] = useState('');
  const [rowSelection, setSelection] = useState(noneSelected);
  const [cursor, setCursor] = useState<CellCursor>(() => cursorAt(searchHit?.row ?? 0, 0));
  const [hitIndex, setHitIndex] = useState<number | null>(null);
  const [scrollTarget, setScrollTarget] = useState<{ place: number } | null>(
    searchHit === null ? null : { place: searchHit.row },
  );
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [error, setError] = useState<PaydeskError | null>(null);
  const showError = (thrown: unknown) => setError(toPaydeskError(thrown));
  const { columnState, arrange, previewLayout, visibleColumns } = useColumnState({
    ...props,
    foundColumn: searchHit?.column ?? null,
    onError: showError,
  });
  const visibleIndexes = visibleColumns.map(({ index }) => index);
  const filters: ReviewFilter[] = [...filterTexts].flatMap(([index, text]) => {
    const column = opened.columns[index];
    const filter = column === undefined ? null : readFilter(text, column, index);
    return filter === null || filter === 'wrong' ? [] : [filter];
  });
  if (rowFilter !== null) filters.push(rowFilter);
  const view: View = { sort, filters, find };
  const appliedView = useView(handle, view, setError);
  const checks = useChecks(handle);
  const rows = appliedView?.rows ?? opened.rows;
  // While main is applying new filters, the number of rows, and so of all selected rows, is unknown.
  const isApplied =
    appliedView === null ? filters.length === 0 : appliedView.filters === JSON.stringify(filters);
  const selection = rowSelection.kind === 'all' && !isApplied ? noneSelected : rowSelection;
  const selected = countSelected(selection, rows);
  const range = rangeOf(cursor);
  const viewKey = appliedView === null ? '' : `${handle} ${appliedView.name}`;

  const attempt = (task: Promise<unknown>) => {
    setError(null);
    task.catch(showError);
  };
  /** Changes the filters and clears the selection, because other rows are in the view. */
  const applyFilters = (nextTexts: ReadonlyMap<number, string>, nextRowFilter: ReviewFilter | null) => {
    setFilterTexts(nextTexts);
    setRowFilter(nextRowFilter);
    setCursor(cursorAt(0, Math.max(0, cursor.column)));
    setSelection(noneSelected);
  };
  const showRows = (rows: readonly number[]) => applyFilters(new Map(), { kind: 'rows', rows: [...rows] });
  const goToHit = async (index: number) => {
    const hits = appliedView?.hits ?? 0;
    if (hits === 0) return;
    const wanted = (index + hits) % hits;
    const { place } = await call('review.hit', { handle, index: wanted });
    setHitIndex(wanted);
    if (place === null) return;
    setCursor(cursorAt(place, Math.max(0, cursor.column)));
    setScrollTarget({ place });
  };
  const stepHit = (isBackward: boolean) =>
    attempt(goToHit(hitIndex === null ? 0 : hitIndex + (isBackward ? -1 : 1)));
  const copyRows = async (choice: ChosenRows, names: boolean) => {
    const args = { handle, rows: choice, columns: visibleIndexes, names };
    const { rows: copied, of } = await call('review.copy', args);
    if (copied < of) warnOfPartialCopy(copied, of);
    else toast({ sentence: t('statementReview.copied.rows', { count: copied }) });
  };
  const copyCells = async (cells: { top: number; bottom: number; left: number; right: number }) => {
    const columns = visibleIndexes.slice(cells.left, cells.right + 1);
    const places = { kind: 'places', from: cells.top, to: cells.bottom } as const;
    const { rows: copied, of } = await call('review.copy', { handle, rows: places, columns, names: false });
    const count = copied * columns.length;
    if (copied < of) warnOfPartialCopy(copied, of);
    else toast({ sentence: t('statementReview.copied.cells', { count }) });
  };
  const cursorCell = { top: cursor.row, bottom: cursor.row, left: cursor.column, right: cursor.column };
  const copy = () => {
    if (range !== null) return copyCells(range);
    if (selected > 0) return copyRows(chosenRows(selection), false);
    return cursor.column < 0
      ? copyRows({ kind: 'places', from: cursor.row, to: cursor.row }, false)
      : copyCells(cursorCell);
  };
  const toggle = async (row: number, places: { from: number; to: number } | null) => {
    if (places === null && isSelected(selection, row)) return setSelection(withoutRows(selection, [row]));
    const { from, to } = places ?? { from: 0, to: 0 };
    const last = Math.min(to, from + maxSelectedRows - 1);
    const wanted = places === null ? [row] : (await call('review.numbers', { handle, from, to: last })).rows;
    setSelection((now) => withRows(now, wanted, maxSelectedRows));
    const next = withRows(selection, wanted, maxSelectedRows);
    if (last < to || wanted.some((number) => !isSelected(next, number)))
      warn(
        t('statementReview.selection.tooMany', { max: maxSelectedRows }),
        t('statementReview.selection.tooManyDetail'),
      );
  };
  const getProofs = async () => {
    const chosen = chosenRows(selection);
    const { references, rows: read } = await call('review.references', { handle, rows: chosen });
    if (references.length === 0)
      return warn(noReferences(read, selected), t('statementReview.proofs.noneDetail'));
    await call('proofs.fetch', { references, refresh: false });
    if (read < selected)
      warn(t('statementReview.proofs.some', { read, all: selected }), t('statementReview.proofs.someDetail'));
    navigate('proofs');
  };
  const toastExport = async (task: Promise<CommandResult<'review.exportView' | 'review.exportOriginal'>>) =>
    toastSaved((await task).savedAs);
  const moveColumn = (index: number, steps: number) => {
    const next = withMoved(columnState, index, steps);
    arrange(next);
    const visibleOrder = next.order.filter((other) => !next.hidden.has(other));
    announce(
      t('statementReview.column.moved', {
        column: columnNameOf(opened.columns[index], index),
        place: visibleOrder.indexOf(index) + 1,
        count: visibleOrder.length,
      }),
    );
  };
  const openColumnMenu = (index: number, position: OpenMenu['position']) => {
    const sorted = sort?.column === index ? (sort.descending ? 'descending' : 'ascending') : null;
    const entries = columnEntries({
      index,
      width: visibleColumns.find((column) => column.index === index)?.width ?? 0,
      columnState,
      onArrange: arrange,
      sorted,
      onSort: (way) => setSort(way === null ? null : { column: index, descending: way === 'descending' }),
      isText: opened.columns[index]?.kind === 'text',
      onReading: () => setReadingDialog({ column: index }),
    });
    setMenu({
      label: t('statementReview.column.menu', { column: columnNameOf(opened.columns[index], index) }),
      entries,
      position,
    });
  };
  const openCellMenu = ({ row, column, text, at: position }: CellMenuTarget) => {
    const selectedRange = range !== null && row >= range.top && row <= range.bottom ? range : null;
    const cell = { top: row, bottom: row, left: Math.max(0, column), right: Math.max(0, column) };
    const index = visibleIndexes[column];
    const filter = index === undefined ? null : filterFor(text, opened.columns[index] ?? noColumn);
    const entries = cellEntries({
      cells: selectedRange === null ? 1 : cellCount(selectedRange),
      rows: selected,
      onCopyCells: () => attempt(copyCells(selectedRange ?? cell)),
      onCopyRow: () => attempt(copyRows({ kind: 'places', from: row, to: row }, false)),
      onCopyRows: (names) => attempt(copyRows(chosenRows(selection), names)),
      onFilter:
        filter === null || index === undefined
          ? null
          : () => applyFilters(new Map([...filterTexts, [index, filter]]), rowFilter),
    });
    setMenu({ label: t('statementReview.cell.menu'), entries, position });
  };

  return (
    <>
      <HeadActions>
        <State icon="lock">{t('statementReview.offline')}</State>
        <Button
          onPress={() => attempt(toastExport(call('review.exportOriginal', { statementId: statement.id })))}
        >
          {t('statementReview.exportOriginal')}
        </Button>
        <Button
          icon="download"
          onPress={() => attempt(toastExport(call('review.exportView', { handle, columns: visibleIndexes })))}
        >
          {t('statementReview.exportView')}
        </Button>
      </HeadActions>
      <Toolbar roomy>
        <ReviewTitle statement={statement} />
        <Spread />
        <SearchField
          label={t('statementReview.find.field')}
          placeholder={t('statementReview.find.field')}
          maxLength={maxFindLength}
          value={find}
          onChange={(text) => {
            setFind(text);
            setHitIndex(null);
          }}
          onEnter={stepHit}
          width={220}
        />
        {find.trim() !== '' && appliedView !== null && (
          <span className="review-hits num sm dim" role="status">
            {appliedView.hits === 0
              ? t('statementReview.find.none')
              : t('statementReview.find.position', { place: (hitIndex ?? 0) + 1, hits: appliedView.hits })}
            <IconButton
              icon="chevron-up"
              label={t('statementReview.find.previous')}
              size="tiny"
              onPress={() => stepHit(true)}
            />
            <IconButton
              icon="chevron-down"
              label={t('statementReview.find.next')}
              size="tiny"
              onPress={() => stepHit(false)}
            />
          </span>
        )}
        <Button size="small" onPress={() => setReadingDialog('file')}>
          {t('statementReading.open', { encoding: encodingNames[opened.encoding] })}
        </Button>
        <ColumnsMenu columns={opened.columns} columnState={columnState} onArrange={arrange} />
      </Toolbar>
      <ReadingDialogs
        open={readingDialog}
        handle={handle}
        opened={opened}
        remembered={remembered}
        onClose={() => setReadingDialog(null)}
        onApply={(options) => {
          setReadingDialog(null);
          onOptions(options);
        }}
      />
      <Split
        panel={
          <IntegrityPanel
            {...checks}
            onShowRows={showRows}
            onOpenOther={({ statementId, row, column }) =>
              navigate('statements', { tab: 'review', statementId, hit: { row, column } })
            }
          />
        }
      >
        <ReadingNotices
          opened={opened}
          remembered={remembered}
          onRead={() => setReadingDialog('file')}
          onOptions={onOptions}
          onShowUnreadable={() => applyFilters(new Map(), { kind: 'unread', column: null })}
        />
        <SelectionBar
          selected={selected}
          cells={range === null ? 0 : cellCount(range)}
          rows={rows}
          all={opened.rows}
          filters={filters.length}
          onProofs={() => attempt(getProofs())}
          onCopyRows={() => attempt(copyRows(chosenRows(selection), false))}
          onCopyCells={() => attempt(copy())}
          onClear={() => setSelection(noneSelected)}
          onClearFilters={() => applyFilters(new Map(), null)}
        >
          <ReadingFacts opened={opened} remembered={remembered} onLines={() => setReadingDialog('lines')} />
        </SelectionBar>
        {error !== null && <ErrorNotice error={error} />}
        <ReviewGrid
          handle={handle}
          opened={opened}
          visibleColumns={visibleColumns}
          view={view}
          viewKey={viewKey}
          rows={rows}
          selection={selection}
          onToggle={(row, places) => attempt(toggle(row, places))}
          onSelectAll={() =>
            setSelection(headCheckState(selection, rows) === 'all' ? noneSelected : allSelected)
          }
          onSelectNone={() => setSelection(noneSelected)}
          cursor={cursor}
          onCursor={setCursor}
          onSort={(column) => setSort(nextSort(sort, column))}
          filterTexts={filterTexts}
          onFilterText={(column, text) => applyFilters(new Map([...filterTexts, [column, text]]), rowFilter)}
          scrollTarget={scrollTarget}
          searchHit={searchHit}
          onCopy={() => attempt(copy())}
          onDrop={(index, to, isAfter) => arrange(withDropped(columnState, index, to, isAfter))}
          onMove={moveColumn}
          onWidth={(index, width, done) =>
            (done ? arrange : previewLayout)(withWidth(columnState, index, width))
          }
          onFit={(index) => arrange(withWidth(columnState, index, null))}
          onColumnMenu={openColumnMenu}
          onCellMenu={openCellMenu}
        />
        <SumsTable
          handle={handle}
          opened={opened}
          rows={rows}
          selected={selected}
          chosen={chosenRows(selection)}
          viewKey={appliedView === null ? '' : `${handle} ${appliedView.filters}`}
          onShowRows={showRows}
        />
      </Split>
      {menu !== null && <ContextMenu {...menu} onClose={() => setMenu(null)} />}
    </>
  );
}

/** Cycles through ascending, descending and original order. */
function nextSort(sort: View['sort'], column: number): View['sort'] {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}
