import { t } from '../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import type { documentReasonCodes } from '../../../shared/model/document.ts';
import { call } from '../../bridge.ts';
import { type Option, Select } from '../../components/Select.tsx';
import { useQuery } from '../../components/use-query.ts';
import { type BatchView, changeView } from './view-state.ts';

type Chosen = (typeof documentReasonCodes)[number] | 'all';

export interface ReasonFilterProps {
  readonly batch: BatchSummary;
  readonly view: BatchView;
}

/** Filters a group by reason, if its documents have several. */
export function ReasonFilter({ batch, view }: ReasonFilterProps) {
  const { id: batchId } = batch;
  const { chip, reason } = view;
  const group = chip === 'all' ? null : chip;
  const reasons = useQuery({
    source: JSON.stringify([batchId, group]),
    revision: batch.revision,
    load: () => call('documents.reasons', { batchId, group }),
  });
  const found = reasons.value ?? [];
  // Hidden for a group with one reason, unless a filter is set.
  if (group === null || (found.length < 2 && reason === null)) return null;
  const options: Option<Chosen>[] = [
    { id: 'all', label: t('documents.reasonFilter.all') },
    ...found.map(({ code, documents }) => ({
      id: code,
      label: t('documents.reasonFilter.option', { name: t(`documentReasonNames.${code}`), count: documents }),
    })),
    ...(reason === null || found.some(({ code }) => code === reason)
      ? []
      : [
          {
            id: reason,
            label: t('documents.reasonFilter.option', { name: t(`documentReasonNames.${reason}`), count: 0 }),
          },
        ]),
  ];
  return (
    <div className="batch-reason">
      <Select<Chosen>
        label={t('documents.resultExport.header.reason')}
        labelHidden
        size="small"
        options={options}
        value={reason ?? 'all'}
        onChange={(chosen) => changeView(batchId, { reason: chosen === 'all' ? null : chosen })}
      />
    </div>
  );
}
