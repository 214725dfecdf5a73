import type { BatchSummary } from '../../../shared/model/documents/batch.ts';
import { useAsyncAction } from '../../components/actions/use-async-action.ts';
import { ListProposals } from './assign/ListProposals.tsx';
import { BatchDialogs } from './batches/BatchDialogs.tsx';
import { BatchHead } from './batches/BatchHead.tsx';
import { BatchNotices } from './batches/BatchNotices.tsx';
import { BatchProgress } from './batches/BatchProgress.tsx';
import { ActionError } from './list/ActionError.tsx';
import { BatchFilters } from './list/BatchFilters.tsx';
import { BatchList } from './list/BatchList.tsx';
import { createDocumentActionRunner } from './list/document-action-runner.ts';
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
