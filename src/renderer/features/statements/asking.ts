/** @file The form for asking: what is filled in, what is wrong with it, and what it would ask for. */
import {
  lastMonth,
  lastQuarter,
  monthsOfYear,
  type Period,
  periodProblem,
} from '../../../shared/model/period.ts';
import type { StatementFormat } from '../../../shared/model/statements.ts';
import { statementScreenWords } from '../../../shared/words/statements-screen.ts';
import { readWalletIds } from './wallet-ids.ts';

const words = statementScreenWords.ask;

/** Ways to choose a period. */
export type Preset = 'last-month' | 'last-quarter' | 'year' | 'custom';

/** What is filled in. */
export interface AskDraft {
  readonly wallets: string;
  readonly preset: Preset;
  readonly year: number;
  readonly since: string;
  readonly till: string;
  readonly format: StatementFormat;
  readonly delivery: 'webhook' | 'email';
  readonly email: string;
}

/** Today's calendar date for the clerk. */
export function todayOf(now: Date): string {
  const part = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}

/** The form as it begins. */
export function emptyDraft(today: string): AskDraft {
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
  };
}

/** The periods that a form stands for. */
export function periodsOf(draft: AskDraft, today: string): Period[] {
  switch (draft.preset) {
    case 'last-month':
      return [lastMonth(today)];
    case 'last-quarter':
      return [lastQuarter(today)];
    case 'year':
      return monthsOfYear(draft.year, today);
    case 'custom':
      return [{ since: draft.since, till: draft.till }];
  }
}

/** What is wrong with the dates, or `null`. */
export function dateProblem(draft: AskDraft, today: string): string | null {
  if (draft.preset === 'year') return monthsOfYear(draft.year, today).length === 0 ? words.noMonths : null;
  if (draft.preset !== 'custom') return null;
  const problem = periodProblem(draft.since, draft.till, today);
  return problem === null ? null : words.problems[problem];
}

/** The first thing that keeps the form from being sent, or `null`. */
export function missingOf(draft: AskDraft, unknown: readonly number[], today: string): string | null {
  const { ids, wrong } = readWalletIds(draft.wallets);
  if (wrong.length > 0) return words.walletsWrong(wrong);
  if (ids.length === 0) return words.walletsMissing;
  const still = unknown.filter((id) => ids.includes(id));
  if (still.length > 0) return words.unknown(still);
  const dates = dateProblem(draft, today);
  if (dates !== null) return dates;
  const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(draft.email.trim());
  return draft.delivery === 'email' && !address ? words.addressMissing : null;
}
