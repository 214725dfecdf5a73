import { useState } from 'react';
import { t } from '../../shared/messages/index.ts';

/** A long list that is shown in part. */
export interface ShowMore<Item> {
  readonly shown: readonly Item[];
  /** Number of items that come next, and of all hidden items; 0 when all are shown. */
  readonly next: number;
  readonly rest: number;
  readonly showMore: () => void;
  /** `null` while only the first items are shown. */
  readonly showLess: (() => void) | null;
}

/** Shows the `first` items of a list, and `step` more on each request. */
export function useShowMore<Item>(items: readonly Item[], first: number, step: number): ShowMore<Item> {
  const [count, setCount] = useState(first);
  const rest = Math.max(0, items.length - count);
  return {
    shown: items.slice(0, count),
    next: Math.min(step, rest),
    rest,
    showMore: () => setCount(count + step),
    showLess: count > first && items.length > first ? () => setCount(first) : null,
  };
}

/** The label of the button that shows more: `next` items are added, `rest` are hidden. */
export function showMoreLabel(next: number, rest: number): string {
  return next === rest
    ? t('components.showMore.all', { count: next })
    : t('components.showMore.some', { count: next, total: rest });
}
