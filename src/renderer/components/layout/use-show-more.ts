import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';

/** The shown items of a long list, and the functions that change their number. */
interface ShowMore<Item> {
  readonly shown: readonly Item[];
  /** Number of items that `showMore` adds; 0 when all are shown. */
  readonly nextCount: number;
  readonly hiddenCount: number;
  readonly showMore: () => void;
  /** `null` while only the first items are shown. */
  readonly showLess: (() => void) | null;
}

/** Shows the first `initialCount` items of a list, and `step` more on each request. */
export function useShowMore<Item>(
  items: readonly Item[],
  initialCount: number,
  step: number,
): ShowMore<Item> {
  const [count, setCount] = useState(initialCount);
  const hiddenCount = Math.max(0, items.length - count);
  return {
    shown: items.slice(0, count),
    nextCount: Math.min(step, hiddenCount),
    hiddenCount,
    showMore: () => setCount(count + step),
    showLess: count > initialCount && items.length > initialCount ? () => setCount(initialCount) : null,
  };
}

/** The label of the button that adds `nextCount` of the `hiddenCount` items that are not shown. */
export function showMoreLabel(nextCount: number, hiddenCount: number): string {
  return nextCount === hiddenCount
    ? t('components.showMore.all', { count: nextCount })
    : t('components.showMore.some', { count: nextCount, total: hiddenCount });
}
