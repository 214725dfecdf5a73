import { t } from '../../../../shared/messages/index.ts';
import type { ReviewBlocker } from '../batches/batch-numbers.ts';

/** Explains why the review cannot be opened; `null` when it can be opened. */
export function reviewBlockerMessage(blocker: ReviewBlocker | null): string | null {
  if (blocker === null) return null;
  switch (blocker.kind) {
    case 'checking':
      return t('documentsScreen.whyNotReview.checking', { count: blocker.count });
    case 'unassigned':
      return t('documentsScreen.whyNotReview.unassigned', { count: blocker.count });
    case 'listing':
      return t('documentsScreen.whyNotReview.listing');
    case 'nothing':
      return t('documentsScreen.whyNotReview.nothing');
  }
}
