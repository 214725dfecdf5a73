/** @file The filters of the search as the clerk types them. */
import { type AmountQuery, parseAmountQuery } from '../../../../shared/model/statements/amount-query.ts';
import { calendarDateSchema } from '../../../../shared/model/statements/period.ts';
import {
  hasRowFilter,
  noFilters,
  type SearchFilters,
  searchFiltersSchema,
} from '../../../../shared/model/statements/statement-search.ts';

export interface SearchDraft {
  readonly from: string;
  readonly till: string;
  readonly amount: string;
  readonly eitherSign: boolean;
  readonly currency: string;
  readonly walletIds: readonly number[];
}

export type FilterField = 'from' | 'till' | 'amount' | 'currency';

type FilterProblem = 'date' | 'order' | 'amount' | 'currency';

export const emptyDraft: SearchDraft = {
  from: '',
  till: '',
  amount: '',
  eitherSign: true,
  currency: '',
  walletIds: [],
};

/** Converts a typed day, month or year to its first or last day; `null` if it is none. */
function parseDay(text: string, end: 'first' | 'last'): string | null {
  const parts = /^(?<year>\d{4})(-(?<month>\d\d?)(-(?<day>\d\d?))?)?$/.exec(text.trim())?.groups;
  if (parts === undefined) return null;
  const month = Number(parts['month'] ?? (end === 'first' ? 1 : 12));
  const lastDay = new Date(Date.UTC(Number(parts['year']), month, 0)).getUTCDate();
  const day = Number(parts['day'] ?? (end === 'first' ? 1 : lastDay));
  const pad = (value: number) => String(value).padStart(2, '0');
  return calendarDateSchema.safeParse(`${parts['year']}-${pad(month)}-${pad(day)}`).data ?? null;
}

/** Parses the typed amount; `null` for no amount or an invalid one. */
export function amountOfDraft({ amount, eitherSign }: SearchDraft): AmountQuery | null {
  return amount.trim() === '' ? null : parseAmountQuery(amount, eitherSign);
}

export function readDraft(draft: SearchDraft): {
  readonly filters: SearchFilters;
  readonly problems: Readonly<Partial<Record<FilterField, FilterProblem>>>;
} {
  const from = parseDay(draft.from, 'first');
  const till = parseDay(draft.till, 'last');
  const amount = amountOfDraft(draft);
  const currency = draft.currency.trim().toUpperCase();
  const isKnownForm = searchFiltersSchema.shape.currency.safeParse(currency).success;
  const isInOrder = from === null || till === null || from <= till;
  return {
    filters: {
      from,
      till,
      amount: amount?.range ?? null,
      currency: currency === '' || !isKnownForm ? null : currency,
      walletIds: [...draft.walletIds],
    },
    problems: {
      ...(draft.from.trim() !== '' && from === null ? { from: 'date' as const } : {}),
      ...(draft.till.trim() !== '' && till === null ? { till: 'date' as const } : {}),
      ...(isInOrder ? {} : { till: 'order' as const }),
      ...(draft.amount.trim() !== '' && amount === null ? { amount: 'amount' as const } : {}),
      ...(currency !== '' && !isKnownForm ? { currency: 'currency' as const } : {}),
    },
  };
}

/** Returns the texts of filters that were applied before. */
export function draftOf(filters: SearchFilters): SearchDraft {
  const { amount } = filters;
  const bounds = amount === null ? [] : [...new Set([amount.from ?? '', amount.to ?? ''])];
  return {
    from: filters.from ?? '',
    till: filters.till ?? '',
    amount: bounds.join('..'),
    eitherSign: amount?.eitherSign ?? true,
    currency: filters.currency ?? '',
    walletIds: filters.walletIds,
  };
}

export function isFiltered(filters: SearchFilters): boolean {
  return hasRowFilter(filters) || filters.walletIds.length > noFilters.walletIds.length;
}
