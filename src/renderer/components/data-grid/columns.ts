import type { ReactNode } from 'react';
import type { IconName } from '../layout/icons.ts';

export interface Column<Row> {
  /** Also the name by which the list is sorted. */
  readonly id: string;
  readonly label: string;
  /** Pixels; `rest` takes the remaining width, which columns with a `share` divide in proportion to their shares. */
  readonly width: number | 'rest' | { readonly min: number; readonly share: number };
  readonly align?: 'left' | 'right';
  readonly sortable?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** The full text on hover, for a cell that may be cut off. */
  readonly title?: (row: Row) => string;
  /** `dim` for secondary facts, `id` for identifiers. */
  readonly face?: 'dim' | 'id' | 'num';
}

export interface GridSort {
  readonly by: string;
  readonly descending: boolean;
}

/** The icon of an order: an arrow up for the ascending order. */
export function sortIcon(descending: boolean): IconName {
  return descending ? 'sort-down' : 'sort-up';
}

/** A small button at the end of a row. */
export interface RowAction {
  readonly id: string;
  readonly icon: IconName;
  readonly label: string;
  readonly disabled?: boolean;
  readonly onPress: () => void;
}

const checkWidth = 44;
const minRemainingWidth = 160;

/** The tracks of all rows as CSS, by widths in pixels; columns with a share divide the remaining width. */
export function gridTracks(columns: readonly { readonly width: number; readonly share?: number }[]): string {
  return columns
    .map(({ width, share = 0 }) => (share > 0 ? `minmax(${width}px, ${share}fr)` : `${width}px`))
    .join(' ');
}

export function columnTracks(columns: readonly Column<never>[], selectable: boolean): string {
  const widths = columns.map(({ width }) => {
    if (width === 'rest') return { width: minRemainingWidth, share: 1 };
    return typeof width === 'number' ? { width } : { width: width.min, share: width.share };
  });
  return gridTracks(selectable ? [{ width: checkWidth }, ...widths] : widths);
}
