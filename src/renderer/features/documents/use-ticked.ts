import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DocumentFilter } from '../../../shared/contract/documents.ts';
import { call } from '../../bridge.ts';
import { createTicked, type TickedDocuments } from './ticked-documents.ts';

interface TickedOptions {
  readonly batchId: number;
  readonly filter: DocumentFilter;
  /** Identifies the list; another list starts without ticks. */
  readonly list: string;
  /** Increases when documents may have changed. */
  readonly revision: number;
  /** True when the rows on the screen are those of the list. */
  readonly isShown: boolean;
}

/** Returns the ticks of the shown list, updated while its documents change. */
export function useTicked({ batchId, filter, list, revision, isShown }: TickedOptions): TickedDocuments {
  const create = () => ({
    list,
    ticked: createTicked((rows) => call('documents.listed', { batchId, filter, rows })),
  });
  const [made, setMade] = useState(create);
  // Documents that were ticked under another filter are hidden, so their ticks are cleared.
  if (made.list !== list) setMade(create);
  const { ticked } = made;
  useSyncExternalStore(ticked.subscribe, ticked.current);
  // A row that was ticked while the previous list was still shown may not be in this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say when, not what
  useEffect(() => {
    if (ticked.current().ids.size > 0) void ticked.refresh();
  }, [ticked, revision, isShown]);
  return ticked;
}
