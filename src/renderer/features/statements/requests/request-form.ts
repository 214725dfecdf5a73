/** @file Draft, validation and resulting requests of the request form. */
import { formatList, t } from '../../../../shared/messages/index.ts';
import {
  lastMonth,
  lastQuarter,
  monthPeriod,
  monthsOfYear,
  type Period,
  periodProblem,
} from '../../../../shared/model/statements/period.ts';
import { maxWallets, type StatementFormat } from '../../../../shared/model/statements/statements.ts';
import { readWalletIds } from './wallet-ids.ts';

/** Ways to choose a period. */
export type Preset = 'last-month' | 'last-quarter' | 'this-year' | 'last-year' | 'year' | 'custom' | 'picked';

/** Wallets and periods of requests: one request per period. */
interface RequestInput {
  readonly walletIds: readonly number[];
  readonly periods: readonly Period[];
}

/** A cell of the coverage: a wallet in a month (YYYY-MM). */
export interface PickedMonth {
  readonly walletId: number;
  readonly month: string;
}

export interface RequestDraft {
  readonly wallets: string;
  readonly preset: Preset;
  readonly year: number;
  readonly since: string;
  readonly till: string;
  readonly format: StatementFormat;
  /** `paste` is the webhook, whose event the clerk brings. */
  readonly delivery: 'webhook' | 'paste' | 'email';
  readonly email: string;
  /** The cells that are selected in the coverage, for the preset `picked`. */
  readonly picked: readonly PickedMonth[];
}

/** Returns today's calendar date in the time zone of the clerk. */
export function todayOf(now: Date): string {
  const part = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}

export function emptyDraft(today: string): RequestDraft {
  const { since, till } = lastMonth(today);
  const year = Number(since.slice(0, 4));
  return {
    wallets: '',
    preset: 'last-month',
    year,
    since,
    till,
    format: 'csv',
    delivery: 'webhook',
    email: '',
    picked: [],
  };
}

const compareTexts = (one: string, two: string) => (one < two ? -1 : 1);

/** Groups selected cells by month, in order. A month with more wallets than one request allows is split. */
export function pickedByMonth(picked: readonly PickedMonth[]): RequestInput[] {
  return [...Map.groupBy(picked, ({ month }) => month)]
    .toSorted(([one], [two]) => compareTexts(one, two))
    .flatMap(([month, cells]) => {
      const periods = [monthPeriod(Number(month.slice(0, 4)), Number(month.slice(5, 7)))];
      const ids = [...new Set(cells.map(({ walletId }) => walletId))].toSorted((one, two) => one - two);
      return Array.from({ length: Math.ceil(ids.length / maxWallets) }, (_, index) => ({
        walletIds: ids.slice(index * maxWallets, (index + 1) * maxWallets),
        periods,
      }));
    });
}

/** Returns the requests of a form. A selection is requested exactly: no other month or wallet. */
export function requestsOf(draft: RequestDraft, today: string): RequestInput[] {
  if (draft.preset !== 'picked')
    return [{ walletIds: readWalletIds(draft.wallets).ids, periods: periodsOf(draft, today) }];
  const sameWallets = Map.groupBy(pickedByMonth(draft.picked), ({ walletIds }) => walletIds.join());
  return [...sameWallets.values()].map((months) => ({
    walletIds: months[0]?.walletIds ?? [],
    periods: months.flatMap(({ periods }) => periods),
  }));
}

/** Returns the key of one statement of a form; equal keys are equal requests. */
export function statementKey(draft: RequestDraft, walletId: number, { since, till }: Period): string {
  return [
    walletId,
    since,
    till,
    draft.format,
    draft.delivery,
    draft.delivery === 'email' ? draft.email : '',
  ].join(' ');
}

/**
 * Returns the requests of a form that the service has not accepted yet. If it has accepted all of them, returns all:
 * the clerk submits the form again on purpose.
 */
export function remainingRequests(
  draft: RequestDraft,
  accepted: ReadonlySet<string>,
  today: string,
): RequestInput[] {
  const allRequests = requestsOf(draft, today);
  const remaining = allRequests.flatMap(({ walletIds, periods }) =>
    periods.map((period) => ({
      walletIds: walletIds.filter((id) => !accepted.has(statementKey(draft, id, period))),
      periods: [period],
    })),
  );
  const nonEmpty = remaining.filter(({ walletIds }) => walletIds.length > 0);
  if (nonEmpty.length === 0) return allRequests;
  return [...Map.groupBy(nonEmpty, ({ walletIds }) => walletIds.join()).values()].map((sameWallets) => ({
    walletIds: sameWallets[0]?.walletIds ?? [],
    periods: sameWallets.flatMap(({ periods }) => periods),
  }));
}

/** Sets the selected cells of the coverage, and clears the typed wallets. */
export function withPicked(draft: RequestDraft, picked: readonly PickedMonth[]): RequestDraft {
  return {
    ...draft,
    picked,
    wallets: [...new Set(picked.map(({ walletId }) => walletId))].join(', '),
    preset: picked.length > 0 ? 'picked' : draft.preset === 'picked' ? 'last-month' : draft.preset,
  };
}

/** Removes wallets from the draft, typed or selected. */
export function withoutWallets(draft: RequestDraft, unwanted: readonly number[]): RequestDraft {
  const wallets = readWalletIds(draft.wallets).ids.filter((id) => !unwanted.includes(id));
  const picked = draft.picked.filter(({ walletId }) => !unwanted.includes(walletId));
  return { ...draft, wallets: wallets.join(', '), picked };
}

/** The year of the presets that request each month of a year; `null` for other presets. */
function yearOf({ preset, year }: RequestDraft, today: string): number | null {
  const thisYear = Number(today.slice(0, 4));
  if (preset === 'this-year') return thisYear;
  if (preset === 'last-year') return thisYear - 1;
  return preset === 'year' ? year : null;
}

export function periodsOf(draft: RequestDraft, today: string): Period[] {
  switch (draft.preset) {
    case 'last-month':
      return [lastMonth(today)];
    case 'last-quarter':
      return [lastQuarter(today)];
    case 'this-year':
    case 'last-year':
    case 'year':
      return monthsOfYear(yearOf(draft, today) ?? draft.year, today);
    case 'custom':
      return [{ since: draft.since, till: draft.till }];
    case 'picked':
      return pickedByMonth(draft.picked).flatMap(({ periods }) => periods);
  }
}

export function dateProblem(draft: RequestDraft, today: string): string | null {
  const year = yearOf(draft, today);
  if (year !== null) return monthsOfYear(year, today).length === 0 ? t('statementRequests.noMonths') : null;
  if (draft.preset !== 'custom') return null;
  const problem = periodProblem(draft.since, draft.till, today);
  return problem === null ? null : t(`statementRequests.problem.${problem}`);
}

/** Returns the first problem that prevents sending, or `null`. */
export function formProblem(
  draft: RequestDraft,
  unknown: readonly number[],
  today: string,
  hasSource: boolean,
): string | null {
  const { ids, wrong } = readWalletIds(draft.wallets);
  const unknownInForm = unknown.filter((id) => ids.includes(id));
  if (wrong.length > 0)
    return t('statementRequests.walletsInvalid', { wallets: formatList(wrong), count: wrong.length });
  if (ids.length === 0) return t('statementRequests.walletsMissing');
  if (unknownInForm.length > 0) {
    const wallets = formatList(unknownInForm.map(String));
    const count = ids.length - unknownInForm.length;
    return count === 0
      ? t('statementRequests.removeUnknown.all', { wallets })
      : t('statementRequests.removeUnknown.some', { wallets, count });
  }
  const dates = dateProblem(draft, today);
  if (dates !== null) return dates;
  const isValidAddress = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(draft.email.trim());
  if (draft.delivery === 'email' && !isValidAddress) return t('statementRequests.addressMissing');
  return draft.delivery === 'webhook' && !hasSource ? t('statementRequests.source.missing') : null;
}
