import {
  formatBytesOf,
  formatPercent,
  formatPlainList,
  formatRate,
  formatTimeLeft,
  t,
} from '../../../../shared/messages/index.ts';
import { type BatchSummary, countNeedingClerk } from '../../../../shared/model/documents/batch.ts';
import { classNames } from '../../../components/layout/class-names.ts';
import { Icon } from '../../../components/layout/Icon.tsx';
import { SegmentedBar } from '../../../components/messages/ProgressBar.tsx';
import styles from '../Batch.module.css';
import { preparingBar, sendingBar } from './bar.ts';
import { batchLine } from './batch-line.ts';
import { bytesInFlight, countIncluded, countOf, phaseOf } from './batch-numbers.ts';
import { useSmoothedProgress } from './use-smoothed-progress.ts';

function BatchSentence({ batch }: { readonly batch: BatchSummary }) {
  const { title, facts } = batchLine(batch);
  return (
    <>
      {batch.state === 'done' && (
        <span className={styles.done}>
          <Icon name="check-circle" />
        </span>
      )}
      <h2>{title}</h2>
      {facts.length > 0 && (
        <span className={classNames('dim num', styles.facts)}>{formatPlainList(facts)}</span>
      )}
    </>
  );
}

function PreparingProgress({ batch }: { readonly batch: BatchSummary }) {
  const total = countIncluded(batch);
  const bar = preparingBar(batch);
  const bad = countOf(batch, 'rejected') + countOf(batch, 'duplicate') + countOf(batch, 'waiting-for-file');
  return (
    <section className={styles.progress}>
      <div className={styles.line}>
        <BatchSentence batch={batch} />
      </div>
      <SegmentedBar
        {...bar}
        label={t('documentsScreen.preparing.bar', {
          assigned: countOf(batch, 'assigned'),
          total,
          bad,
        })}
      />
    </section>
  );
}

function SendingProgress({ batch }: { readonly batch: BatchSummary }) {
  const progress = useSmoothedProgress(batch.id);
  const storedBytes = progress?.bytes ?? batch.bytesStored + bytesInFlight(batch);
  const percent = formatPercent(storedBytes, batch.bytes);
  const isRunning = batch.state === 'running';
  return (
    <section className={styles.progress}>
      <div className={styles.line}>
        <BatchSentence batch={batch} />
        {batch.bytes > 0 && batch.state !== 'cancelled' && (
          <span className={classNames(styles.rate, 'num')}>
            <strong>{percent}</strong>
            <span>{formatBytesOf(storedBytes, batch.bytes)}</span>
            {isRunning && batch.rate !== null && <span>{formatRate(batch.rate)}</span>}
            {isRunning && progress?.leftMs != null && <span>{formatTimeLeft(progress.leftMs)}</span>}
          </span>
        )}
      </div>
      <SegmentedBar
        {...sendingBar(batch)}
        label={t('documentsScreen.sending.bar', {
          percent,
          attached: countOf(batch, 'attached'),
          stuck: countNeedingClerk(batch),
        })}
      />
    </section>
  );
}

export function BatchProgress({ batch }: { readonly batch: BatchSummary }) {
  return phaseOf(batch.state) === 'preparing' ? (
    <PreparingProgress batch={batch} />
  ) : (
    <SendingProgress batch={batch} />
  );
}
