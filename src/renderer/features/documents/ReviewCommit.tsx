import type { Review } from '../../../shared/contract/documents.ts';
import { t } from '../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { useProfile } from '../../app/use-profile.ts';
import { Button } from '../../components/Button.tsx';
import { Message } from '../../components/Message.tsx';
import { CommitBar } from '../../components/Page.tsx';
import { notReady } from './batch-numbers.ts';
import { canStart } from './review-facts.ts';
import { whyNotReview } from './why-not-review.ts';

export interface ReviewCommitProps {
  readonly batch: BatchSummary;
  /** `null` while it is loading. */
  readonly review: Review | null;
  readonly starting: boolean;
  readonly onStart: (review: Review) => void;
  readonly onLeave: () => void;
}

/** Bar that starts the batch: target, environment, and a button with the same numbers as the panel. */
export function ReviewCommit({ batch, review, starting, onStart, onLeave }: ReviewCommitProps) {
  const profile = useProfile();
  if (profile === null) return null;
  const { environment } = profile;
  const ready = review !== null && canStart(review);
  const why =
    review === null || ready ? null : (whyNotReview(notReady(batch)) ?? t('documentsReview.commit.nothing'));
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
          <Button size="big" onPress={onLeave} disabled={starting}>
            {t('documentsReview.commit.notNow')}
          </Button>
          <Button
            size="big"
            variant="outward"
            disabled={starting || !ready}
            disabledReason={starting ? null : why}
            onPress={() => {
              if (review !== null) onStart(review);
            }}
          >
            {starting
              ? t('documentsReview.commit.starting')
              : ready
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
