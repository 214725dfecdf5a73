/** @file Loads visible rows in blocks, and drops blocks that were loaded long ago. */
import { useState } from 'react';
import type { ReviewRow } from '../../../shared/model/review.ts';
import { call } from '../../bridge.ts';

const block = 100;
const maxBlocks = 40;

/** Rows of one view. */
export interface RowsWindow {
  readonly rowAt: (place: number) => ReviewRow | undefined;
  readonly load: (first: number, last: number) => void;
}

function emptyOf(view: string) {
  return { view, blocks: new Map<number, readonly ReviewRow[] | null>() };
}

/** Rows of the view with the key `view`. */
export function useRowsWindow(handle: number, view: string): RowsWindow {
  const [, setVersion] = useState(0);
  const [kept, setKept] = useState(() => emptyOf(view));
  if (kept.view !== view) setKept(emptyOf(view));
  const { blocks } = kept;
  return {
    rowAt: (place) => blocks.get(Math.floor(place / block))?.[place % block],
    load(first, last) {
      for (let number = Math.floor(first / block); number <= Math.floor(last / block); number += 1) {
        if (blocks.has(number)) continue;
        blocks.set(number, null);
        const [oldest] = blocks.keys();
        if (blocks.size > maxBlocks && oldest !== undefined) blocks.delete(oldest);
        call('review.window', { handle, offset: number * block, limit: block }).then(
          ({ rows }) => {
            blocks.set(number, rows);
            setVersion((version) => version + 1);
          },
          () => blocks.delete(number),
        );
      }
    },
  };
}
