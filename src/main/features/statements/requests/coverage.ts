/** @file Computes coverage: which statements are stored, in progress or missing, by wallet and month. */
import { monthsUntil, type Period } from '../../../../shared/model/statements/period.ts';
import { statementSets } from '../../../../shared/model/statements/statement-machine.ts';
import type {
  Coverage,
  CoverageCell,
  StatementFormat,
  StatementState,
  Wallet,
} from '../../../../shared/model/statements/statements.ts';
import type { CoveringStatement } from '../database/listing.ts';

const dayMs = 86_400_000;

const statePrecedence = statementSets.covering;
type ShownState = (typeof statePrecedence)[number];

function toShownState(state: StatementState): ShownState | null {
  if (state === 'asking' || state === 'quarantined') return 'waiting';
  return statePrecedence.find((shown) => shown === state) ?? null;
}

/** Returns the end of a month in UTC, the time zone of the service, in milliseconds since 1970. */
function getMonthEndMs(month: Period): number {
  return Date.parse(month.till) + dayMs;
}

/** Returns true when a statement contains a month that had ended before the statement was requested and created. */
function covers({ since, till, requestedAt, madeAt }: CoveringStatement, month: Period): boolean {
  const earliestMs = Math.min(Date.parse(requestedAt), Date.parse(madeAt ?? requestedAt));
  return since <= month.since && till >= month.till && earliestMs >= getMonthEndMs(month);
}

/** Returns true when the previous stored file of the same period has other bytes. */
function differsFromPrevious(csv: CoveringStatement, statements: readonly CoveringStatement[]): boolean {
  const previous = statements.findLast(
    ({ id, since, till, format, state }) =>
      id < csv.id && since === csv.since && till === csv.till && format === 'csv' && state === 'stored',
  );
  return previous !== undefined && previous.sha256 !== csv.sha256;
}

interface CoverageInput {
  readonly wallets: readonly Wallet[];
  readonly statements: readonly CoveringStatement[];
  /** SHA-256 of the statements that are signed off. */
  readonly signed: Pick<ReadonlySet<string>, 'has'>;
  /** The last month, YYYY-MM, and the number of months. */
  readonly last: string;
  readonly months: number;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

function computeCell(
  month: Period,
  statements: readonly CoveringStatement[],
  { nowMs, signed }: CoverageInput,
): CoverageCell {
  const covering = statements.filter((statement) => covers(statement, month));
  const findNewest = (candidates: readonly CoveringStatement[]) => candidates.at(-1) ?? null;
  const findStored = (format: StatementFormat) =>
    findNewest(covering.filter((statement) => statement.state === 'stored' && statement.format === format));
  const csv = findStored('csv');
  const pdf = findStored('pdf');
  const isDamaged = (csv ?? pdf)?.isDamaged === true;
  const isReviewed = !isDamaged && csv !== null && csv.sha256 !== null && signed.has(csv.sha256);
  const state = statePrecedence.find((shown) =>
    covering.some((statement) => toShownState(statement.state) === shown),
  );
  const shownStatement = findNewest(covering.filter((statement) => toShownState(statement.state) === state));
  const hasExactPeriod =
    shownStatement !== null && shownStatement.since === month.since && shownStatement.till === month.till;
  return {
    state: state ?? (nowMs < getMonthEndMs(month) ? 'open' : 'missing'),
    statementId: shownStatement?.id ?? null,
    isBeingAsked: shownStatement?.state === 'asking',
    csv: csv?.id ?? null,
    csvBytes: csv?.size ?? null,
    pdf: pdf?.id ?? null,
    isDamaged,
    isReviewed,
    hasFailed: !isReviewed && csv?.hasFailed === true,
    differs: csv !== null && differsFromPrevious(csv, covering),
    transactions: hasExactPeriod ? shownStatement.transactions : null,
    expiresAt: shownStatement?.expiresAt ?? null,
  };
}

/**
 * Returns the coverage matrix. A longer statement covers every month inside it. A month that is not over yet is `open`: a
 * statement requested now would lack later transactions.
 */
export function computeCoverage(input: CoverageInput): Coverage {
  const months = monthsUntil(input.last, input.months);
  const byWallet = Map.groupBy(input.statements, ({ walletId }) => walletId);
  return {
    months: months.map(({ since }) => since.slice(0, 7)),
    rows: input.wallets.map((wallet) => {
      const walletStatements = byWallet.get(wallet.id) ?? [];
      return { wallet, cells: months.map((month) => computeCell(month, walletStatements, input)) };
    }),
  };
}
