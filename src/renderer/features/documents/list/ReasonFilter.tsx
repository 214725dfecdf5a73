import { t } from '../../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import type { documentReasonCodes } from '../../../../shared/model/documents/document.ts';
import { call } from '../../../bridge.ts';
import { type Option, Select } from '../../../components/fields/Select.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import styles from '../Batch.module.css';
import { type BatchView, changeView } from '../view-state.ts';

type ReasonOptionId = (typeof documentReasonCodes)[number] | 'all';

interface ReasonFilterProps {
  readonly batch: BatchSummary;
  readonly view: BatchView;
}

/** Filters a group by reason, if its documents have several reasons. */
export function ReasonFilter({ batch, view }: ReasonFilterProps) {
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
