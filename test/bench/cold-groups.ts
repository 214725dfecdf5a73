/** @file Groupings of the benchmarks' statement that fill the caches of the review process. */

import type { Review } from '../../src/main/review/client.ts';
import type { GroupKey, GroupQuery } from '../../src/shared/model/review-groups.ts';
import { columnsOfRows } from './statement-rows.ts';

const otherKeys: readonly GroupKey[] = [
  { kind: 'cell', column: columnsOfRows.currency },
  { kind: 'cell', column: columnsOfRows.type },
  { kind: 'sign' },
];

/** Groups the statement by keys with the amounts of its rows. */
export function groupQuery(keys: readonly GroupKey[]): GroupQuery {
  const sort = { by: 'outgoing', descending: false } as const;
  return { amount: columnsOfRows.amount, keys: [...keys], share: 'outgoing', sort };
}

/** Fills the caches with other groups, so that the next grouping is cold. */
export async function forgetGroups(review: Review, handle: number): Promise<void> {
  for (const key of otherKeys)
    await review.call('groups', { handle, query: groupQuery([key]), offset: 0, limit: 200 });
}
