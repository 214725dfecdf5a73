import { useState } from 'react';
import type { PagedRows } from './paged-rows.ts';
import { sameData } from './same-data.ts';

/** The row that the keyboard is at. */
export interface Cursor {
  readonly index: number;
  readonly moveTo: (index: number) => void;
}

interface Place {
  readonly source: string;
  readonly index: number;
  readonly id: number | null;
}

/** How far a row is looked for when the list was ordered anew. */
const reach = 200;

/** Where a row is now, nearest first, or `null` when it is not among the loaded rows around. */
export function findNear<Row>(
  rowAt: (index: number) => Row | undefined,
  idOf: (row: Row) => number,
  place: { readonly index: number; readonly id: number },
): number | null {
  for (let step = 0; step <= reach; step += 1) {
    for (const index of [place.index - step, place.index + step]) {
      const row = index < 0 ? undefined : rowAt(index);
      if (row !== undefined && idOf(row) === place.id) return index;
    }
  }
  return null;
}

/**
 * The cursor stays with its row while a running batch moves rows about, goes to the top of another list, and never
 * stands behind the end.
 */
export function useCursor<Row>(rows: PagedRows<Row>, idOf: (row: Row) => number): Cursor {
  const [place, setPlace] = useState<Place>({ source: rows.source, index: 0, id: null });
  const { source, index, id } = place;
  const found = source === rows.source && id !== null ? findNear(rows.rowAt, idOf, { index, id }) : null;
  if (found !== null && found !== index) setPlace({ source, index: found, id });
  const last = Math.max(0, (rows.total ?? 0) - 1);
  return {
    index: source === rows.source ? Math.min(found ?? index, last) : 0,
    moveTo(to) {
      const row = rows.rowAt(to);
      const next = { source: rows.source, index: to, id: row === undefined ? null : idOf(row) };
      setPlace((before) => (sameData(before, next) ? before : next));
    },
  };
}
