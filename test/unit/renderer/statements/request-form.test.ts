import { describe, expect, test } from 'vitest';
import {
  emptyDraft,
  formProblem,
  type PickedMonth,
  periodsOf,
  remainingRequests,
  requestsOf,
  statementKey,
  withoutWallets,
} from '../../../../src/renderer/features/statements/requests/request-form.ts';

const today = '2026-11-20';
const pick = (walletId: number, ...months: string[]): PickedMonth[] =>
  months.map((month) => ({ walletId, month }));
const draftOf = (...picked: PickedMonth[]) => ({
  ...emptyDraft(today),
  preset: 'picked' as const,
  wallets: [...new Set(picked.map(({ walletId }) => walletId))].join(', '),
  picked,
});
/** Every requested wallet and period, as text. */
const requestedStatements = (draft: ReturnType<typeof draftOf>) =>
  requestsOf(draft, today)
    .flatMap(({ walletIds, periods }) =>
      walletIds.flatMap((id) => periods.map(({ since, till }) => `${id} ${since} ${till}`)),
    )
    .toSorted((first, second) => (first < second ? -1 : 1));

describe('months selected in the coverage', () => {
  test('are requested without the months between them, and only for their wallets', () => {
    const draft = draftOf(...pick(1001, '2026-09', '2026-01', '2026-02'), ...pick(1002, '2026-02'));
    expect(requestedStatements(draft)).toEqual([
      '1001 2026-01-01 2026-01-31',
      '1001 2026-02-01 2026-02-28',
      '1001 2026-09-01 2026-09-30',
      '1002 2026-02-01 2026-02-28',
    ]);
  });

  test('are split into several inputs when a month has more than 500 wallets', () => {
    const draft = draftOf(...Array.from({ length: 501 }, (_, index) => pick(index + 1, '2026-01')).flat());
    expect(requestsOf(draft, today).map(({ walletIds }) => walletIds.length)).toEqual([500, 1]);
  });

  test('are requested without a wallet that is unknown to the service', () => {
    const draft = draftOf(...pick(1001, '2026-01'), ...pick(41007, '2026-01', '2026-02'));
    expect(formProblem(draft, [41007], today, true)).toContain('41007');
    const remaining = withoutWallets(draft, [41007]);
    expect(formProblem(remaining, [41007], today, true)).toBeNull();
    expect(requestedStatements(draftOf(...remaining.picked))).toEqual(['1001 2026-01-01 2026-01-31']);
  });

  test('are not requested before the clerk has said how their events get to Paydesk', () => {
    const draft = draftOf(...pick(1001, '2026-01'));
    expect(formProblem(draft, [], today, false)).toBe('Choose how the event gets to Paydesk');
    expect(formProblem({ ...draft, delivery: 'paste' }, [], today, false)).toBeNull();
    expect(formProblem({ ...draft, delivery: 'email', email: 'a@b.de' }, [], today, false)).toBeNull();
  });
});

describe('a partly accepted form', () => {
  const january = { since: '2026-01-01', till: '2026-01-31' };
  const march = { since: '2026-03-01', till: '2026-03-31' };
  const draft = draftOf(...pick(1001, '2026-01', '2026-03'), ...pick(1002, '2026-01', '2026-03'));
  const keys = (...statements: [number, typeof january][]) =>
    new Set(statements.map(([id, period]) => statementKey(draft, id, period)));
  const januaryKeys = keys([1001, january], [1002, january]);
  const everything = requestsOf(draft, today);

  test.each([
    [
      'only the statements that were not accepted',
      draft,
      januaryKeys,
      [{ walletIds: [1001, 1002], periods: [march] }],
    ],
    [
      'no month twice when a wallet is removed',
      withoutWallets(draft, [1002]),
      januaryKeys,
      [{ walletIds: [1001], periods: [march] }],
    ],
    ['all statements when its format changed', { ...draft, format: 'pdf' as const }, januaryKeys, everything],
    [
      'all statements when all were accepted',
      draft,
      keys([1001, january], [1002, january], [1001, march], [1002, march]),
      everything,
    ],
  ])('requests %s', (_, form, accepted, requests) => {
    expect(remainingRequests(form, accepted, today)).toEqual(requests);
  });
});

describe('a preset of a year', () => {
  const monthsOf = (preset: 'this-year' | 'last-year', day = today) =>
    periodsOf({ ...emptyDraft(day), preset }, day).map(({ since }) => since.slice(0, 7));

  test('requests the months of this year that have ended', () => {
    expect(monthsOf('this-year')).toHaveLength(10);
    expect(monthsOf('this-year').at(-1)).toBe('2026-10');
    expect(monthsOf('this-year', '2026-01-20')).toEqual([]);
    expect(
      formProblem({ ...emptyDraft('2026-01-20'), wallets: '1', preset: 'this-year' }, [], '2026-01-20', true),
    ).toBe('This year has no complete month yet');
  });

  test('requests each month of the last complete year', () => {
    expect(monthsOf('last-year')).toHaveLength(12);
    expect(monthsOf('last-year', '2026-01-20')[0]).toBe('2025-01');
  });
});
