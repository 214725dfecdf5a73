import { useState } from 'react';
import type { PagedRows } from './paged-rows.ts';
import { isDeepEqual } from './same-data.ts';

/** The cursor: the row that keys act on. */
export interface Cursor {
  readonly index: number;
  readonly moveTo: (index: number) => void;
}

interface CursorPosition {
  readonly source: string;
  readonly index: number;
  readonly id: number | null;
}

/** Rows to search in each direction for a row that has moved. */
const maxSearchDistance = 200;

/** Finds the index of a row, nearest first; `null` when it is not among the loaded rows around. */
export function findNearestIndex<Row>(
  rowAt: (index: number) => Row | undefined,
  idOf: (row: Row) => number,
  position: { readonly index: number; readonly id: number },
): number | null {
  for (let distance = 0; distance <= maxSearchDistance; distance += 1) {
    for (const index of [position.index - distance, position.index + distance]) {
      const row = index < 0 ? undefined : rowAt(index);
      if (row !== undefined && idOf(row) === position.id) return index;
    }
  }
  return null;
}

/** The cursor stays with its row when rows move, returns to the top for another list, and never exceeds the end. */
export function useCursor<Row>(rows: PagedRows<Row>, idOf: (row: Row) => number): Cursor {
  const [position, setPosition] = useState<CursorPosition>({ source: rows.source, index: 0, id: null });
  const { source, index, id } = position;
  const movedIndex =
    source === rows.source && id !== null ? findNearestIndex(rows.rowAt, idOf, { index, id }) : null;
  if (movedIndex !== null && movedIndex !== index) setPosition({ source, index: movedIndex, id });
  const lastIndex = Math.max(0, (rows.total ?? 0) - 1);
  return {
    index: source === rows.source ? Math.min(movedIndex ?? index, lastIndex) : 0,
    moveTo(targetIndex) {
      const row = rows.rowAt(targetIndex);
      const next = { source: rows.source, index: targetIndex, id: row === undefined ? null : idOf(row) };
      setPosition((current) => (isDeepEqual(current, next) ? current : next));
    },
  };
}
