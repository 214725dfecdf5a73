/** @file Computes coverage: which statements are stored, in progress or missing, by wallet and month. */
import { monthsUntil, type Period } from '../../../shared/model/period.ts';
import type {
  Coverage,
  CoverageCell,
  StatementFormat,
  StatementState,
  Wallet,
} from '../../../shared/model/statements.ts';

/** The fields of a statement that coverage is computed from. */
export interface CoveringStatement {
  readonly id: number;
  readonly walletId: number;
  readonly since: string;
  readonly till: string;
  readonly format: StatementFormat;
  readonly state: StatementState;
  /** ISO date of the request. */
  readonly askedAt: string;
  /** ISO date at which the service created the statement, as its event says; `null` when unknown. */
  readonly madeAt: string | null;
  readonly transactions: number | null;
  readonly expiresAt: string | null;
}

/** States of a cell in order of precedence: the first state among the covering statements wins. */
const order = ['stored', 'downloading', 'ready', 'waiting', 'e-mailed', 'expired'] as const;
type Shown = (typeof order)[number];

function shownState(state: StatementState): Shown | null {
  if (state === 'asking' || state === 'quarantined') return 'waiting';
  return order.find((shown) => shown === state) ?? null;
}

/** Returns the end of a month in UTC, the time zone of the service, in milliseconds since 1970. */
function endOf(month: Period): number {
  return Date.parse(month.till) + 86_400_000;
}

/** Returns true when a statement contains a month that was already over at the time of the request and of creation. */
function covers({ since, till, askedAt, madeAt }: CoveringStatement, month: Period): boolean {
  const earlier = Math.min(Date.parse(askedAt), Date.parse(madeAt ?? askedAt));
  return since <= month.since && till >= month.till && earlier >= endOf(month);
}

function cellOf(month: Period, now: number, statements: readonly CoveringStatement[]): CoverageCell {
  const covering = statements.filter((statement) => covers(statement, month));
  const newest = (found: readonly CoveringStatement[]) => found.at(-1) ?? null;
  const stored = (format: StatementFormat) =>
    newest(covering.filter((statement) => statement.state === 'stored' && statement.format === format))?.id ??
    null;
  const state = order.find((shown) => covering.some((statement) => shownState(statement.state) === shown));
  const chosen = newest(covering.filter((statement) => shownState(statement.state) === state));
  const whole = chosen !== null && chosen.since === month.since && chosen.till === month.till;
  return {
    state: state ?? (now < endOf(month) ? 'open' : 'missing'),
    statementId: chosen?.id ?? null,
    isBeingAsked: chosen?.state === 'asking',
    csv: stored('csv'),
    pdf: stored('pdf'),
    transactions: whole ? chosen.transactions : null,
    expiresAt: chosen?.expiresAt ?? null,
  };
}

/**
 * Returns the coverage matrix. A longer statement covers every month inside it. A month that is not over by `now`
 * (milliseconds since 1970) is `open`: a statement requested now would lack later transactions.
 */
export function coverageOf(
  wallets: readonly Wallet[],
  statements: readonly CoveringStatement[],
  last: string,
  count: number,
  now: number,
): Coverage {
  const months = monthsUntil(last, count);
  const byWallet = Map.groupBy(statements, ({ walletId }) => walletId);
  return {
    months: months.map(({ since }) => since.slice(0, 7)),
    rows: wallets.map((wallet) => {
      const own = byWallet.get(wallet.id) ?? [];
      return { wallet, cells: months.map((month) => cellOf(month, now, own)) };
    }),
  };
}
