import { useEffect } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { focusContent } from '../../app/frame/regions.ts';
import { replaceParams, useRouteParams } from '../../app/routes.ts';
import { useTopic } from '../../bridge.ts';
import { PageHead } from '../../components/layout/Page.tsx';
import { Skeleton } from '../../components/messages/Skeleton.tsx';
import { BatchScreen } from './BatchScreen.tsx';
import { phaseOf } from './batches/batch-numbers.ts';
import { EarlierScreen } from './batches/EarlierScreen.tsx';
import { OpenBatch } from './batches/OpenBatch.tsx';
import { findDefaultBatch, useSeenBatches } from './batches/shown-batch.ts';
import { EmptyScreen } from './EmptyScreen.tsx';
import { ReviewScreen } from './review/ReviewScreen.tsx';
import { filterByGroup } from './view-state.ts';

/** The documents screens: empty state, batch, review, or earlier batches, by route. */
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
