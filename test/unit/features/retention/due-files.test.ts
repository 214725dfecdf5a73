import { describe, expect, test } from 'vitest';
import type { RetainedItem } from '../../../../src/main/app/retained-items.ts';
import { findDueDate, findDueItems } from '../../../../src/main/features/retention/retention.ts';
import type { RetainedKind } from '../../../../src/shared/model/retention.ts';

const today = '2026-11-27';

function item(id: string, periodStart: string, facts: Partial<RetainedItem> = {}): RetainedItem {
  const stored = { storedOn: periodStart, statement: null, reference: null, sha256: null };
  return { id, profileId: 'one', periodStart, ...stored, ...facts };
}

function itemsOf(lists: Partial<Record<RetainedKind, RetainedItem[]>>) {
  const listed = (items: RetainedItem[] = []) => ({
    list: async () => items,
    remove: () => Promise.reject(new Error('Nothing is removed by a list')),
  });
  return { statement: listed(lists.statement), proof: listed(lists.proof), notes: listed(lists.notes) };
}

const none = { statements: null, proofs: null, notes: null };

describe('due files', () => {
  test('are those whose period ended before today, the oldest first', async () => {
    const items = itemsOf({
      statement: [
        item('ends today', '2025-11-27'),
        item('ended yesterday', '2025-11-26'),
        item('ended long ago', '2019-02-28'),
      ],
      proof: [item('proof', '2025-01-01')],
    });
    const due = await findDueItems({ ...none, statements: 1, proofs: 2 }, items, today);
    expect(due.map(({ id, dueSince }) => [id, dueSince])).toEqual([
      ['ended long ago', '2020-02-29'],
      ['ended yesterday', '2026-11-27'],
    ]);
  });

  test('are none of the kinds without a period', async () => {
    const old = [item('old', '2001-01-01')];
    const items = itemsOf({ statement: old, proof: old, notes: old });
    expect(await findDueItems(none, items, today)).toEqual([]);
    const proofs = await findDueItems({ ...none, proofs: 1 }, items, today);
    expect(proofs.map(({ kind }) => kind)).toEqual(['proof']);
  });

  test('include old notes when every statement with the same bytes is due or gone', async () => {
    const notes = ['due', 'kept', 'gone', 'one of two is kept'].map((sha256) =>
      item(sha256, '2020-01-01', { sha256 }),
    );
    const statement = [
      item('1', '2020-01-31', { sha256: 'due' }),
      item('2', '2026-10-31', { sha256: 'kept' }),
      item('3', '2020-01-31', { sha256: 'one of two is kept' }),
      item('4', '2026-10-31', { sha256: 'one of two is kept' }),
      item('5', '2026-10-31', { sha256: 'gone', profileId: 'another' }),
    ];
    const due = await findDueItems(
      { ...none, statements: 2, notes: 3 },
      itemsOf({ statement, notes }),
      today,
    );
    expect(due.filter(({ kind }) => kind === 'notes').map(({ id }) => id)).toEqual(['due', 'gone']);
    const withoutStatements = await findDueItems({ ...none, notes: 3 }, itemsOf({ statement, notes }), today);
    expect(withoutStatements.map(({ id }) => id)).toEqual(['gone']);
  });
});

test.each([
  ['2020-06-15', 5, '2025-06-16'],
  ['2020-12-31', 1, '2022-01-01'],
  ['2023-02-28', 1, '2024-02-29'],
  ['2024-02-29', 1, '2025-03-01'],
  ['2024-02-29', 4, '2028-03-01'],
  // A century without a leap day.
  ['2072-02-29', 28, '2100-03-01'],
])('the first day after a retention period, for %s and %d years, is %s', (day, years, dueDate) => {
  expect(findDueDate(day, years)).toBe(dueDate);
});
