import type { BatchSummary } from '../../../shared/model/batch.ts';
import { useAsyncAction } from '../../components/use-async-action.ts';
import { ActionError } from './ActionError.tsx';
import { BatchDialogs } from './BatchDialogs.tsx';
import { BatchFilters } from './BatchFilters.tsx';
import { BatchHead } from './BatchHead.tsx';
import { BatchList } from './BatchList.tsx';
import { BatchNotices } from './BatchNotices.tsx';
import { BatchProgress } from './BatchProgress.tsx';
import { createDocumentActionRunner } from './document-action-runner.ts';
import { ListProposals } from './ListProposals.tsx';
import { useBatchView } from './view-state.ts';

interface BatchScreenProps {
  readonly batch: BatchSummary;
  readonly batches: readonly BatchSummary[];
}

/** Screen of one batch: header, progress, filters, list, and the panel of one document. */
export function BatchScreen({ batch, batches }: BatchScreenProps) {
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
