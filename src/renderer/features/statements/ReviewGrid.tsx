import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Opened, ReviewColumn, View } from '../../../shared/model/review.ts';
import { statementScreenWords } from '../../../shared/words/statements-screen.ts';
import { Bone } from '../../components/Bones.tsx';
import { CheckMark } from '../../components/Checkbox.tsx';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/Icon.tsx';
import { readFilter } from './filters.ts';
import { markedPieces } from './marks.ts';
import { useRowsWindow } from './rows-window.ts';
import { canvasHeight, firstRowAt, rowHeight, scrollTopOf } from './window-math.ts';

const words = statementScreenWords.review;

/** What the grid is about. */
export interface ReviewGridProps {
  readonly handle: number;
  readonly opened: Opened;
  /** Columns that are shown, in order; the first `pinned` stay in sight. */
  readonly columns: readonly number[];
  readonly view: View;
  /** Names the view that main has made, so that rows of another are not shown. */
  readonly made: string;
  readonly rows: number;
  readonly selected: ReadonlySet<number>;
  readonly onSelected: (selected: ReadonlySet<number>) => void;
  readonly onSort: (column: number) => void;
  readonly filterTexts: ReadonlyMap<number, string>;
  readonly onFilterText: (column: number, text: string) => void;
  /** The place to bring into sight; another object does it again. */
  readonly target: { readonly place: number } | null;
  /** The cell that a search found: row and column of the data. */
  readonly marked: { readonly row: number; readonly column: number } | null;
  readonly onCopy: () => void;
}

const widths = { number: 108, date: 112, text: 128, undecided: 108 } as const;

function widthOf(column: ReviewColumn): number {
  if (column.role === 'currency') return 84;
  if (column.role === 'reference') return 148;
  return widths[column.kind];
}

/** The word of a column. */
export function nameOf(column: ReviewColumn | undefined, index: number): string {
  return column === undefined || column.name === '' ? words.unnamed(index) : column.name;
}

function Cell({
  text,
  find,
  column,
  marked,
}: {
  readonly text: string;
  readonly find: string;
  readonly column: ReviewColumn | undefined;
  readonly marked: boolean;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of a million rows cannot be a table
    // biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus
    <div
      role="gridcell"
      aria-current={marked ? true : undefined}
      className={classNames(
        'review-cell',
        marked && 'found',
        column?.kind === 'number' && 'right',
        column?.role === 'reference' && 'id',
      )}
      title={text.length > 18 ? text : undefined}
    >
      <span className="cut">
        {markedPieces(text, find).map(({ text: piece, marked: isFound }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name
          isFound ? <mark key={index}>{piece}</mark> : <span key={index}>{piece}</span>,
        )}
      </span>
    </div>
  );
}

/** Rows of a statement, of which only those exist that are seen; a million can be reached at any size of the screen. */
export function ReviewGrid(props: ReviewGridProps) {
  const { handle, opened, columns, view, made, rows, selected, onSelected, target } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(400);
  const [cursor, setCursor] = useState(target?.place ?? 0);
  const [seenTarget, setSeenTarget] = useState(target);
  if (target !== seenTarget) {
    setSeenTarget(target);
    if (target !== null) setCursor(target.place);
  }
  const wantsFocus = useRef(false);
  const window_ = useRowsWindow(handle, made);
  const headHeight = 64;
  const bodyHeight = Math.max(rowHeight, height - headHeight);
  const first = firstRowAt(top, rows, bodyHeight);
  const from = Math.max(0, Math.floor(first) - 4);
  const to = Math.min(rows, Math.ceil(first + bodyHeight / rowHeight) + 4);

  useLayoutEffect(() => {
    const here = scroller.current;
    if (here === null) return;
    const observer = new ResizeObserver(() => setHeight(here.clientHeight));
    observer.observe(here);
    return () => observer.disconnect();
  }, []);
  useEffect(() => window_.want(from, Math.max(from, to - 1)));
  const show = (place: number) => {
    const here = scroller.current;
    if (here === null) return;
    const seen = bodyHeight / rowHeight;
    const now = firstRowAt(here.scrollTop, rows, bodyHeight);
    if (place >= now && place < now + seen - 1) return;
    const wanted = place < now ? place : place - seen + 1.5;
    here.scrollTop = scrollTopOf(Math.max(0, wanted), rows, bodyHeight);
  };
  const showLatest = useRef(show);
  useEffect(() => {
    showLatest.current = show;
  });
  useEffect(() => {
    if (target !== null) showLatest.current(target.place);
  }, [target]);
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-place="${cursor}"]`);
    if (row === null || row === undefined) return;
    wantsFocus.current = false;
    row.focus({ preventScroll: true });
  });

  const wantsMarked = useRef(props.marked !== null);
  useLayoutEffect(() => {
    if (!wantsMarked.current) return;
    const cell = scroller.current?.querySelector('[aria-current]');
    if (cell === null || cell === undefined) return;
    wantsMarked.current = false;
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const move = (place: number) => {
    const next = Math.min(Math.max(0, place), Math.max(0, rows - 1));
    setCursor(next);
    wantsFocus.current = true;
    show(next);
  };
  const toggle = (place: number) => {
    const row = window_.rowAt(place)?.row;
    if (row === undefined) return;
    const next = new Set(selected);
    if (!next.delete(row)) next.add(row);
    onSelected(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement) return;
    const page = Math.max(1, Math.floor(bodyHeight / rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: cursor + 1,
      ArrowUp: cursor - 1,
      PageDown: cursor + page,
      PageUp: cursor - page,
      Home: 0,
      End: rows - 1,
    };
    const step = steps[event.key];
    if (step !== undefined) move(step);
    else if (event.key === ' ') toggle(cursor);
    else if (event.key.toLowerCase() === 'c' && (event.ctrlKey || event.metaKey)) props.onCopy();
    else return;
    event.preventDefault();
  };

  const width = columns.reduce((sum, index) => sum + widthOf(opened.columns[index] ?? noColumn), 76);
  const tracks = `76px ${columns.map((index) => `minmax(${widthOf(opened.columns[index] ?? noColumn)}px, 1fr)`).join(' ')}`;
  return (
    <div className="review-grid" ref={scroller} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
      {/* biome-ignore lint/a11y/useSemanticElements: a list of a million rows cannot be a table */}
      <div
        role="grid"
        tabIndex={-1}
        className="review-canvas"
        aria-label={words.grid}
        aria-rowcount={rows + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        onKeyDown={onKeyDown}
        style={{ height: canvasHeight(rows) + headHeight, minWidth: width, '--columns': tracks }}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        <div className="review-head" role="rowgroup">
          {/* biome-ignore lint/a11y/useSemanticElements: see above */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: the buttons inside take the focus */}
          <div role="row" className="review-row" aria-rowindex={1}>
            {/* biome-ignore lint/a11y/useSemanticElements: see above */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
            <div role="columnheader" className="review-cell">
              {words.row}
            </div>
            {columns.map((index) => {
              const column = opened.columns[index];
              const sorted = view.sort?.column === index ? view.sort : null;
              return (
                // biome-ignore lint/a11y/useSemanticElements: see above
                // biome-ignore lint/a11y/useFocusableInteractive: see above
                <div
                  key={index}
                  role="columnheader"
                  className={classNames('review-cell', column?.kind === 'number' && 'right')}
                  aria-sort={sorted === null ? 'none' : sorted.descending ? 'descending' : 'ascending'}
                >
                  <button type="button" className="grid-sort" onClick={() => props.onSort(index)}>
                    <span className="cut">{nameOf(column, index)}</span>
                    {sorted !== null && <Icon name={sorted.descending ? 'sort-up' : 'sort-down'} size="xs" />}
                  </button>
                </div>
              );
            })}
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: see above */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: the fields inside take the focus */}
          <div role="row" className="review-row review-filters">
            {/* biome-ignore lint/a11y/useSemanticElements: see above */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
            <div role="gridcell" className="review-cell">
              <Icon name="filter" size="sm" />
            </div>
            {columns.map((index) => {
              const column = opened.columns[index] ?? noColumn;
              const text = props.filterTexts.get(index) ?? '';
              const wrong = readFilter(text, column, index) === 'wrong';
              const hint =
                column.kind === 'number'
                  ? words.filterNumber
                  : column.kind === 'date'
                    ? words.filterDate
                    : words.filterText;
              return (
                // biome-ignore lint/a11y/useSemanticElements: see above
                // biome-ignore lint/a11y/useFocusableInteractive: see above
                <div key={index} role="gridcell" className="review-cell">
                  <input
                    className={classNames('review-filter', text !== '' && 'on')}
                    aria-label={words.filter(nameOf(column, index))}
                    aria-invalid={wrong}
                    title={wrong ? words.filterWrong : undefined}
                    placeholder={hint}
                    value={text}
                    onChange={(event) => props.onFilterText(index, event.target.value)}
                  />
                </div>
              );
            })}
          </div>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        <div
          role="rowgroup"
          className="review-body"
          style={{ top: Math.max(0, top) + headHeight - (first - from) * rowHeight }}
        >
          {Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index).map((place) => {
            const row = window_.rowAt(place);
            const isSelected = row !== undefined && selected.has(row.row);
            return (
              // biome-ignore lint/a11y/useSemanticElements: see above
              <div
                key={place}
                role="row"
                className={classNames('review-row', isSelected && 'sel', row?.ragged === true && 'ragged')}
                aria-rowindex={place + 2}
                aria-selected={isSelected}
                aria-busy={row === undefined ? true : undefined}
                tabIndex={place === cursor ? 0 : -1}
                data-place={place}
                title={row?.ragged === true ? words.ragged : undefined}
                onFocus={() => setCursor(place)}
              >
                {/* biome-ignore lint/a11y/useSemanticElements: see above */}
                {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
                <div role="gridcell" className="review-cell review-number">
                  {row === undefined ? (
                    <Bone width={40} />
                  ) : (
                    <button
                      type="button"
                      tabIndex={-1}
                      className="check-button"
                      aria-label={words.selectRow(row.row + 1)}
                      aria-pressed={isSelected}
                      onClick={() => toggle(place)}
                    >
                      <CheckMark checked={isSelected} />
                      <span className="num">{row.row + 1}</span>
                    </button>
                  )}
                </div>
                {columns.map((index) => (
                  <Cell
                    key={index}
                    text={row?.cells[index] ?? ''}
                    find={view.find}
                    column={opened.columns[index]}
                    marked={
                      row !== undefined && row.row === props.marked?.row && index === props.marked.column
                    }
                  />
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const noColumn: ReviewColumn = { name: '', kind: 'text', rule: null, scale: 0, bad: 0, role: null };
