import type { TopicValue } from '../../../shared/contract/index.ts';
import type { ChosenProofs } from '../../../shared/contract/proofs.ts';
import { t } from '../../../shared/messages/index.ts';
import { Button } from '../../components/actions/Button.tsx';
import { classNames } from '../../components/layout/class-names.ts';
import pageStyles from '../../components/layout/Page.module.css';
import { PageHead } from '../../components/layout/Page.tsx';
import { ProgressBar } from '../../components/messages/ProgressBar.tsx';
import styles from './Proofs.module.css';
import { cancelFetch, refetch, setPasting, useProofActions } from './proof-actions.ts';
import { SaveMenu } from './SaveMenu.tsx';
import { type StoredCount, storedLabel } from './stored-label.ts';

interface ProofsHeaderProps {
  readonly topic: TopicValue<'proofs'>;
  /** The current filter of the list. */
  readonly chosen: ChosenProofs;
  /** What is stored of the listed references; nothing until it is known. */
  readonly stored: StoredCount;
}

/** Counts the references whose proof can be fetched again after a failure, a loss or a cancellation. */
function countRetryable(counts: TopicValue<'proofs'>['counts']): number {
  return (counts.failed ?? 0) + (counts.lost ?? 0) + (counts.cancelled ?? 0);
}

function describeCounts({ total, counts }: TopicValue<'proofs'>): string {
  const [saved, links] = [counts.saved ?? 0, counts.link ?? 0];
  return links === 0
    ? t('proofs.count', { total, saved })
    : t('proofs.countWithLinks', { total, stored: storedLabel({ proofs: saved, links }) });
}

const allProofs: ChosenProofs = { what: 'filter', state: null, search: '' };

export function ProofsHeader({ topic, chosen, stored }: ProofsHeaderProps) {
  const { busy, isSavingAll } = useProofActions();
  const { total, counts, running } = topic;
  const retryableCount = countRetryable(counts);
  return (
    <PageHead
      title={t('proofs.title')}
      actions={
        <>
          {running !== null && (
            <Button variant="quiet" onPress={cancelFetch}>
              {t('proofs.cancel')}
            </Button>
          )}
          {retryableCount > 0 && running === null && (
            <Button icon="retry" disabled={busy} onPress={() => refetch('retry', allProofs)}>
              {t('proofs.retry', { count: retryableCount })}
            </Button>
          )}
          {stored.proofs + stored.links > 0 && (
            <SaveMenu
              chosen={chosen}
              trigger={
                <Button icon="save" disabled={busy}>
                  {t('proofs.save.action', { stored: storedLabel(stored) })}
                </Button>
              }
            />
          )}
          {total > 0 && (
            <Button variant="primary" icon="paste" onPress={() => setPasting(true)}>
              {t('proofs.paste')}
            </Button>
          )}
        </>
      }
    >
      {total > 0 && <span className={classNames(pageStyles.sub, 'num')}>{describeCounts(topic)}</span>}
      {isSavingAll && (
        <span className={pageStyles.sub} role="status">
          {t('proofs.save.running')}
        </span>
      )}
      {running !== null && (
        <span className={styles.progress}>
          <ProgressBar label={t('proofs.progressLabel')} part={running.done} total={running.total} />
          <span className="num sm dim">
            {t('proofs.progress', { done: running.done, total: running.total })}
          </span>
          <span className="sm" role="status">
            {running.blockReason !== null &&
              t('proofs.blocked', {
                reason: t(`documentsFrame.notices.paused.${running.blockReason}.title`),
              })}
          </span>
        </span>
      )}
    </PageHead>
  );
}
