/** @file Places the pinned columns of the viewer at its sides. */
import type { PinnedSide } from '../../../../../shared/model/statements/column-layout.ts';
import { classNames } from '../../../../components/layout/class-names.ts';
import styles from '../ViewerGrid.module.css';
import type { VisibleColumn } from './use-column-state.ts';

/** Part of the visible width that pinned columns may cover. */
const maxPinnedShare = 0.7;

/** Distances of the pinned columns from their side in pixels, by column index. */
export type PinnedStyles = ReadonlyMap<number, { readonly left: number } | { readonly right: number }>;

/** The pinned columns, and the widths that they and the row header cover at each side, in pixels. */
interface PinnedPlaces {
  readonly styles: PinnedStyles;
  readonly covered: Readonly<Record<PinnedSide, number>>;
}

/** Places the pinned columns. Those that would cover most of the grid scroll like the others. */
export function placePinned(
  visibleColumns: readonly VisibleColumn[],
  numberWidth: number,
  width: number,
): PinnedPlaces {
  const pinnedStyles = new Map<number, { readonly left: number } | { readonly right: number }>();
  const covered = { left: numberWidth, right: 0 };
  const fits = (column: VisibleColumn) =>
    covered.left + covered.right + column.width <= width * maxPinnedShare;
  for (const column of visibleColumns.toReversed()) {
    if (column.pinned !== 'right' || !fits(column)) break;
    pinnedStyles.set(column.index, { right: covered.right });
    covered.right += column.width;
  }
  for (const column of visibleColumns) {
    if (column.pinned !== 'left' || !fits(column)) break;
    pinnedStyles.set(column.index, { left: covered.left });
    covered.left += column.width;
  }
  return { styles: pinnedStyles, covered };
}

/** Divides room among the columns that want more, by their index: each gets an equal share, but no more than it wants. */
function shareRoom(columns: readonly VisibleColumn[], room: number): ReadonlyMap<number, number> {
  const wanting = columns
    .map(({ index, width, wantedWidth }) => ({ index, lack: Math.max(0, wantedWidth - width) }))
    .toSorted((a, b) => a.lack - b.lack);
  let left = room;
  return new Map(
    wanting.map(({ index, lack }, place) => {
      const share = Math.min(lack, Math.floor(left / (wanting.length - place)));
      left -= share;
      return [index, share];
    }),
  );
}

/**
 * Widens columns that cut off texts by the room that others leave. Where not all columns fit, one of them takes what is
 * left, so that a column ends where the columns begin that are pinned on the right: before the clerk scrolls, no column
 * is half covered.
 */
export function fillRoom(
  visibleColumns: readonly VisibleColumn[],
  { styles: pinnedStyles, covered }: PinnedPlaces,
  width: number,
): readonly VisibleColumn[] {
  const freeColumns = visibleColumns.filter(({ index }) => !pinnedStyles.has(index));
  let room = width - covered.left - covered.right;
  let shownCount = 0;
  for (const column of freeColumns) {
    if (column.width > room) break;
    room -= column.width;
    shownCount += 1;
  }
  const doAllFit = shownCount === freeColumns.length;
  if (!doAllFit && covered.right === 0) return visibleColumns;
  const shown = freeColumns.slice(0, shownCount);
  const shares = shareRoom(shown, room);
  const restColumn = doAllFit ? undefined : (shown.find(({ isElastic }) => isElastic) ?? shown.at(-1));
  const rest = room - [...shares.values()].reduce((sum, share) => sum + share, 0);
  return visibleColumns.map((column) => {
    const added = (shares.get(column.index) ?? 0) + (column === restColumn ? rest : 0);
    return added === 0 ? column : { ...column, width: column.width + added };
  });
}

/** The class names of a cell of a pinned column; empty for a column that scrolls. */
export function pinnedClassNames(style: { readonly left: number } | { readonly right: number } | undefined) {
  return style === undefined ? '' : classNames(styles.pinned, 'right' in style && styles.pinnedRight);
}
