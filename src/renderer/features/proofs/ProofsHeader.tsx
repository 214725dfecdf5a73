import type { TopicValue } from '../../../shared/contract/index.ts';
import type { ChosenProofs } from '../../../shared/contract/proofs.ts';
import { t } from '../../../shared/messages/index.ts';
import { Button } from '../../components/Button.tsx';
import { classNames } from '../../components/class-names.ts';
import { Menu } from '../../components/Menu.tsx';
import pageStyles from '../../components/Page.module.css';
import { PageHead } from '../../components/Page.tsx';
import { ProgressBar } from '../../components/ProgressBar.tsx';
import styles from './Proofs.module.css';
import { cancelFetch, refetch, saveAll, setPasting, useProofActions } from './proof-actions.ts';

/** Stored proofs, and stored links, which Paydesk has not opened. */
export interface StoredCount {
  readonly proofs: number;
  readonly links: number;
}

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

/** Such as `7 proofs and 2 links`. */
function storedLabel({ proofs, links }: StoredCount): string {
  if (links === 0) return t('proofs.save.number', { count: proofs });
  return proofs === 0
    ? t('proofs.stored.links', { count: links })
    : t('proofs.stored.both', { proofs, links });
}

function describeCounts({ total, counts }: TopicValue<'proofs'>): string {
  const [saved, links] = [counts.saved ?? 0, counts.link ?? 0];
  return links === 0
    ? t('proofs.count', { total, saved })
    : t('proofs.countWithLinks', { total, stored: storedLabel({ proofs: saved, links }) });
}

const allProofs: ChosenProofs = { what: 'filter', state: null, search: '' };

/** Header of the screen: title, counts, progress and actions. */
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
            <Menu
              label={t('proofs.save.label')}
              placement="bottom end"
              trigger={
                <Button icon="save" disabled={busy}>
                  {t('proofs.save.action', { stored: storedLabel(stored) })}
                </Button>
              }
              entries={[
                {
                  id: 'folder',
                  label: t('proofs.save.folder'),
                  detail: t('proofs.save.folderDetail'),
                  icon: 'folder',
                  onAction: () => saveAll(chosen, 'folder'),
                },
                {
                  id: 'zip',
                  label: t('proofs.save.zip'),
                  detail: t('proofs.save.zipDetail'),
                  icon: 'stored',
                  onAction: () => saveAll(chosen, 'zip'),
                },
                {
                  id: 'pdf',
                  label: t('proofs.save.pdf'),
                  detail: t('proofs.save.pdfDetail'),
                  icon: 'file',
                  onAction: () => saveAll(chosen, 'pdf'),
                },
              ]}
            />
          )}
          {total > 0 && (
            <Button variant="primary" icon="paste" tourStop="paste" onPress={() => setPasting(true)}>
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
        </span>
      )}
    </PageHead>
  );
}
