import type { DocumentFilter } from '../../../shared/contract/documents.ts';
import { t } from '../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { Button } from '../../components/Button.tsx';
import { classNames } from '../../components/class-names.ts';
import pageStyles from '../../components/Page.module.css';
import { Spread } from '../../components/Page.tsx';
import styles from './Batch.module.css';
import { type BulkAction, bulkActions, countByAction, selectionForAction } from './bulk-actions.ts';
import type { ActionTarget, DocumentActionRunner } from './document-action-runner.ts';
import type { SelectedDocuments } from './document-selection.ts';

interface SelectionBarProps {
  readonly batch: BatchSummary;
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

/** Actions for the selected documents, in place of the drop zone. */
export function SelectionBar(props: SelectionBarProps) {
  const { batch, selection, filter, actionRunner, onAssign, onCancel, onClear } = props;
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
    <section
      className={classNames(pageStyles.listFoot, pageStyles.selected, styles.batchFoot)}
      data-selection-bar=""
      aria-label={t('documentsScreen.selection.label')}
    >
      <strong role="status">{t('documentsScreen.selection.count', { count: selectedCount })}</strong>
      {applicableActions.map(({ action, count }) => (
        <Button
          key={action}
          size="small"
          variant={action === 'cancel' ? 'danger' : 'default'}
          onPress={() => runAction(action, count)}
        >
          {buttonLabel(action, count, selectedCount)}
        </Button>
      ))}
      <Spread />
      <Button variant="quiet" size="small" onPress={onClear}>
        {t('documentsScreen.selection.clear')}
      </Button>
    </section>
  );
}
