/** @file Corrupts the `items` of an upload response (section 2.4) for the fault `items`. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ItemsChange } from './faults.ts';

/** One element of `items` (section 2.4). */
export interface IssuedItem {
  readonly link: string;
  readonly url: string;
  readonly key: string;
}

export interface ItemsCorruptor {
  /** Stores the items of a response. Must be called for every response, because a later fault may repeat its items. */
  remember(items: readonly IssuedItem[]): void;
  /** Corrupts the response whose items were stored last. Returns a value that is no such response unchanged. */
  corrupt(value: unknown, change: ItemsChange): unknown;
}

const answerSchema = z.object({
  items: z.array(z.object({ link: z.string(), url: z.string(), key: z.string() })).min(1),
});

export function createItemsCorruptor(): ItemsCorruptor {
  // The last items of the two latest responses.
  let previousItem: IssuedItem | undefined;
  let lastItem: IssuedItem | undefined;

  function corruptList(items: readonly IssuedItem[], change: ItemsChange): unknown {
    const [first, ...rest] = items;
    const last = items.at(-1);
    if (first === undefined || last === undefined) return items;
    const repeatedItem = rest.length > 0 ? first : (previousItem ?? first);
    const { link, url, key } = first;
    switch (change) {
      case 'too-few':
        return items.slice(0, -1);
      case 'too-many':
        return [...items, { link: `${link}&again=1`, url: `${url}-1`, key: randomUUID() }];
      case 'repeated-key':
        return [...items.slice(0, -1), { ...last, key: repeatedItem.key }];
      case 'repeated-link':
        return [...items.slice(0, -1), { ...last, link: repeatedItem.link }];
      case 'missing-link':
        return [{ url, key }, ...rest];
      case 'missing-url':
        return [{ link, key }, ...rest];
      case 'missing-key':
        return [{ link, url }, ...rest];
      case 'empty':
        return [];
      case 'not-an-array':
        return first;
      case 'absent':
        return undefined;
    }
  }

  return {
    remember(items) {
      previousItem = lastItem;
      lastItem = items.at(-1);
    },
    corrupt(value, change) {
      const answer = answerSchema.safeParse(value);
      return answer.success ? { items: corruptList(answer.data.items, change) } : value;
    },
  };
}
