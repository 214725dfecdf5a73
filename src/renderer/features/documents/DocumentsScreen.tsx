import { useEffect } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../shared/model/documents/batch.ts';
import { focusContent } from '../../app/frame/regions.ts';
import { navigate, replaceParams, useRouteParams } from '../../app/routes.ts';
import { call, useTopic } from '../../bridge.ts';
import { Button } from '../../components/actions/Button.tsx';
import { useAsyncAction } from '../../components/actions/use-async-action.ts';
import { PageHead } from '../../components/layout/Page.tsx';
import { useQuery } from '../../components/layout/use-query.ts';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import { Skeleton } from '../../components/messages/Skeleton.tsx';
import { ListProposals } from './assign/ListProposals.tsx';
import styles from './Batch.module.css';
import { BatchDialogs } from './batches/BatchDialogs.tsx';
import { BatchHead } from './batches/BatchHead.tsx';
import { BatchNotices } from './batches/BatchNotices.tsx';
import { BatchProgress } from './batches/BatchProgress.tsx';
import { phaseOf } from './batches/batch-numbers.ts';
import { EarlierScreen } from './batches/EarlierScreen.tsx';
import { findDefaultBatch, useSeenBatches } from './batches/shown-batch.ts';
import { EmptyScreen } from './EmptyScreen.tsx';
import { ActionError } from './list/ActionError.tsx';
import { BatchFilters } from './list/BatchFilters.tsx';
import { BatchList } from './list/BatchList.tsx';
import { createDocumentActionRunner } from './list/document-action-runner.ts';
import { ReviewScreen } from './review/ReviewScreen.tsx';
import { filterByGroup, useBatchView } from './view-state.ts';

/** Opens a batch that main does not publish yet, such as a batch of last month. */
function OpenBatch({ batchId }: { readonly batchId: number }) {
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

interface BatchScreenProps {
  readonly batch: BatchSummary;
  readonly batches: readonly BatchSummary[];
}

function BatchScreen({ batch, batches }: BatchScreenProps) {
  const view = useBatchView(batch.id);
  const asyncAction = useAsyncAction();
  const actionRunner = createDocumentActionRunner(batch.id, asyncAction);
  const retryAll = () =>
    actionRunner.run('retry', {
      selection: { kind: 'all', filter: { group: 'problem', text: '' } },
      count: batch.counts.problem ?? 0,
    });

  return (
    <>
      <BatchHead batch={batch} batches={batches} asyncAction={asyncAction} />
      <BatchProgress batch={batch} />
      <ActionError asyncAction={asyncAction} />
      <ListProposals key={batch.id} batch={batch} />
      <BatchNotices batch={batch} asyncAction={asyncAction} />
      <BatchFilters batch={batch} view={view} onRetry={retryAll} />
      <BatchList
        batch={batch}
        batches={batches}
        view={view}
        asyncAction={asyncAction}
        actionRunner={actionRunner}
      />
      <BatchDialogs batch={batch} />
    </>
  );
}

export function DocumentsScreen() {
  const routeParams = useRouteParams('documents');
  const { view, batchId, group } = routeParams;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation, also to the same batch and group
  useEffect(() => {
    if (batchId !== null && group !== undefined) filterByGroup(batchId, group);
  }, [routeParams]);
  const batches = useTopic('batches');
  const seenBatches = useSeenBatches();
  const shownId =
    batches.status === 'ready' ? (batchId ?? findDefaultBatch(batches.value, seenBatches)) : batchId;
  const batch = batches.value?.find(({ id }) => id === shownId);
  const isReviewing = view === 'review' && batch !== undefined && phaseOf(batch.state) === 'preparing';
  const isReviewOver = view === 'review' && batch !== undefined && !isReviewing;
  useEffect(() => {
    // A started batch has no review: the batch takes its place in the navigation history.
    if (isReviewOver) replaceParams('documents', { view: 'batch', batchId: shownId });
  }, [isReviewOver, shownId]);
  // The focused button may have disappeared with the previous screen.
  const screenKey = `${view} ${shownId} ${isReviewing}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs with every new screen, though the effect does not read the key
  useEffect(focusContent, [screenKey]);

  if (view === 'earlier') return <EarlierScreen />;
  if (view === 'new') return <EmptyScreen />;
  if (batches.status === 'loading') {
    return (
      <>
        <PageHead title={t('documentsScreen.earlier.documents')} />
        <Skeleton rows={12} />
      </>
    );
  }
  if (shownId === null) return <EmptyScreen />;
  if (batch === undefined) return <OpenBatch key={shownId} batchId={shownId} />;
  if (isReviewing) return <ReviewScreen key={batch.id} batch={batch} />;
  return <BatchScreen key={batch.id} batch={batch} batches={batches.value} />;
}
