import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DocumentFilter } from '../../../../shared/contract/documents.ts';
import { call } from '../../../bridge.ts';
import { createDocumentSelection, type DocumentSelection } from './document-selection.ts';

interface DocumentSelectionOptions {
  readonly batchId: number;
  readonly filter: DocumentFilter;
  /** Identifies the batch, filter and phase of the list; a list with another key starts with an empty selection. */
  readonly listKey: string;
  /** Increases when documents may have changed. */
  readonly revision: number;
  /** True when the rows on the screen are those of the list. */
  readonly isShown: boolean;
}

/** Returns the selection of the shown list, updated while its documents change. */
export function useDocumentSelection(options: DocumentSelectionOptions): DocumentSelection {
  const { batchId, filter, listKey, revision, isShown } = options;
  const create = () => ({
    listKey,
    selection: createDocumentSelection((rows) =>
      call('documents.query', { action: 'ids', batchId, filter, rows }),
    ),
  });
  const [keyed, setKeyed] = useState(create);
  // Documents selected under another filter are hidden, so the selection is cleared.
  if (keyed.listKey !== listKey) setKeyed(create);
  const { selection } = keyed;
  useSyncExternalStore(selection.subscribe, selection.current);
  // A row that was selected while the rows of the previous list were still shown may not be in the new list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of revision or isShown causes the refresh
  useEffect(() => {
    if (selection.current().ids.size > 0) void selection.refresh();
  }, [selection, revision, isShown]);
  return selection;
}
