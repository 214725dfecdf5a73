/** @file Which statements are here, on their way or missing: wallets by months. */
import { monthsUntil, type Period } from '../../../shared/model/period.ts';
import type {
  Coverage,
  CoverageCell,
  StatementFormat,
  StatementState,
  Wallet,
} from '../../../shared/model/statements.ts';

/** One statement, as far as the coverage needs it. */
export interface CoveringStatement {
  readonly id: number;
  readonly walletId: number;
  readonly since: string;
  readonly till: string;
  readonly format: StatementFormat;
  readonly state: StatementState;
  /** ISO date of the request. */
  readonly askedAt: string;
  /** ISO date at which the service made it, when its event said so. */
  readonly madeAt: string | null;
  readonly transactions: number | null;
  readonly expiresAt: string | null;
}

/** What a statement makes of the months that it covers, the strongest first. */
const order = ['stored', 'downloading', 'ready', 'waiting', 'e-mailed', 'expired'] as const;
type Shown = (typeof order)[number];

function shownState(state: StatementState): Shown | null {
  if (state === 'asking' || state === 'quarantined') return 'waiting';
  return order.find((shown) => shown === state) ?? null;
}

/** When a month is over, in the service's UTC. */
function endOf(month: Period): number {
  return Date.parse(month.till) + 86_400_000;
}

/** True when a month lies in a statement and was over when the statement was asked for, and when it was made. */
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
 * The matrix. A longer statement covers every month that lies in it; a month that is not over by `now`,
 * milliseconds since 1970, is `open`: what is asked for it would lack what comes later, and not cover it.
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
