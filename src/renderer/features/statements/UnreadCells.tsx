import { t } from '../../../shared/messages/index.ts';
import type { ReviewColumn } from '../../../shared/model/review.ts';
import { LinkButton } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { unreadSummary } from './unread-summary.ts';

interface UnreadCellsProps {
  readonly columns: readonly ReviewColumn[];
  readonly onShowRows: () => void;
}

/** Says how many cells of numbers and dates could not be read, and lists their rows. */
export function UnreadCells({ columns, onShowRows }: UnreadCellsProps) {
  const summary = unreadSummary(columns);
  if (summary === null) return null;
  return (
    <p className="review-unread" role="status">
      <Icon name="alert" />
      <span>{summary}</span>
      <LinkButton small onPress={onShowRows}>
        {t('statementReading.unread.show')}
      </LinkButton>
    </p>
  );
}
