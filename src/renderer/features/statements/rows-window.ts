/** @file Loads visible rows in blocks, and drops the blocks that were requested first. */
import { useState } from 'react';
import type { ReviewRow } from '../../../shared/model/review.ts';
import { call } from '../../bridge.ts';

/** Number of rows in a block. */
const blockSize = 100;
const maxBlocks = 40;

/** Rows of one view. */
interface RowsWindow {
  readonly rowAt: (place: number) => ReviewRow | undefined;
  readonly load: (first: number, last: number) => void;
}

function createEmpty(view: string) {
  return { view, blocks: new Map<number, readonly ReviewRow[] | null>() };
}

/** Returns the loaded rows of the view with the key `view`. */
export function useRowsWindow(handle: number, view: string): RowsWindow {
  const [, setVersion] = useState(0);
  const [loaded, setLoaded] = useState(() => createEmpty(view));
  if (loaded.view !== view) setLoaded(createEmpty(view));
  const { blocks } = loaded;
  return {
    rowAt: (place) => blocks.get(Math.floor(place / blockSize))?.[place % blockSize],
    load(first, last) {
      for (
        let blockIndex = Math.floor(first / blockSize);
        blockIndex <= Math.floor(last / blockSize);
        blockIndex += 1
      ) {
        if (blocks.has(blockIndex)) continue;
        blocks.set(blockIndex, null);
        const [oldest] = blocks.keys();
        if (blocks.size > maxBlocks && oldest !== undefined) blocks.delete(oldest);
        call('review.query', {
          action: 'window',
          handle,
          offset: blockIndex * blockSize,
          limit: blockSize,
        }).then(
          ({ rows }) => {
            blocks.set(blockIndex, rows);
            setVersion((version) => version + 1);
          },
          () => blocks.delete(blockIndex),
        );
      }
    },
  };
}
