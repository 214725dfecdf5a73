import { formatPercent, t } from '../../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { Menu } from '../../../components/actions/Menu.tsx';
import { Icon } from '../../../components/layout/Icon.tsx';
import { showBatch, showEarlierBatches } from '../add-files.ts';
import { useMoreBatches } from '../frame.ts';
import { bytesInFlight, phaseOf } from './batch-numbers.ts';

/** Describes the state of a batch, with its progress while it is sent and else with its number of documents. */
function describeState(batch: BatchSummary): string {
  const state = t(`documentsScreen.earlier.states.${batch.state}`);
  if (phaseOf(batch.state) !== 'sending') {
    return `${state}, ${t('documentsScreen.documents', { count: batch.documents })}`;
  }
  return `${state}, ${formatPercent(batch.bytesStored + bytesInFlight(batch), batch.bytes)}`;
}

interface BatchSwitcherProps {
  readonly batch: BatchSummary;
  readonly batches: readonly BatchSummary[];
}

/** The number of the batch; with several batches, a menu that switches between the batches. */
export function BatchSwitcher({ batch, batches }: BatchSwitcherProps) {
  const name = t('documentsScreen.batch', { number: batch.number });
  const moreBatches = useMoreBatches();
  if (batches.length < 2) return <strong className="flex-none nowrap">{name}</strong>;
  return (
    <Menu
      label={t('documentsScreen.head.switcherMenu')}
      trigger={
        <Button variant="quiet" size="small">
          <strong>{name}</strong>
          <span className="sr">{t('documentsScreen.head.switcherOther', { count: batches.length - 1 })}</span>
          <Icon name="chevron-down" size="xs" />
        </Button>
      }
      entries={[
        ...batches.map((other) => ({
          id: String(other.id),
          label: t('documentsScreen.batch', { number: other.number }),
          detail: describeState(other),
          ...(other.id === batch.id ? { icon: 'check' as const } : {}),
          onAction: () => showBatch(other.id),
        })),
        {
          id: 'earlier',
          label: t('documentsScreen.earlier.title'),
          ...(moreBatches === 0 ? {} : { detail: t('documentsScreen.head.more', { count: moreBatches }) }),
          icon: 'clock' as const,
          separated: true,
          onAction: showEarlierBatches,
        },
      ]}
    />
  );
}
