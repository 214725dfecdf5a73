/** @file The arrangement of an open statement's columns, remembered for its wallet with every change. */
import { useMemo, useState } from 'react';
import type { ColumnLayout } from '../../../shared/model/column-layout.ts';
import type { Opened, ReviewColumn } from '../../../shared/model/review.ts';
import { call } from '../../bridge.ts';
import {
  type Arrangement,
  arrangementOf,
  elasticColumn,
  fittingWidth,
  keptArrangement,
  shownColumns,
  withShown,
} from './column-layout.ts';
import { nameOf, noColumn } from './column-names.ts';

/** One column as it is laid out. */
export interface LaidColumn {
  /** Its number in the file. */
  readonly index: number;
  /** Pixels. */
  readonly width: number;
  /** It takes the room that is left. */
  readonly elastic: boolean;
  readonly pinned: boolean;
}

/** See the file's header. `sought` is a column that must be in sight at first. */
export function useArrangement(parts: {
  readonly handle: number;
  readonly opened: Opened;
  readonly layout: ColumnLayout | null;
  readonly lengths: readonly number[];
  readonly sought: number | null;
  readonly onError: (thrown: unknown) => void;
}) {
  const { handle, opened, lengths } = parts;
  const [arrangement, setArrangement] = useState<Arrangement>(() => {
    const kept = arrangementOf(opened.columns, parts.layout);
    return parts.sought === null ? kept : withShown(kept, parts.sought, true);
  });
  const laid = useMemo(() => layOut(opened.columns, arrangement, lengths), [opened, arrangement, lengths]);
  const arrange = (next: Arrangement) => {
    setArrangement(next);
    call('review.keepLayout', { handle, layout: keptArrangement(opened.columns, next) }).catch(parts.onError);
  };
  /** For a width while it is dragged: nothing is remembered yet. */
  const tryOut = setArrangement;
  return { arrangement, arrange, tryOut, laid };
}

function layOut(
  columns: readonly ReviewColumn[],
  arrangement: Arrangement,
  lengths: readonly number[],
): readonly LaidColumn[] {
  const shown = shownColumns(arrangement);
  const natural = (index: number) => {
    const column = columns[index] ?? noColumn;
    return fittingWidth(column, nameOf(column, index), lengths[index] ?? 0);
  };
  const elastic = elasticColumn(columns, shown, arrangement, natural);
  return shown.map((index) => ({
    index,
    width: arrangement.widths.get(index) ?? natural(index),
    elastic: index === elastic,
    pinned: arrangement.pinned.has(index),
  }));
}
