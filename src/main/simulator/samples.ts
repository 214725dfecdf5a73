/**
 * @file Sample work in the practice company: references of every kind of proof, and the statements of a year. Some of
 * it is wrong on purpose, so that the checks find something.
 */
import { isSampleCompany, type Wallet, wallets } from './company.ts';
import { type ProofKind, proofKindOf, proofKinds } from './proof-kinds.ts';
import { firstDay, type Transaction, type Transactions } from './transactions.ts';

/** Dates as YYYY-MM-DD, both inclusive. */
export interface SamplePeriod {
  readonly since: string;
  readonly till: string;
}

/** Sample references and statements. */
export interface Samples {
  readonly references: readonly string[];
  readonly walletIds: readonly number[];
  /** The last twelve completed months, oldest first. */
  readonly periods: readonly SamplePeriod[];
  /** The only statement that does not add up. */
  readonly unbalanced: { readonly walletId: number; readonly period: SamplePeriod };
}

const monthsOffered = 12;

/** The wallet whose statement of last month does not add up, and the difference in minor units. */
const unbalancedWalletId = 1004;
const balanceGap = 12_500;

/** The wallet whose statement of last month is throttled and has a short-lived link. */
const busyWalletId = 1010;

/** Validity of the short-lived link and duration of the throttling, in seconds. */
export const shortLinkSeconds = 600;
const busySeconds = 180;

/** The samples on a day (YYYY-MM-DD). */
export function samplesOf(transactions: Transactions, today: string): Samples {
  const periods = Array.from({ length: monthsOffered }, (_, index) =>
    monthBefore(today, monthsOffered - index),
  );
  const { ofEachKind, refused, without } = sampleReferences(transactions, monthBefore(today, 1));
  return {
    references: [...ofEachKind, refused, without].filter((reference) => reference !== ''),
    walletIds: wallets.map(({ id }) => id),
    periods: periods.filter(({ since }) => since >= firstDay),
    unbalanced: { walletId: unbalancedWalletId, period: monthBefore(today, 1) },
  };
}

/** True for the one payment of each month whose proof is refused. */
export function isProofRefused(transactions: Transactions, { date, reference }: Transaction): boolean {
  return sampleReferences(transactions, monthBefore(date, 0)).refused === reference;
}

/** Deliberate error of a statement, in minor units. */
export function balanceGapOf(wallet: Wallet, period: SamplePeriod, today: string): number {
  return wallet.id === unbalancedWalletId && isLastMonth(period, today) ? balanceGap : 0;
}

/** True for the statement with the short-lived link. */
export function isLinkShort(wallet: Wallet, period: SamplePeriod, today: string): boolean {
  return wallet.id === busyWalletId && isLastMonth(period, today);
}

/** Remaining throttling in seconds, `age` milliseconds after the issue of the link. */
export function secondsUntilReady(age: number): number {
  return Math.max(0, busySeconds - Math.floor(age / 1000));
}

function sampleReferences(transactions: Transactions, { since, till }: SamplePeriod) {
  const all = wallets.flatMap((wallet) => transactions.between(wallet, since, till, till));
  const payments = all.filter(
    ({ kind, counterparty }) => kind === 'payment' && isSampleCompany(counterparty),
  );
  const used = new Set<string>();
  const chosen = proofKinds.map((kind) => {
    const found = firstOfKind(payments, kind, used);
    if (found !== undefined) used.add(found.counterparty.name);
    return found?.reference ?? '';
  });
  const refused = payments.find(({ reference }) => !chosen.includes(reference))?.reference ?? '';
  const without = all.find(({ kind }) => kind === 'fee')?.reference ?? '';
  return { ofEachKind: chosen, refused, without };
}

/** Finds a payment with a kind of proof, preferably to a company that is not in `used`. */
function firstOfKind(
  payments: readonly Transaction[],
  kind: ProofKind,
  used: ReadonlySet<string>,
): Transaction | undefined {
  const candidates = payments.filter(({ reference }) => proofKindOf(reference) === kind);
  return candidates.find(({ counterparty }) => !used.has(counterparty.name)) ?? candidates[0];
}

/** The calendar month `count` months before that of a day. */
function monthBefore(day: string, count: number): SamplePeriod {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const date = (months: number, dayOfMonth: number) =>
    new Date(Date.UTC(year, month - 1 - count + months, dayOfMonth)).toISOString().slice(0, 10);
  return { since: date(0, 1), till: date(1, 0) };
}

function isLastMonth({ since, till }: SamplePeriod, today: string): boolean {
  const last = monthBefore(today, 1);
  return since === last.since && till === last.till;
}
