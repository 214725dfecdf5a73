import type { Review } from '../../../shared/contract/documents.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { reviewWords } from '../../../shared/words/documents-review.ts';
import { useProfile } from '../../app/use-profile.ts';
import { Button } from '../../components/Button.tsx';
import { CommitBar } from '../../components/Page.tsx';
import { notReady } from './batch-numbers.ts';
import { canStart } from './review-facts.ts';
import { whyNotReview } from './why-not-review.ts';

const words = reviewWords.commit;

/** Props of {@link ReviewCommit}. */
export interface ReviewCommitProps {
  readonly batch: BatchSummary;
  /** `null` while the numbers are not known. */
  readonly review: Review | null;
  readonly starting: boolean;
  readonly onStart: (review: Review) => void;
  readonly onLeave: () => void;
}

/** What is about to happen, to whom and where, and the button that does it: with the same numbers as the panel. */
export function ReviewCommit({ batch, review, starting, onStart, onLeave }: ReviewCommitProps) {
  const profile = useProfile();
  if (profile === null) return null;
  const { environment } = profile;
  const ready = review !== null && canStart(review);
  const why = review === null || ready ? null : (whyNotReview(notReady(batch)) ?? words.nothing);
  return (
    <CommitBar
      environment={environment}
      title={
        <>
          {words.title[environment]} <bdi>{profile.name}</bdi>
        </>
      }
      actions={
        <>
          <Button size="big" onPress={onLeave} disabled={starting}>
            {words.notNow}
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
              ? words.starting
              : ready
                ? words.attach(review.toAttach, review.beneficiaries, environment)
                : words.nothing}
          </Button>
        </>
      }
    >
      {review === null ? '' : words.detail(review.host)}
    </CommitBar>
  );
}
