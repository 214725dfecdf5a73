import type { DocumentFilter } from '../../../../shared/contract/documents.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { ListBar } from '../../../components/layout/ListBar.tsx';
import { type BulkAction, bulkActions, countByAction, selectionForAction } from './bulk-actions.ts';
import type { ActionTarget, DocumentActionRunner } from './document-action-runner.ts';
import type { SelectedDocuments } from './document-selection.ts';

interface SelectionBarProps {
  readonly batch: BatchSummary;
  /** Number of documents that the filter lists; `null` until they are loaded. */
  readonly listed: number | null;
  readonly selection: SelectedDocuments;
  readonly filter: DocumentFilter;
  readonly actionRunner: DocumentActionRunner;
  readonly onAssign: (target: ActionTarget) => void;
  readonly onCancel: (target: ActionTarget) => void;
  readonly onClear: () => void;
}

function buttonLabel(action: BulkAction, count: number, selectedCount: number): string {
  if (action === 'assign' || action === 'cancel') {
    return count < selectedCount
      ? t(`documentsScreen.selection.${action}Part`, { count, total: selectedCount })
      : t(`documentsScreen.selection.${action}`, { count });
  }
  const label = t(`documentsScreen.selection.${action}`);
  return count < selectedCount
    ? t('documentsScreen.selection.part', { word: label, count, total: selectedCount })
    : label;
}

function listedMessage(count: number, all: number): string {
  return count === all
    ? t('documentsScreen.list.all', { all })
    : t('documentsScreen.list.some', { count, all });
}

/** The number of listed documents, or the selected documents with their actions. */
export function SelectionBar(props: SelectionBarProps) {
  const { batch, listed, selection, filter, actionRunner, onAssign, onCancel, onClear } = props;
  const selectedCount = selection.ids.size;
  const counts = countByAction(batch.state, selection);
  const applicableActions = bulkActions.flatMap((action) => {
    const count = counts.get(action) ?? 0;
    return count === 0 ? [] : [{ action, count }];
  });
  const runAction = (action: BulkAction, count: number) => {
    const target = { selection: selectionForAction(action, batch.state, selection, filter), count };
    if (action === 'assign') onAssign(target);
    else if (action === 'cancel') onCancel(target);
    else {
      actionRunner.run(action, target);
      onClear();
    }
  };
  return (
    <ListBar
      label={t('documentsScreen.selection.label')}
      selected={selectedCount === 0 ? null : t('documentsScreen.selection.count', { count: selectedCount })}
      actions={applicableActions.map(({ action, count }) => (
        <Button
          key={action}
          size="small"
          variant={action === 'cancel' ? 'danger' : 'default'}
          onPress={() => runAction(action, count)}
        >
          {buttonLabel(action, count, selectedCount)}
        </Button>
      ))}
      onClear={onClear}
    >
      {listed !== null && <span className="sm dim num">{listedMessage(listed, batch.documents)}</span>}
    </ListBar>
  );
}
