import type { ReactNode } from 'react';
import type { IconName } from '../icons.ts';

/** One column of a grid. */
export interface Column<Row> {
  /** Also the name by which the list is sorted. */
  readonly id: string;
  readonly label: string;
  /** Pixels; `rest` takes the remaining width. */
  readonly width: number | 'rest';
  readonly align?: 'left' | 'right';
  readonly sortable?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** The full text on hover, for a cell that may be cut off. */
  readonly title?: (row: Row) => string;
  /** `dim` for secondary facts, `id` for identifiers. */
  readonly face?: 'dim' | 'id' | 'num';
}

/** The order of a list. */
export interface GridSort {
  readonly by: string;
  readonly descending: boolean;
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

/** The tracks of all rows as CSS. */
export function columnTracks(columns: readonly Column<never>[], selectable: boolean): string {
  const tracks = columns.map(({ width }) =>
    width === 'rest' ? `minmax(${minRemainingWidth}px, 1fr)` : `${width}px`,
  );
  return [...(selectable ? [`${checkWidth}px`] : []), ...tracks].join(' ');
}
