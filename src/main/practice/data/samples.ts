/**
 * @file Sample data in the practice company: references of every kind of proof, and the statements of a year. Some
 * samples contain deliberate errors for the checks to find.
 */
import { isSampleCompany, type Wallet, wallets } from './company.ts';
import { determineProofKind, type ProofKind, proofKinds } from './proof-kinds.ts';
import { firstDay, type Transaction, type Transactions } from './transactions.ts';

/** Dates as YYYY-MM-DD, both inclusive. */
interface SamplePeriod {
  readonly since: string;
  readonly till: string;
}

const monthCount = 12;

/** The wallet whose statement of last month does not add up. */
const unbalancedWalletId = 1004;
/** The difference in that statement, in minor units. */
const balanceGap = 12_500;

/** The wallet whose statement of last month is throttled and has a short-lived link. */
const throttledWalletId = 1010;

/** Validity of the short-lived link, in seconds. */
export const shortLinkSeconds = 600;
/** Age of the short-lived link until which its download is throttled, in milliseconds. */
export const throttleMs = 180_000;

/** Creates the samples for the day `today` (YYYY-MM-DD). */
export function createSamples(transactions: Transactions, today: string) {
  const periods = Array.from({ length: monthCount }, (_, index) => getMonthBefore(today, monthCount - index));
  const { referencesByKind, refusedReference, referenceWithoutProof } = sampleReferences(
    transactions,
    getMonthBefore(today, 1),
  );
  return {
    references: [...referencesByKind, refusedReference, referenceWithoutProof].filter(
      (reference) => reference !== '',
    ),
    walletIds: wallets.map(({ id }) => id),
    /** The last twelve completed months, oldest first. */
    periods: periods.filter(({ since }) => since >= firstDay),
    /** The only statement that does not add up. */
    unbalanced: { walletId: unbalancedWalletId, period: getMonthBefore(today, 1) },
  };
}

/** True for the payment whose proof is refused: one payment of each month. */
export function isProofRefused(transactions: Transactions, { date, reference }: Transaction): boolean {
  return sampleReferences(transactions, getMonthBefore(date, 0)).refusedReference === reference;
}

/** Returns the deliberate error of a statement, in minor units. */
export function getBalanceGap(wallet: Wallet, period: SamplePeriod, today: string): number {
  return wallet.id === unbalancedWalletId && isLastMonth(period, today) ? balanceGap : 0;
}

/** True for the statement with the short-lived link. */
export function hasShortLivedLink(wallet: Wallet, period: SamplePeriod, today: string): boolean {
  return wallet.id === throttledWalletId && isLastMonth(period, today);
}

function sampleReferences(transactions: Transactions, { since, till }: SamplePeriod) {
  const monthTransactions = wallets.flatMap((wallet) => transactions.between(wallet, since, till, till));
  const payments = monthTransactions.filter(
    ({ kind, counterparty }) => kind === 'payment' && isSampleCompany(counterparty),
  );
  const usedNames = new Set<string>();
  const referencesByKind = proofKinds.map((kind) => {
    const payment = findPaymentOfKind(payments, kind, usedNames);
    if (payment !== undefined) usedNames.add(payment.counterparty.name);
    return payment?.reference ?? '';
  });
  const refusedReference =
    payments.find(({ reference }) => !referencesByKind.includes(reference))?.reference ?? '';
  const referenceWithoutProof = monthTransactions.find(({ kind }) => kind === 'fee')?.reference ?? '';
  return { referencesByKind, refusedReference, referenceWithoutProof };
}

/** Finds a payment with a kind of proof, preferably to a company that is not in `used`. */
function findPaymentOfKind(
  payments: readonly Transaction[],
  kind: ProofKind,
  usedNames: ReadonlySet<string>,
): Transaction | undefined {
  const candidates = payments.filter(({ reference }) => determineProofKind(reference) === kind);
  return candidates.find(({ counterparty }) => !usedNames.has(counterparty.name)) ?? candidates[0];
}

/** Returns the calendar month that is `count` months before the month of a day. */
function getMonthBefore(day: string, count: number): SamplePeriod {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const date = (months: number, dayOfMonth: number) =>
    new Date(Date.UTC(year, month - 1 - count + months, dayOfMonth)).toISOString().slice(0, 10);
  // Day 0 of the following month is the last day of the month.
  return { since: date(0, 1), till: date(1, 0) };
}

function isLastMonth({ since, till }: SamplePeriod, today: string): boolean {
  const lastMonth = getMonthBefore(today, 1);
  return since === lastMonth.since && till === lastMonth.till;
}
