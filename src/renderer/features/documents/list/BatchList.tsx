import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  type DocumentFilter,
  type DocumentRow,
  type DocumentSort,
  documentSortSchema,
} from '../../../../shared/contract/documents.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import { call } from '../../../bridge.ts';
import type { AsyncAction } from '../../../components/actions/use-async-action.ts';
import type { GridSort, RowAction } from '../../../components/data-grid/columns.ts';
import { DataGrid } from '../../../components/data-grid/DataGrid.tsx';
import { usePagedRows } from '../../../components/data-grid/paged-rows.ts';
import type { GridSelection } from '../../../components/data-grid/selection.ts';
import { useDebouncedValue } from '../../../components/fields/use-debounced-value.ts';
import { Split } from '../../../components/layout/Panel.tsx';
import { NoMatches } from '../assign/NoMatches.tsx';
import { phaseOf } from '../batches/batch-numbers.ts';
import { DropFooter } from '../DropFooter.tsx';
import { type BatchView, changeView } from '../view-state.ts';
import { actionsOfRow, iconOfAction, labelOfAction } from './action-looks.ts';
import { DocumentPanel } from './DocumentPanel.tsx';
import type { DocumentActionRunner } from './document-action-runner.ts';
import { type DocumentAction, documentActions } from './document-actions.ts';
import { documentColumns } from './document-columns.tsx';
import { createDocumentSelection, type DocumentSelection } from './document-selection.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useDocumentActionDialogs } from './use-document-action-dialogs.tsx';

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
function useDocumentSelection(options: DocumentSelectionOptions): DocumentSelection {
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

const typingPauseMs = 150;

interface BatchListProps {
  readonly batch: BatchSummary;
  readonly batches: readonly BatchSummary[];
  readonly view: BatchView;
  readonly asyncAction: AsyncAction;
  readonly actionRunner: DocumentActionRunner;
}

const idOf = (row: DocumentRow) => row.id;

/** Returns the row that is the tab stop; without rows, the list itself. */
function listFocusTarget(): HTMLElement | null {
  const listColumn = document.querySelector('[data-part="list-column"]');
  return (
    listColumn?.querySelector<HTMLElement>('[data-row][tabindex="0"]') ??
    listColumn?.querySelector<HTMLElement>('[role="grid"]') ??
    null
  );
}

function sortOf(sort: GridSort): DocumentSort | null {
  const parsed = documentSortSchema.safeParse(sort);
  return parsed.success ? parsed.data : null;
}

/** Returns a function that lists the buttons of a row. The function changes only with the state of the batch. */
function useRowActions(batch: BatchSummary, run: (action: DocumentAction, row: DocumentRow) => void) {
  const latestRun = useRef(run);
  useEffect(() => {
    latestRun.current = run;
  });
  const { state } = batch;
  return useCallback(
    (row: DocumentRow): readonly RowAction[] =>
      actionsOfRow(documentActions(row, state)).map((action) => ({
        id: action,
        icon: iconOfAction[action],
        label: labelOfAction(action),
        onPress: () => latestRun.current(action, row),
      })),
    [state],
  );
}

export function BatchList({ batch, batches, view, asyncAction, actionRunner }: BatchListProps) {
  const { id: batchId } = batch;
  const phase = phaseOf(batch.state);
  const text = useDebouncedValue(view.text, typingPauseMs);
  const { reason } = view;
  const filter = {
    group: view.chip === 'all' ? null : view.chip,
    ...(reason === null ? {} : { reason }),
    text,
  };
  const { sort } = view;
  const listKey = `${batchId} ${filter.group} ${reason} ${text}`;
  const source = `${listKey} ${sort.by} ${sort.descending}`;
  const rows = usePagedRows<DocumentRow>({
    source,
    revision: batch.revision,
    fetchPage: (offset, limit) => call('documents.list', { batchId, filter, sort, offset, limit }),
  });
  const documentSelection = useDocumentSelection({
    batchId,
    filter,
    listKey: `${listKey} ${phase}`,
    revision: batch.revision,
    isShown: rows.source === source,
  });
  const { ids } = documentSelection.current();
  const clearSelection = () => {
    documentSelection.clear();
    listFocusTarget()?.focus();
  };

  const actionDialogs = useDocumentActionDialogs(batch, actionRunner, {
    onDone: () => documentSelection.clear(),
    fallbackFocus: listFocusTarget,
  });
  const rowActions = useRowActions(batch, actionDialogs.run);
  const findRow = (id: number) => {
    for (let index = 0; index < (rows.total ?? 0); index += 1) {
      const row = rows.rowAt(index);
      if (row?.id === id) return row;
    }
    return undefined;
  };
  const selection: GridSelection = {
    ids,
    onChange: (next) => documentSelection.change(next, findRow),
    onSelectAll: () => void asyncAction.runQueued(documentSelection.selectAll),
    range: (from, to) => documentSelection.range({ kind: 'range', sort, from, to }),
  };

  return (
    <>
      <Split
        panel={
          view.openId === null ? undefined : (
            <DocumentPanel
              batch={batch}
              documentId={view.openId}
              onClose={() => changeView(batchId, { openId: null })}
              onAction={actionDialogs.run}
            />
          )
        }
      >
        <SelectionBar
          batch={batch}
          listed={rows.source === source ? rows.total : null}
          selection={documentSelection.current()}
          filter={filter}
          actionRunner={actionRunner}
          onAssign={actionDialogs.assign}
          onCancel={actionDialogs.cancel}
          onClear={clearSelection}
        />
        <DataGrid
          label={t('documentsScreen.list.label', { number: batch.number })}
          columns={documentColumns(phase)}
          rows={rows}
          idOf={idOf}
          {...(batch.state === 'cancelled' ? {} : { selection })}
          openId={view.openId}
          onOpen={(row) => changeView(batchId, { openId: row.id })}
          sort={sort}
          onSort={(next) => {
            const nextSort = sortOf(next);
            if (nextSort !== null) changeView(batchId, { sort: nextSort });
          }}
          rowActions={rowActions}
          empty={<NoMatches batch={batch} view={{ ...view, text }} />}
        />
        <DropFooter batch={batch} batches={batches} asyncAction={asyncAction} />
      </Split>
      {actionDialogs.dialogs}
    </>
  );
}
