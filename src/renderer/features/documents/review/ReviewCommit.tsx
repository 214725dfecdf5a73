import type { Review } from '../../../../shared/contract/document-review.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import { useProfile } from '../../../app/profiles/use-profile.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { CommitBar } from '../../../components/layout/Page.tsx';
import { Message } from '../../../components/messages/Message.tsx';
import { findReviewBlocker } from '../batches/batch-numbers.ts';
import { reviewBlockerMessage } from './review-blocker-message.ts';
import { canStart } from './review-facts.ts';

interface ReviewCommitProps {
  readonly batch: BatchSummary;
  /** `null` while it is loading. */
  readonly review: Review | null;
  readonly isStarting: boolean;
  readonly onStart: (review: Review) => void;
  readonly onLeave: () => void;
}

/** Bar with the profile, the host and the button that starts the batch; its numbers are those of the panel. */
export function ReviewCommit({ batch, review, isStarting, onStart, onLeave }: ReviewCommitProps) {
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
