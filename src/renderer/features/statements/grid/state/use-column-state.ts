/** @file State of an open statement's columns. Changes are stored for its wallet, except those of a saved view's columns. */
import { useEffect, useMemo, useState } from 'react';
import type { ColumnLayout, PinnedSide } from '../../../../../shared/model/statements/column-layout.ts';
import type { Opened, StatementColumn } from '../../../../../shared/model/statements/open-statement.ts';
import { call } from '../../../../bridge.ts';
import type { OpenedCombined } from '../../combined/open-combined.ts';
import { columnNameOf, noColumn } from '../../interpretation/column-names.ts';
import {
  type ColumnState,
  columnStateOf,
  elasticColumn,
  fittingWidths,
  shownColumns,
  toColumnLayout,
  withOriginsFirst,
  withShown,
} from './column-layout.ts';
import { type KeptViewer, keepInViewer } from './kept-viewers.ts';

export interface VisibleColumn {
  /** Index in the file. */
  readonly index: number;
  /** Width in pixels. */
  readonly width: number;
  /** In pixels; more than `width` when a text is cut off that room left by other columns would show. */
  readonly wantedWidth: number;
  /** Fills the remaining width. */
  readonly isElastic: boolean;
  readonly pinned: PinnedSide | null;
}

/** Holds the column state. `foundColumn`, the column of a search hit, is visible initially even if hidden before. */
export function useColumnState(options: {
  readonly handle: number;
  readonly opened: Opened;
  readonly layout: ColumnLayout | null;
  /** `null` for one statement. */
  readonly table: OpenedCombined | null;
  readonly lengths: readonly number[];
  readonly kept: KeptViewer;
  readonly foundColumn: number | null;
  readonly onError: (thrown: unknown) => void;
}) {
  const { handle, opened, lengths, kept } = options;
  const [walletState, setWalletState] = useState<ColumnState>(() => {
    const initial = columnStateOf(opened.columns, options.layout);
    const isNewTable = options.table !== null && options.layout === null;
    const stored = kept.columns?.wallet ?? (isNewTable ? withOriginsFirst(initial, opened.columns) : initial);
    return options.foundColumn === null ? stored : withShown(stored, options.foundColumn, true);
  });
  const [viewState, setViewState] = useState<ColumnState | null>(kept.columns?.view ?? null);
  useEffect(() => {
    keepInViewer(kept, { columns: { wallet: walletState, view: viewState } });
  }, [kept, walletState, viewState]);
  const columnState = viewState ?? walletState;
  const visibleColumns = useMemo(
    () => layOutColumns(opened.columns, columnState, lengths),
    [opened, columnState, lengths],
  );
  const keepForWallet = (next: ColumnState) => {
    setWalletState(next);
    call('viewer.keepLayout', { handle, layout: toColumnLayout(opened.columns, next) }).catch(
      options.onError,
    );
  };
  const arrange = (next: ColumnState) => {
    if (viewState === null) return keepForWallet(next);
    setViewState(next);
    // The column of references is not part of a view.
    if (next.reference !== walletState.reference)
      keepForWallet({ ...walletState, reference: next.reference });
  };
  /** Sets a state without storing it, for a width that is being dragged. */
  const previewLayout = viewState === null ? setWalletState : setViewState;
  return {
    columnState,
    /** The columns that are shown without a saved view. */
    walletState,
    arrange,
    previewLayout,
    visibleColumns,
    /** Shows the columns of a saved view, whose changes are not stored; `null` for those of the wallet. */
    showColumns: setViewState,
  };
}

function layOutColumns(
  columns: readonly StatementColumn[],
  columnState: ColumnState,
  lengths: readonly number[],
): readonly VisibleColumn[] {
  const shown = shownColumns(columnState);
  const widthsOf = (index: number) => {
    const column = columns[index] ?? noColumn;
    return fittingWidths(column, columnNameOf(column, index), lengths[index] ?? 0);
  };
  const elasticIndex = elasticColumn(columns, shown, columnState, (index) => widthsOf(index).width);
  return shown.map((index) => {
    const chosenWidth = columnState.widths.get(index);
    return {
      index,
      ...(chosenWidth === undefined ? widthsOf(index) : { width: chosenWidth, wantedWidth: chosenWidth }),
      isElastic: index === elasticIndex,
      pinned: columnState.pinned.get(index) ?? null,
    };
  });
}
