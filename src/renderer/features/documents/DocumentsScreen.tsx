import { useEffect } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { focusContent } from '../../app/regions.ts';
import { replaceParams, useRouteParams } from '../../app/routes.ts';
import { useTopic } from '../../bridge.ts';
import { PageHead } from '../../components/Page.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { BatchScreen } from './BatchScreen.tsx';
import { phaseOf } from './batch-numbers.ts';
import { EarlierScreen } from './EarlierScreen.tsx';
import { EmptyScreen } from './EmptyScreen.tsx';
import { OpenBatch } from './OpenBatch.tsx';
import { ReviewScreen } from './ReviewScreen.tsx';
import { batchToShow, useSeen } from './shown-batch.ts';
import { narrowTo } from './view-state.ts';

function Shown() {
  const documentsPlace = useRouteParams('documents');
  const { view, batchId, group } = documentsPlace;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival, also at the same batch and group
  useEffect(() => {
    if (batchId !== null && group !== undefined) narrowTo(batchId, group);
  }, [documentsPlace]);
  const batches = useTopic('batches');
  const seen = useSeen();
  const shownId = batches.status === 'ready' ? (batchId ?? batchToShow(batches.value, seen)) : batchId;
  const batch = batches.value?.find(({ id }) => id === shownId);
  const reviewing = view === 'review' && batch !== undefined && phaseOf(batch.state) === 'preparing';
  const reviewed = view === 'review' && batch !== undefined && !reviewing;
  useEffect(() => {
    // A started batch has no review, so its place is replaced.
    if (reviewed) replaceParams('documents', { view: 'batch', batchId: shownId });
  }, [reviewed, shownId]);
  // The button that led here may be gone.
  const place = `${view} ${shownId} ${reviewing}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every other place, though the effect does not read it
  useEffect(focusContent, [place]);

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
  if (reviewing) return <ReviewScreen key={batch.id} batch={batch} />;
  return <BatchScreen key={batch.id} batch={batch} batches={batches.value} />;
}

/** The documents screens: empty state, batch, review, or earlier batches, by route. */
export function DocumentsScreen() {
  return <Shown />;
}
