import { useState } from 'react';

/** A long list of which only the first ones are shown. */
export interface ShowMore<Item> {
  readonly shown: readonly Item[];
  /** How many come next, and how many are left altogether; 0 when all are shown. */
  readonly next: number;
  readonly rest: number;
  readonly showMore: () => void;
  /** `null` while only the first ones are shown. */
  readonly showLess: (() => void) | null;
}

/** The first `first` of a list, and `step` more each time that the clerk asks for more. */
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
