import { t } from '../../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Chips } from '../../../components/fields/Chips.tsx';
import { SearchField } from '../../../components/fields/SearchField.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { Spread, Toolbar } from '../../../components/layout/Page.tsx';
import styles from '../Batch.module.css';
import { countOf, phaseOf } from '../batches/batch-numbers.ts';
import { type BatchView, changeView } from '../view-state.ts';
import { chipsOf } from './groups.ts';
import { ReasonFilter } from './ReasonFilter.tsx';

interface BatchFiltersProps {
  readonly batch: BatchSummary;
  readonly view: BatchView;
  /** Retries all failed documents. */
  readonly onRetry: () => void;
}

/** Chips with counts, a search field, and a button that retries all failed documents. */
export function BatchFilters({ batch, view, onRetry }: BatchFiltersProps) {
  const phase = phaseOf(batch.state);
  const failed = countOf(batch, 'problem');
  return (
    <div className={styles.toolbar}>
      <Toolbar roomy>
        <Chips
          label={t('documentsScreen.filters.label')}
          chips={chipsOf(batch, phase, view.chip, t('documentsScreen.filters.all'))}
          value={view.chip}
          onChange={(chip) => changeView(batch.id, { chip, reason: null })}
        />
        <ReasonFilter batch={batch} view={view} />
        <Spread />
        <div className={classNames(styles.find, view.text !== '' && styles.filled)}>
          <SearchField
            label={t('documentsScreen.filters.find')}
            placeholder={t('documentsScreen.filters.findHint')}
            value={view.text}
            onChange={(text) => changeView(batch.id, { text })}
          />
        </div>
        {failed > 0 && batch.state !== 'cancelled' && (
          <Button size="small" icon="retry" onPress={onRetry}>
            {t('documentsScreen.sending.retry', { count: failed })}
          </Button>
        )}
      </Toolbar>
    </div>
  );
}
