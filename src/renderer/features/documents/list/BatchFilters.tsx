import { t } from '../../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import type { documentReasonCodes } from '../../../../shared/model/documents/document.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Chips } from '../../../components/fields/Chips.tsx';
import { SearchField } from '../../../components/fields/SearchField.tsx';
import { type Option, Select } from '../../../components/fields/Select.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { Spread, Toolbar } from '../../../components/layout/Page.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import styles from '../Batch.module.css';
import { countOf, phaseOf } from '../batches/batch-numbers.ts';
import { type BatchView, changeView } from '../view-state.ts';
import { chipsOf } from './groups.ts';

type ReasonOptionId = (typeof documentReasonCodes)[number] | 'all';

interface ReasonFilterProps {
  readonly batch: BatchSummary;
  readonly view: BatchView;
}

/** Filters a group by reason, if its documents have several reasons. */
function ReasonFilter({ batch, view }: ReasonFilterProps) {
  const { id: batchId } = batch;
  const { chip, reason } = view;
  const group = chip === 'all' ? null : chip;
  const reasonsQuery = useQuery({
    queryKey: JSON.stringify([batchId, group]),
    revision: batch.revision,
    load: () => call('documents.query', { action: 'reasons', batchId, group }),
  });
  const reasons = reasonsQuery.value ?? [];
  // Hidden when all documents of the group have the same reason, unless a filter is set.
  if (group === null || (reasons.length < 2 && reason === null)) return null;
  const options: Option<ReasonOptionId>[] = [
    { id: 'all', label: t('documents.reasonFilter.all') },
    ...reasons.map(({ code, documents }) => ({
      id: code,
      label: t('documents.reasonFilter.option', { name: t(`documentReasonNames.${code}`), count: documents }),
    })),
    ...(reason === null || reasons.some(({ code }) => code === reason)
      ? []
      : [
          {
            id: reason,
            label: t('documents.reasonFilter.option', { name: t(`documentReasonNames.${reason}`), count: 0 }),
          },
        ]),
  ];
  return (
    <div className={styles.reason}>
      <Select<ReasonOptionId>
        label={t('documents.resultExport.header.reason')}
        labelHidden
        size="small"
        options={options}
        value={reason ?? 'all'}
        onChange={(optionId) => changeView(batchId, { reason: optionId === 'all' ? null : optionId })}
      />
    </div>
  );
}

interface BatchFiltersProps {
  readonly batch: BatchSummary;
  readonly view: BatchView;
  /** Retries all failed documents. */
  readonly onRetry: () => void;
}

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
