/**
 * @file Invented transactions of the practice company's wallets. They depend only on wallet and date, so statements and
 * proofs of payment always match, also after a restart.
 */
import { type Counterparty, counterparties, findWallet, type Wallet } from './company.ts';
import { createRandom, deriveSeed, pick, type Random } from './random.ts';

/** Only payments have a proof. */
type TransactionKind = 'payment' | 'receipt' | 'fee' | 'conversion';

export interface Transaction {
  /** At most 16 characters, for up to 9,999 transactions a day. */
  readonly reference: string;
  readonly wallet: Wallet;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly kind: TransactionKind;
  readonly counterparty: Counterparty;
  readonly description: string;
  /** In minor units of the wallet's currency; negative for outgoing money. */
  readonly amount: number;
}

export type Transactions = ReturnType<typeof createTransactions>;

const dayMs = 86_400_000;

/** The day on which the wallets were opened. */
export const firstDay = '2024-01-01';

/** Balance of a new wallet, in major units. */
const initialMajorBalance = 25_000_000;

const firstDayNumber = Date.parse(firstDay) / dayMs;

/** Creates about `perDay` transactions for each wallet and working day. */
export function createTransactions(perDay: number) {
  /** Opening balances of the days since {@link firstDay}, by wallet ID; extended on demand. */
  const balances = new Map<number, number[]>();

  return {
    /** Transactions of a wallet from `since` to `till` (YYYY-MM-DD, inclusive), none after `today`. */
    between(wallet: Wallet, since: string, till: string, today: string) {
      const transactions: Transaction[] = [];
      const lastDayNumber = toDayNumber(till < today ? till : today);
      for (
        let dayNumber = Math.max(toDayNumber(since), firstDayNumber);
        dayNumber <= lastDayNumber;
        dayNumber += 1
      ) {
        transactions.push(...createTransactionsOfDay(wallet, toDate(dayNumber), perDay));
      }
      return transactions;
    },
    /** Opening balance of a day, in minor units. */
    balanceBefore(wallet: Wallet, date: string) {
      const dailyBalances = balances.get(wallet.id) ?? [initialMajorBalance * 10 ** wallet.decimals];
      balances.set(wallet.id, dailyBalances);
      const days = Math.max(0, toDayNumber(date) - firstDayNumber);
      for (let day = dailyBalances.length - 1; day < days; day += 1) {
        const transactions = createTransactionsOfDay(wallet, toDate(firstDayNumber + day), perDay);
        dailyBalances.push(transactions.reduce((sum, { amount }) => sum + amount, dailyBalances[day] ?? 0));
      }
      return dailyBalances[days] ?? 0;
    },
    /** Returns the transaction of a reference; `null` for an unknown reference or a date after `today`. */
    find(reference: string, today: string) {
      const groups = /^PC(?<wallet>\d{4})(?<date>\d{6})(?<number>\d{3,4})$/.exec(reference)?.groups;
      const wallet = findWallet(Number(groups?.['wallet']));
      const date = (groups?.['date'] ?? '').replace(/^(\d\d)(\d\d)(\d\d)$/, '20$1-$2-$3');
      if (wallet === null || !isDate(date) || date > today || date < firstDay) return null;
      const transactions = createTransactionsOfDay(wallet, date, perDay);
      return transactions.find((transaction) => transaction.reference === reference) ?? null;
    },
  };
}

/** True for a calendar date that exists, as YYYY-MM-DD. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const milliseconds = Date.parse(text);
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(text);
}

/** Formats an amount in minor units with a decimal point. */
export function formatAmount(amount: number, decimals: number): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const text =
    decimals === 0 ? digits : `${digits.slice(0, digits.length - decimals)}.${digits.slice(-decimals)}`;
  return amount < 0 ? `-${text}` : text;
}

function createTransactionsOfDay(wallet: Wallet, date: string, perDay: number): Transaction[] {
  const weekday = new Date(date).getUTCDay();
  if (weekday === 0 || weekday === 6) return [];
  const random = createRandom(deriveSeed(`${wallet.id} ${date}`));
  const count = Math.round(perDay * (0.5 + random()));
  return Array.from({ length: count }, (_, index) => createTransaction(wallet, date, index + 1, random));
}

function createTransaction(wallet: Wallet, date: string, number: number, random: Random): Transaction {
  const kindShare = random();
  const kind =
    kindShare < 0.6 ? 'payment' : kindShare < 0.85 ? 'receipt' : kindShare < 0.95 ? 'fee' : 'conversion';
  const counterparty = pick(random, counterparties);
  return {
    reference: `PC${wallet.id}${date.slice(2).replaceAll('-', '')}${String(number).padStart(3, '0')}`,
    wallet,
    date,
    kind,
    counterparty,
    description: createDescription(kind, random),
    amount: randomMajorAmount(kind, random) * 10 ** wallet.decimals + randomMinorPart(wallet, random, kind),
  };
}

function randomMajorAmount(kind: TransactionKind, random: Random): number {
  switch (kind) {
    case 'payment':
      return -Math.floor(20 + random() ** 3 * 40_000);
    case 'receipt':
      return Math.floor(50 + random() ** 2 * 60_000);
    case 'fee':
      return -Math.floor(1 + random() * 30);
    case 'conversion':
      return Math.floor((random() - 0.5) * 50_000);
  }
}

function randomMinorPart(wallet: Wallet, random: Random, kind: TransactionKind): number {
  const part = Math.floor(random() * 10 ** wallet.decimals);
  return kind === 'receipt' ? part : -part;
}

function createDescription(kind: TransactionKind, random: Random): string {
  const number = String(Math.floor(random() * 100_000)).padStart(5, '0');
  switch (kind) {
    case 'payment':
      return pick(random, [
        `Invoice ${number}`,
        `Order ${number}, second part`,
        `Rent "Hall ${number.slice(-1)}"`,
      ]);
    case 'receipt':
      return pick(random, [
        `Payment of invoice S-${number}`,
        `Credit note ${number}\nas agreed by telephone`,
      ]);
    case 'fee':
      return 'Transfer fee';
    case 'conversion':
      return `Conversion, deal ${number}`;
  }
}

function toDayNumber(date: string): number {
  return Math.floor(Date.parse(date) / dayMs);
}

function toDate(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
