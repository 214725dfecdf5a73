import { t } from '../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../shared/model/documents/batch.ts';
import { LinkButton } from '../../components/actions/Button.tsx';
import type { AsyncAction } from '../../components/actions/use-async-action.ts';
import { DropZone } from '../../components/files/DropZone.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import pageStyles from '../../components/layout/Page.module.css';
import { addFiles, chooseFiles } from './add-files.ts';
import styles from './Batch.module.css';
import { findDraft } from './batches/batch-numbers.ts';

interface DropFooterProps {
  readonly batch: BatchSummary;
  readonly batches: readonly BatchSummary[];
  readonly asyncAction: AsyncAction;
}

/** Says where dropped files are added. */
function dropTarget(batch: BatchSummary, batches: readonly BatchSummary[]): string {
  const draft = findDraft(batches);
  if (draft === null) return t('documentsScreen.foot.next');
  return draft.id === batch.id
    ? t('documentsScreen.foot.more')
    : t('documentsScreen.foot.other', { number: draft.number });
}

/** Drop zone below a list: adds files or starts another batch. */
export function DropFooter({ batch, batches, asyncAction }: DropFooterProps) {
  return (
    <div className={classNames(pageStyles.listFoot, styles.batchFoot)}>
      <DropZone size="slim" onFiles={(files) => void asyncAction.runQueued(() => addFiles(files))}>
        <span className="cut">{dropTarget(batch, batches)}</span>
        <LinkButton onPress={() => void asyncAction.run(() => chooseFiles('files'))}>
          {t('documentsScreen.foot.choose')}
        </LinkButton>
      </DropZone>
    </div>
  );
}
