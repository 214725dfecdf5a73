import {
  formatBytesOf,
  formatPercent,
  formatPlainList,
  formatRate,
  formatTimeLeft,
  t,
} from '../../../shared/messages/index.ts';
import { type BatchSummary, needClerk } from '../../../shared/model/batch.ts';
import { Icon } from '../../components/Icon.tsx';
import { SegmentedBar } from '../../components/ProgressBar.tsx';
import { preparingBar, sendingBar } from './bar.ts';
import { batchLine } from './batch-line.ts';
import { bytesInFlight, countOf, included, phaseOf } from './batch-numbers.ts';
import { useSmoothedProgress } from './use-smoothed-progress.ts';

function Sentence({ batch }: { readonly batch: BatchSummary }) {
  const { title, facts } = batchLine(batch);
  return (
    <>
      {batch.state === 'done' && (
        <span className="batch-done">
          <Icon name="check-circle" />
        </span>
      )}
      <h2>{title}</h2>
      {facts.length > 0 && <span className="dim num cut">{formatPlainList(facts)}</span>}
    </>
  );
}

function PreparingProgress({ batch }: { readonly batch: BatchSummary }) {
  const whole = included(batch);
  const bar = preparingBar(batch);
  const bad = countOf(batch, 'rejected') + countOf(batch, 'duplicate') + countOf(batch, 'waiting-for-file');
  return (
    <section className="batch-line">
      <div className="line">
        <Sentence batch={batch} />
      </div>
      <SegmentedBar
        {...bar}
        label={t('documentsScreen.preparing.bar', {
          assigned: countOf(batch, 'assigned'),
          total: whole,
          bad,
        })}
      />
    </section>
  );
}

function SendingProgress({ batch }: { readonly batch: BatchSummary }) {
  const progress = useSmoothedProgress(batch.id);
  const stored = progress?.bytes ?? batch.bytesStored + bytesInFlight(batch);
  const percent = formatPercent(stored, batch.bytes);
  const running = batch.state === 'running';
  return (
    <section className="batch-line">
      <div className="line">
        <Sentence batch={batch} />
        {batch.bytes > 0 && batch.state !== 'cancelled' && (
          <span className="rate num">
            <strong>{percent}</strong>
            <span>{formatBytesOf(stored, batch.bytes)}</span>
            {running && batch.rate !== null && <span>{formatRate(batch.rate)}</span>}
            {running && progress?.left != null && <span>{formatTimeLeft(progress.left)}</span>}
          </span>
        )}
      </div>
      <SegmentedBar
        {...sendingBar(batch)}
        label={t('documentsScreen.sending.bar', {
          percent,
          attached: countOf(batch, 'attached'),
          stuck: needClerk(batch),
        })}
      />
    </section>
  );
}

/** Progress of a batch: a sentence, counts and a bar. */
export function BatchProgress({ batch }: { readonly batch: BatchSummary }) {
  return phaseOf(batch.state) === 'preparing' ? (
    <PreparingProgress batch={batch} />
  ) : (
    <SendingProgress batch={batch} />
  );
}
