import { t } from '../../../shared/messages/index.ts';
import type { ReviewColumn } from '../../../shared/model/review.ts';
import { LinkButton } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { unreadableSummary } from './unreadable-summary.ts';

interface UnreadableCellsProps {
  readonly columns: readonly ReviewColumn[];
  readonly onShowRows: () => void;
}

/** Notice about unreadable cells of numbers and dates, with a link to their rows. */
export function UnreadableCells({ columns, onShowRows }: UnreadableCellsProps) {
  const summary = unreadableSummary(columns);
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
