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
  readonly documentActs: DocumentActionRunner;
  readonly onAssign: (chosen: Chosen) => void;
  readonly onCancel: (chosen: Chosen) => void;
  readonly onClear: () => void;
}

function wordOf(act: BulkAction, count: number, selected: number): string {
  if (act === 'assign' || act === 'cancel') {
    return count < selected
      ? t(`documentsScreen.selection.${act}Part`, { count, of: selected })
      : t(`documentsScreen.selection.${act}`, { count });
  }
  const word = t(`documentsScreen.selection.${act}`);
  return count < selected ? t('documentsScreen.selection.part', { word, count, of: selected }) : word;
}

/** Actions for the selected documents, in place of the drop zone. */
export function SelectionBar(props: SelectionBarProps) {
  const { batch, ticked, filter, documentActs, onAssign, onCancel, onClear } = props;
  const selected = ticked.ids.size;
  const reach = countByAction(batch.state, ticked);
  const offered = bulkActions.flatMap((act) => {
    const count = reach.get(act) ?? 0;
    return count === 0 ? [] : [{ act, count }];
  });
  const press = (act: BulkAction, count: number) => {
    const chosen = { selection: selectionForAction(act, batch.state, ticked, filter), count };
    if (act === 'assign') onAssign(chosen);
    else if (act === 'cancel') onCancel(chosen);
    else {
      documentActs.run(act, chosen);
      onClear();
    }
  };
  return (
    <section
      className="list-foot toolbar-selected batch-foot"
      aria-label={t('documentsScreen.selection.label')}
    >
      <strong role="status">{t('documentsScreen.selection.count', { count: selected })}</strong>
      {offered.map(({ act, count }) => (
        <Button
          key={act}
          size="small"
          variant={act === 'cancel' ? 'danger' : 'default'}
          onPress={() => press(act, count)}
        >
          {wordOf(act, count, selected)}
        </Button>
      ))}
      <Spread />
      <Button variant="quiet" size="small" onPress={onClear}>
        {t('documentsScreen.selection.clear')}
      </Button>
    </section>
  );
}
