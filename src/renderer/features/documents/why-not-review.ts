import { documentsScreenWords } from '../../../shared/words/documents-screen.ts';
import type { NotReady } from './batch-numbers.ts';

const words = documentsScreenWords.whyNotReview;

/** What enables the review, in a few words; `null` when nothing is in its way. */
export function whyNotReview(reason: NotReady | null): string | null {
  if (reason === null) return null;
  switch (reason.kind) {
    case 'checking':
      return words.checking(reason.count);
    case 'unassigned':
      return words.unassigned(reason.count);
    case 'listing':
      return words.listing;
    case 'nothing':
      return words.nothing;
  }
}
