import { t } from '../../../shared/messages/index.ts';
import { Button } from '../../components/actions/Button.tsx';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../components/messages/Notice.tsx';
import styles from './Activity.module.css';
import { type ChainResult, dismissResult, useActivityJobs } from './jobs.ts';

function DismissButton({ resultKey }: { readonly resultKey: Parameters<typeof dismissResult>[0] }) {
  return (
    <Button size="small" onPress={() => dismissResult(resultKey)}>
      {t('activity.chain.dismiss')}
    </Button>
  );
}

function Chain({ chain }: { readonly chain: ChainResult }) {
  if (chain.brokenAt !== null) {
    return (
      <Notice
        tone="danger"
        title={t('activity.chain.broken', { id: chain.brokenAt })}
        spoken
        actionsAt="end"
        actions={<DismissButton resultKey="chain" />}
      >
        {t('activity.chain.brokenDetail', { id: chain.brokenAt, before: chain.brokenAt - 1 })}
      </Notice>
    );
  }
  return (
    <Notice
      tone="info"
      icon="check-circle"
      title={
        chain.entries === 0 ? t('activity.chain.none') : t('activity.chain.intact', { count: chain.entries })
      }
      spoken
      actionsAt="end"
      actions={<DismissButton resultKey="chain" />}
    >
      {chain.entries === 0 ? null : t('activity.chain.intactDetail')}
    </Notice>
  );
}

/** Result of the integrity check and errors, above the list. */
export function Results() {
  const { chain, error } = useActivityJobs();
  if (chain === null && error === null) return null;
  return (
    <div className={styles.results}>
      {chain !== null && <Chain chain={chain} />}
      {error !== null && (
        <ErrorNotice error={error} actionsAt="end" actions={<DismissButton resultKey="error" />} />
      )}
    </div>
  );
}
