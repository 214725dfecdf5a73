import { t } from '../../../../shared/messages/index.ts';
import { navigate } from '../../../app/routes.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { PageHead } from '../../../components/layout/Page.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import styles from '../Batch.module.css';

/** Opens a batch that main does not publish yet, such as a batch of last month. */
export function OpenBatch({ batchId }: { readonly batchId: number }) {
  const { error } = useQuery({
    queryKey: String(batchId),
    load: () => call('documents.batch', { action: 'open', batchId }),
  });
  return (
    <>
      <PageHead title={t('documentsScreen.earlier.documents')} />
      {error === null ? (
        <Skeleton rows={12} />
      ) : (
        <div className={styles.notices}>
          <ErrorNotice
            error={error}
            actions={
              <>
                <Button size="small" onPress={() => navigate('documents', { view: 'batch', batchId: null })}>
                  {t('documentsScreen.earlier.back')}
                </Button>
                <Button
                  size="small"
                  onPress={() => navigate('documents', { view: 'earlier', batchId: null })}
                >
                  {t('documentsScreen.earlier.title')}
                </Button>
              </>
            }
          />
        </div>
      )}
    </>
  );
}
