import type { DocumentFilter } from '../../../shared/contract/documents.ts';
import { t } from '../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { Button } from '../../components/Button.tsx';
import { Spread } from '../../components/Page.tsx';
import { type BulkAction, bulkActions, countByAction, selectionForAction } from './bulk-actions.ts';
import type { Chosen, DocumentActionRunner } from './document-action-runner.ts';
import type { Ticked } from './ticked-documents.ts';

export interface SelectionBarProps {
  readonly batch: BatchSummary;
  readonly ticked: Ticked;
  readonly filter: DocumentFilter;
  readonly actionRunner: DocumentActionRunner;
  readonly onAssign: (chosen: Chosen) => void;
  readonly onCancel: (chosen: Chosen) => void;
  readonly onClear: () => void;
}

function labelOf(action: BulkAction, count: number, selected: number): string {
  if (action === 'assign' || action === 'cancel') {
    return count < selected
      ? t(`documentsScreen.selection.${action}Part`, { count, total: selected })
      : t(`documentsScreen.selection.${action}`, { count });
  }
  const label = t(`documentsScreen.selection.${action}`);
  return count < selected
    ? t('documentsScreen.selection.part', { word: label, count, total: selected })
    : label;
}

/** Actions for the selected documents, in place of the drop zone. */
export function SelectionBar(props: SelectionBarProps) {
  const { batch, ticked, filter, actionRunner, onAssign, onCancel, onClear } = props;
  const selected = ticked.ids.size;
  const counts = countByAction(batch.state, ticked);
  const offered = bulkActions.flatMap((action) => {
    const count = counts.get(action) ?? 0;
    return count === 0 ? [] : [{ act: action, count }];
  });
  const press = (action: BulkAction, count: number) => {
    const chosen = { selection: selectionForAction(action, batch.state, ticked, filter), count };
    if (action === 'assign') onAssign(chosen);
    else if (action === 'cancel') onCancel(chosen);
    else {
      actionRunner.run(action, chosen);
      onClear();
    }
  };
  return (
    <section
      className="list-foot toolbar-selected batch-foot"
      aria-label={t('documentsScreen.selection.label')}
    >
      <strong role="status">{t('documentsScreen.selection.count', { count: selected })}</strong>
      {offered.map(({ act: action, count }) => (
        <Button
          key={action}
          size="small"
          variant={action === 'cancel' ? 'danger' : 'default'}
          onPress={() => press(action, count)}
        >
          {labelOf(action, count, selected)}
        </Button>
      ))}
      <Spread />
      <Button variant="quiet" size="small" onPress={onClear}>
        {t('documentsScreen.selection.clear')}
      </Button>
    </section>
  );
}
