import { t } from '../../../shared/messages/index.ts';
import type { NotReady } from './batch-numbers.ts';

/** Explains why the review is not available; `null` when it is. */
export function whyNotReview(reason: NotReady | null): string | null {
  if (reason === null) return null;
  switch (reason.kind) {
    case 'checking':
      return t('documentsScreen.whyNotReview.checking', { count: reason.count });
    case 'unassigned':
      return t('documentsScreen.whyNotReview.unassigned', { count: reason.count });
    case 'listing':
      return t('documentsScreen.whyNotReview.listing');
    case 'nothing':
      return t('documentsScreen.whyNotReview.nothing');
  }
}
