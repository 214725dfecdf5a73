import { useState } from 'react';
import type { Review } from '../../../shared/contract/documents.ts';
import { t } from '../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import type { UnknownOutcome } from '../../../shared/model/beneficiary.ts';
import { announce } from '../../app/announcer.ts';
import { UnknownOutcomes, useUnknownOutcomes } from '../../app/outcomes/UnknownOutcomes.tsx';
import { navigate } from '../../app/routes.ts';
import { useProfile } from '../../app/use-profile.ts';
import { call, useTopicPart } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { usePagedRows } from '../../components/data-grid/paged-rows.ts';
import { ErrorNotice } from '../../components/Notice.tsx';
import { PageHead } from '../../components/Page.tsx';
import { Split } from '../../components/Panel.tsx';
import { useAsyncAction } from '../../components/use-async-action.ts';
import { useQuery } from '../../components/use-query.ts';
import { ActionError } from './ActionError.tsx';
import { ReviewCommit } from './ReviewCommit.tsx';
import { ReviewList } from './ReviewList.tsx';
import { ReviewPanel } from './ReviewPanel.tsx';
import { heldFirst } from './review-lines.ts';
import { Steps } from './Steps.tsx';

/** Unknown outcomes that put documents of this batch on hold. */
function concerning(
  outcomes: readonly UnknownOutcome[],
  held: ReadonlySet<number>,
): readonly UnknownOutcome[] {
  return outcomes.filter(({ beneficiary }) => held.has(beneficiary.id));
}

/** Review before anything is sent: beneficiaries with their documents, sums, and the start button. */
export function ReviewScreen({ batch }: { readonly batch: BatchSummary }) {
  const { id: batchId, number } = batch;
  const book = useTopicPart('beneficiaries', ({ revision }) => revision, 0);
  const megabytes = useTopicPart('settings', ({ largeFileMegabytes }) => largeFileMegabytes, 25);
  const environment = useProfile()?.environment ?? 'sandbox';
  const revision = batch.revision + book;
  const { value, error, retry } = useQuery({
    source: String(batchId),
    revision,
    load: () => call('documents.review', { batchId }),
  });
  const groups = usePagedRows({
    source: String(batchId),
    revision,
    fetchPage: (offset, limit) => call('documents.reviewGroups', { batchId, offset, limit }),
  });
  const outcomes = concerning(useUnknownOutcomes(), heldFirst(groups.rowAt));
  const work = useAsyncAction();
  const [started, setStarted] = useState(false);
  const change = () => navigate('documents', { view: 'batch', batchId });
  const start = ({ toAttach, beneficiaries }: Review) =>
    void work.run(async () => {
      try {
        await call('documents.start', { batchId, documents: toAttach, beneficiaries });
      } catch (thrown) {
        // The numbers may have changed.
        retry();
        throw thrown;
      }
      announce(t('documentsFrame.announced.started', { number, count: toAttach, environment }));
      setStarted(true);
    });
  return (
    <>
      <PageHead
        title={t('documentsReview.title', { number })}
        actions={<Button onPress={change}>{t('documentsReview.change')}</Button>}
      >
        <Steps current={3} />
      </PageHead>
      <UnknownOutcomes outcomes={outcomes} />
      <ActionError work={work} />
      {error !== null && (
        <div className="batch-notices">
          <ErrorNotice
            error={error}
            actionsAt="end"
            actions={
              <Button size="small" icon="retry" onPress={retry}>
                {t('components.tryAgain')}
              </Button>
            }
          />
        </div>
      )}
      <Split panel={<ReviewPanel review={value} megabytes={megabytes} />}>
        <ReviewList batch={batch} groups={groups} revision={revision} megabytes={megabytes} />
      </Split>
      <ReviewCommit
        batch={batch}
        review={value}
        starting={work.busy || started}
        onStart={start}
        onLeave={change}
      />
    </>
  );
}
