/**
 * @file What a newcomer can do at once in the practice company: references of every kind of proof, and the statements of
 * a year. Some of it is wrong on purpose, so that the checks have something to find.
 */
import { isSampleCompany, type Wallet, wallets } from './company.ts';
import { type ProofKind, proofKindOf, proofKinds } from './proof-kinds.ts';
import { firstDay, type Transaction, type Transactions } from './transactions.ts';

/** Dates as YYYY-MM-DD, both included. */
export interface SamplePeriod {
  readonly since: string;
  readonly till: string;
}

/** References and statements to begin with. */
export interface Samples {
  readonly references: readonly string[];
  readonly walletIds: readonly number[];
  /** The last twelve months that are over, oldest first. */
  readonly periods: readonly SamplePeriod[];
  /** The one statement that does not add up. */
  readonly unbalanced: { readonly walletId: number; readonly period: SamplePeriod };
}

const monthsOffered = 12;

/** The wallet whose statement of last month does not add up, and by how much. */
const unbalancedWalletId = 1004;
const balanceGap = 12_500;

/** The wallet whose statement of last month keeps its reader waiting, with a link that ends soon. */
const busyWalletId = 1010;

/** Validity of the link that ends soon, in seconds, and for how long the storage asks to wait. */
export const soonLinkSeconds = 600;
const busySeconds = 180;

/** What there is to begin with on a day (YYYY-MM-DD). */
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

/** True for the one payment of its month whose proof the practice company does not give out. */
export function isProofRefused(transactions: Transactions, { date, reference }: Transaction): boolean {
  return sampleReferences(transactions, monthBefore(date, 0)).refused === reference;
}

/** By how many minor units a statement of a day is wrong. */
export function balanceGapOf(wallet: Wallet, period: SamplePeriod, today: string): number {
  return wallet.id === unbalancedWalletId && isLastMonth(period, today) ? balanceGap : 0;
}

/** True for the statement whose link ends soon. */
export function isLinkShort(wallet: Wallet, period: SamplePeriod, today: string): boolean {
  return wallet.id === busyWalletId && isLastMonth(period, today);
}

/** Seconds that the storage asks to wait for the file of such a link, `age` milliseconds after its issue. */
export function secondsUntilReady(age: number): number {
  return Math.max(0, busySeconds - Math.floor(age / 1000));
}

function sampleReferences(transactions: Transactions, { since, till }: SamplePeriod) {
  const all = wallets.flatMap((wallet) => transactions.between(wallet, since, till, till));
  const payments = all.filter(
    ({ kind, counterparty }) => kind === 'payment' && isSampleCompany(counterparty),
  );
  const met = new Set<string>();
  const chosen = proofKinds.map((kind) => {
    const found = firstOfKind(payments, kind, met);
    if (found !== undefined) met.add(found.counterparty.name);
    return found?.reference ?? '';
  });
  const refused = payments.find(({ reference }) => !chosen.includes(reference))?.reference ?? '';
  const without = all.find(({ kind }) => kind === 'fee')?.reference ?? '';
  return { ofEachKind: chosen, refused, without };
}

/** A payment with this kind of proof, to a company that is not among `met` when there is one. */
function firstOfKind(
  payments: readonly Transaction[],
  kind: ProofKind,
  met: ReadonlySet<string>,
): Transaction | undefined {
  const fitting = payments.filter(({ reference }) => proofKindOf(reference) === kind);
  return fitting.find(({ counterparty }) => !met.has(counterparty.name)) ?? fitting[0];
}

/** The calendar month that lies `count` months before the one of a day. */
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
