import { useCallback, useEffect, useRef } from 'react';
import type { DocumentRow } from '../../../shared/contract/documents.ts';
import { type DocumentSort, documentSortSchema } from '../../../shared/contract/documents.ts';
import { t } from '../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { call } from '../../bridge.ts';
import type { GridSort, RowAction } from '../../components/data-grid/columns.ts';
import { DataGrid } from '../../components/data-grid/DataGrid.tsx';
import { usePagedRows } from '../../components/data-grid/paged-rows.ts';
import type { GridSelection } from '../../components/data-grid/selection.ts';
import { Split } from '../../components/Panel.tsx';
import type { AsyncAction } from '../../components/use-async-action.ts';
import { actionsOfRow, iconOfAction, labelOfAction } from './action-looks.ts';
import { phaseOf } from './batch-numbers.ts';
import { DocumentPanel } from './DocumentPanel.tsx';
import { DropFooter } from './DropFooter.tsx';
import type { DocumentActionRunner } from './document-action-runner.ts';
import { type DocumentAction, documentActions } from './document-actions.ts';
import { documentColumns } from './document-columns.tsx';
import { NoMatches } from './NoMatches.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useDebouncedValue } from './use-debounced-value.ts';
import { useDocumentActionDialogs } from './use-document-action-dialogs.tsx';
import { useTicked } from './use-ticked.ts';
import { type BatchView, changeView } from './view-state.ts';

const typingPause = 150;

export interface BatchListProps {
  readonly batch: BatchSummary;
  readonly batches: readonly BatchSummary[];
  readonly view: BatchView;
  readonly work: AsyncAction;
  readonly actionRunner: DocumentActionRunner;
}

const idOf = (row: DocumentRow) => row.id;

/** The focused row, or the list without one. */
function placeInList(): HTMLElement | null {
  const list = document.querySelector('.list-column');
  return (
    list?.querySelector<HTMLElement>('[data-row][tabindex="0"]') ??
    list?.querySelector<HTMLElement>('[role="grid"]') ??
    null
  );
}

function sortOf(sort: GridSort): DocumentSort | null {
  const parsed = documentSortSchema.safeParse(sort);
  return parsed.success ? parsed.data : null;
}

/** Buttons at the end of a row; the same function while the state of the batch does not change. */
function useRowActions(batch: BatchSummary, run: (action: DocumentAction, row: DocumentRow) => void) {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const { state } = batch;
  return useCallback(
    (row: DocumentRow): readonly RowAction[] =>
      actionsOfRow(documentActions(row, state)).map((action) => ({
        id: action,
        icon: iconOfAction[action],
        label: labelOfAction(action),
        onPress: () => latest.current(action, row),
      })),
    [state],
  );
}

/** The documents of a batch, and the panel of one. Arriving pages render only the list. */
export function BatchList({ batch, batches, view, work, actionRunner }: BatchListProps) {
  const { id: batchId } = batch;
  const phase = phaseOf(batch.state);
  const text = useDebouncedValue(view.text, typingPause);
  const { reason } = view;
  const filter = {
    group: view.chip === 'all' ? null : view.chip,
    ...(reason === null ? {} : { reason }),
    text,
  };
  const { sort } = view;
  const list = `${batchId} ${filter.group} ${reason} ${text}`;
  const source = `${list} ${sort.by} ${sort.descending}`;
  const rows = usePagedRows<DocumentRow>({
    source,
    revision: batch.revision,
    fetchPage: (offset, limit) => call('documents.list', { batchId, filter, sort, offset, limit }),
  });
  const ticked = useTicked({
    batchId,
    filter,
    list: `${list} ${phase}`,
    revision: batch.revision,
    isShown: rows.source === source,
  });
  const { ids } = ticked.current();
  const clear = () => {
    ticked.clear();
    placeInList()?.focus();
  };

  const actionDialogs = useDocumentActionDialogs(batch, actionRunner, {
    onDone: () => ticked.clear(),
    otherwiseFocus: placeInList,
  });
  const rowActions = useRowActions(batch, actionDialogs.run);
  const rowOf = (id: number) => {
    for (let index = 0; index < (rows.total ?? 0); index += 1) {
      const row = rows.rowAt(index);
      if (row?.id === id) return row;
    }
    return undefined;
  };
  const selection: GridSelection = {
    ids,
    onChange: (next) => ticked.change(next, rowOf),
    onSelectAll: () => void work.runQueued(ticked.tickAll),
    range: (from, to) => ticked.range({ kind: 'range', sort, from, to }),
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
            const chosen = sortOf(next);
            if (chosen !== null) changeView(batchId, { sort: chosen });
          }}
          rowActions={rowActions}
          empty={<NoMatches batch={batch} view={{ ...view, text }} />}
        />
        {ids.size > 0 ? (
          <SelectionBar
            batch={batch}
            ticked={ticked.current()}
            filter={filter}
            actionRunner={actionRunner}
            onAssign={actionDialogs.assign}
            onCancel={actionDialogs.cancel}
            onClear={clear}
          />
        ) : (
          <DropFooter batch={batch} batches={batches} work={work} />
        )}
      </Split>
      {actionDialogs.dialogs}
    </>
  );
}
