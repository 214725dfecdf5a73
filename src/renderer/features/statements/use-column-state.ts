/** @file State of an open statement's columns; every change is stored for its wallet. */
import { useMemo, useState } from 'react';
import type { ColumnLayout } from '../../../shared/model/column-layout.ts';
import type { Opened, ReviewColumn } from '../../../shared/model/review.ts';
import { call } from '../../bridge.ts';
import {
  type ColumnState,
  columnStateOf,
  elasticColumn,
  fittingWidth,
  shownColumns,
  toColumnLayout,
  withShown,
} from './column-layout.ts';
import { nameOf, noColumn } from './column-names.ts';

/** A visible column. */
export interface VisibleColumn {
  /** Index in the file. */
  readonly index: number;
  /** Width in pixels. */
  readonly width: number;
  /** Fills the remaining width. */
  readonly elastic: boolean;
  readonly pinned: boolean;
}

/** Keeps the column state. `foundColumn` is a column that must be visible at first. */
export function useColumnState(options: {
  readonly handle: number;
  readonly opened: Opened;
  readonly layout: ColumnLayout | null;
  readonly lengths: readonly number[];
  readonly foundColumn: number | null;
  readonly onError: (thrown: unknown) => void;
}) {
  const { handle, opened, lengths } = options;
  const [columnState, setColumnState] = useState<ColumnState>(() => {
    const kept = columnStateOf(opened.columns, options.layout);
    return options.foundColumn === null ? kept : withShown(kept, options.foundColumn, true);
  });
  const visibleColumns = useMemo(
    () => layOut(opened.columns, columnState, lengths),
    [opened, columnState, lengths],
  );
  const arrange = (next: ColumnState) => {
    setColumnState(next);
    call('review.keepLayout', { handle, layout: toColumnLayout(opened.columns, next) }).catch(
      options.onError,
    );
  };
  /** Sets a state without storing it, for a width that is being dragged. */
  const tryOut = setColumnState;
  return { columnState, arrange, tryOut, visibleColumns };
}

function layOut(
  columns: readonly ReviewColumn[],
  columnState: ColumnState,
  lengths: readonly number[],
): readonly VisibleColumn[] {
  const shown = shownColumns(columnState);
  const natural = (index: number) => {
    const column = columns[index] ?? noColumn;
    return fittingWidth(column, nameOf(column, index), lengths[index] ?? 0);
  };
  const elastic = elasticColumn(columns, shown, columnState, natural);
  return shown.map((index) => ({
    index,
    width: columnState.widths.get(index) ?? natural(index),
    elastic: index === elastic,
    pinned: columnState.pinned.has(index),
  }));
}
