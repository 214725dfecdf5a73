import { useState } from 'react';
import type { Review } from '../../../../shared/contract/document-review.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { UnknownOutcome } from '../../../../shared/model/beneficiary.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import { UnknownOutcomes, useUnknownOutcomes } from '../../../app/outcomes/UnknownOutcomes.tsx';
import { useProfile } from '../../../app/profiles/use-profile.ts';
import { navigate } from '../../../app/routes.ts';
import { announce } from '../../../app/toasts/announcer.ts';
import { call, useTopicPart } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { useAsyncAction } from '../../../components/actions/use-async-action.ts';
import { usePagedRows } from '../../../components/data-grid/paged-rows.ts';
import { CommitBar, PageHead } from '../../../components/layout/Page.tsx';
import { Split } from '../../../components/layout/Panel.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Message } from '../../../components/messages/Message.tsx';
import styles from '../Batch.module.css';
import { findReviewBlocker } from '../batches/batch-numbers.ts';
import { Steps } from '../batches/Steps.tsx';
import { ActionError } from '../list/ActionError.tsx';
import { showOutgoing } from '../view-state.ts';
import { ReviewList } from './ReviewList.tsx';
import { ReviewPanel } from './ReviewPanel.tsx';
import { reviewBlockerMessage } from './review-blocker-message.ts';
import { canStart } from './review-facts.ts';
import { findHeldBeneficiaries } from './review-lines.ts';

interface ReviewCommitProps {
  readonly batch: BatchSummary;
  /** `null` while it is loading. */
  readonly review: Review | null;
  readonly isStarting: boolean;
  readonly onStart: (review: Review) => void;
  readonly onLeave: () => void;
}

/** Bar with the profile, the host and the button that starts the batch; its numbers are those of the panel. */
function ReviewCommit({ batch, review, isStarting, onStart, onLeave }: ReviewCommitProps) {
  const profile = useProfile();
  if (profile === null) return null;
  const { environment } = profile;
  const canBeStarted = review !== null && canStart(review);
  const blockerMessage =
    review === null || canBeStarted
      ? null
      : (reviewBlockerMessage(findReviewBlocker(batch)) ?? t('documentsReview.commit.nothing'));
  return (
    <CommitBar
      environment={environment}
      title={
        <Message
          id={`documentsReview.commit.title.${environment}`}
          values={{ name: <bdi>{profile.name}</bdi> }}
        />
      }
      actions={
        <>
          <Button size="big" onPress={onLeave} disabled={isStarting}>
            {t('documentsReview.commit.notNow')}
          </Button>
          <Button
            size="big"
            variant="outward"
            disabled={isStarting || !canBeStarted}
            disabledReason={isStarting ? null : blockerMessage}
            onPress={() => {
              if (review !== null) onStart(review);
            }}
          >
            {isStarting
              ? t('documentsReview.commit.starting')
              : canBeStarted
                ? t('documentsReview.commit.attach', {
                    count: review.toAttach,
                    beneficiaries: review.beneficiaries,
                    environment,
                  })
                : t('documentsReview.commit.nothing')}
          </Button>
        </>
      }
    >
      {review === null ? '' : t('documentsReview.commit.detail', { host: review.host })}
    </CommitBar>
  );
}

/** Returns the unknown outcomes that put documents of the given beneficiaries on hold. */
function outcomesOfBeneficiaries(
  outcomes: readonly UnknownOutcome[],
  beneficiaryIds: ReadonlySet<number>,
): readonly UnknownOutcome[] {
  return outcomes.filter(({ beneficiary }) => beneficiaryIds.has(beneficiary.id));
}

/** Review before anything is sent: beneficiaries with their documents, sums, and the start button. */
export function ReviewScreen({ batch }: { readonly batch: BatchSummary }) {
  const { id: batchId, number } = batch;
  const addressBookRevision = useTopicPart('beneficiaries', ({ revision }) => revision, 0);
  const largeFileMegabytes = useTopicPart('settings', ({ largeFileMegabytes }) => largeFileMegabytes, 25);
  const environment = useProfile()?.environment ?? 'sandbox';
  const revision = batch.revision + addressBookRevision;
  const { value, error, retry } = useQuery({
    queryKey: String(batchId),
    revision,
    load: () => call('documents.review', { action: 'numbers', batchId }),
  });
  const groups = usePagedRows({
    source: String(batchId),
    revision,
    fetchPage: (offset, limit) => call('documents.review', { action: 'groups', batchId, offset, limit }),
  });
  const outcomes = outcomesOfBeneficiaries(useUnknownOutcomes(), findHeldBeneficiaries(groups.rowAt));
  const asyncAction = useAsyncAction();
  const [isStarted, setIsStarted] = useState(false);
  const leaveReview = () => navigate('documents', { view: 'batch', batchId });
  const start = ({ toAttach, beneficiaries }: Review) =>
    void asyncAction.run(async () => {
      try {
        await call('documents.batch', { action: 'start', batchId, documents: toAttach, beneficiaries });
      } catch (thrown) {
        // The start may have failed because the numbers changed: loads the review again.
        retry();
        throw thrown;
      }
      showOutgoing(batchId);
      announce(t('documentsFrame.announced.started', { number, count: toAttach, environment }));
      setIsStarted(true);
    });
  return (
    <>
      <PageHead
        title={t('documentsReview.title', { number })}
        actions={<Button onPress={leaveReview}>{t('documentsReview.change')}</Button>}
      >
        <Steps current={3} />
      </PageHead>
      <UnknownOutcomes outcomes={outcomes} />
      <ActionError asyncAction={asyncAction} />
      {error !== null && (
        <div className={styles.notices}>
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
      <Split panel={<ReviewPanel review={value} largeFileMegabytes={largeFileMegabytes} />}>
        <ReviewList
          batch={batch}
          groups={groups}
          revision={revision}
          largeFileMegabytes={largeFileMegabytes}
        />
      </Split>
      <ReviewCommit
        batch={batch}
        review={value}
        isStarting={asyncAction.busy || isStarted}
        onStart={start}
        onLeave={leaveReview}
      />
    </>
  );
}
