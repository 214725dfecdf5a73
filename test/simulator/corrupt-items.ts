/** @file Corrupts the `items` of an upload response (section 2.4) for the fault `items`. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ItemsChange } from './faults.ts';

const itemSchema = z.object({ link: z.string(), url: z.string(), key: z.string() });
const answerSchema = z.object({ items: z.tuple([itemSchema], itemSchema) });

/** Corrupts an upload response; returns any other value unchanged. */
export function corruptItems(value: unknown, change: ItemsChange): unknown {
  const answer = answerSchema.safeParse(value);
  return answer.success ? { items: corruptList(answer.data.items, change) } : value;
}

function corruptList(items: z.infer<typeof answerSchema>['items'], change: ItemsChange): unknown {
  const [first, ...rest] = items;
  const { link, url, key } = first;
  switch (change) {
    case 'too-few':
      return items.slice(0, -1);
    case 'too-many':
      return [...items, { link: `${link}&again=1`, url: `${url}-1`, key: randomUUID() }];
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
