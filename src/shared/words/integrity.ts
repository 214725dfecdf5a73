/** @file Words of the checklist of a statement. */
import type { CheckPoint, CheckResult, LeftOutReason } from '../model/review.ts';
import { counted, formatNumber } from './count.ts';

const statement = { one: 'statement', other: 'statements' };
const row = { one: 'row', other: 'rows' };

const areNotSummed = (count: number) => (count === 1 ? 'is not in the sums.' : 'are not in the sums.');

/** Rows that are in no sum, by their reason. */
export const leftOutMessages = {
  header: (count) =>
    `${counted(count, { one: 'repeated header', other: 'repeated headers' })} ${areNotSummed(count)}`,
  total: (count) =>
    `${counted(count, { one: 'row with a total or balance', other: 'rows with a total or balance' })} ${areNotSummed(count)}`,
  odd: (count) => `${counted(count, row)} with more or fewer cells ${areNotSummed(count)}`,
  undated: (count) => `${counted(count, row)} without a date ${areNotSummed(count)}`,
  undirected: (count) =>
    `${counted(count, { one: 'amount', other: 'amounts' })} that may be incoming or outgoing ${areNotSummed(count)}`,
  unfinished: (count) =>
    `${counted(count, row)} of payments that were not carried out ${areNotSummed(count)}`,
} as const satisfies Record<LeftOutReason, (count: number) => string>;

const balanceAmounts: Readonly<Record<string, string>> = {
  amount: 'the amount',
  'less-fee': 'the amount less the fee',
  'plus-fee': 'the amount plus the fee',
  'debit-credit': 'credits less debits',
  reversed: 'the amount with the opposite sign',
  'as-written': 'the amounts as written',
  'opening-closing': 'the opening balance plus the amount',
};
const balanceOrders: Readonly<Record<string, string>> = {
  'oldest-first': 'oldest row first',
  'newest-first': 'newest row first',
  'other-order': 'rows in another order than in the file',
};

/** The way in which the balance was read, as in “Follows from credits less debits, newest row first.” */
function balanceReading({ amounts, order, isBefore, groupedBy }: CheckPoint['facts']): string {
  const parts = [
    balanceAmounts[String(amounts)],
    amounts === 'opening-closing' ? undefined : balanceOrders[String(order)],
    isBefore === 1 ? 'balance before each row' : undefined,
    groupedBy === undefined || groupedBy === '' ? undefined : `one balance for each ${groupedBy}`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? '' : `Follows from ${parts.join(', ')}.`;
}

export const integrityWords = {
  title: 'Integrity',
  lead: 'What can be proved about this file without a network.',
  toLookAt: (count: number) => `${formatNumber(count)} to look at`,
  good: 'Nothing to look at',
  results: { passed: 'Passed', look: 'Look', failed: 'Failed', cannot: 'Cannot check' } satisfies Record<
    CheckResult,
    string
  >,
  points: {
    length: 'Whole since download',
    unchanged: 'Unchanged since download',
    seals: 'Every seal is intact',
    rows: 'Row count fits the event',
    dates: 'Every date is in the period',
    belongs: 'Wallet and company fit',
    amounts: 'Every amount was read',
    balance: 'The balance adds up',
    references: 'No reference comes twice',
    encoding: 'The text is readable',
    signature: 'Sender’s signature',
  } satisfies Record<CheckPoint['id'], string>,
  /** The points that do not hold. */
  concerns: {
    length: 'Not whole since download',
    unchanged: 'Changed since download',
    seals: 'A seal is broken',
    rows: 'Rows and event differ',
    dates: 'Dates outside the period',
    belongs: 'Other wallet or company',
    amounts: 'Amounts not read',
    balance: 'The balance does not add up',
    references: 'References come twice',
    encoding: 'Perhaps not read right',
    signature: 'Sender’s signature',
  } satisfies Record<CheckPoint['id'], string>,
  /** Points that are for the clerk to judge, where nothing is certainly wrong. */
  doubts: {
    rows: 'Compare the row count',
    dates: 'Dates to compare with the period',
    belongs: 'Wallet or company to compare',
    balance: 'Check the balance',
  } as Partial<Record<CheckPoint['id'], string>>,
  /** `listed` rows are shown of `all` in question. */
  showRows: (listed: number, all: number) =>
    listed < all
      ? `Show the first ${formatNumber(listed)} of ${counted(all, row)}`
      : `Show ${counted(listed, row)}`,
  announced: (announced: number, read: number) =>
    `${formatNumber(announced)} announced, ${formatNumber(read)} read.`,
  notAnnounced: (read: number) => `${formatNumber(read)} read; the event announced no number.`,
  odd: (count: number) => `${counted(count, row)} with more or fewer cells.`,
  unread: (cells: number, columns: string) =>
    `${counted(cells, { one: 'cell is', other: 'cells are' })} in no sum (${columns}).`,
  allRead: 'No cell is left out of a sum.',
  aroundUnread: (rows: number) =>
    `The balance cannot be checked around ${counted(rows, row)} with an amount that was not read.`,
  balanceReading,
  balanceBreaks: (rows: number, isCertain: boolean) =>
    isCertain
      ? `${counted(rows, row)} ${rows === 1 ? 'does' : 'do'} not follow from the row before.`
      : `No way to read the amounts fits every row; ${counted(rows, row)} ${rows === 1 ? 'does' : 'do'} not follow. Rows may be missing, in another order, or not booked yet.`,
  noColumn: 'No column tells.',
  pages: 'Pages do not tell.',
  noSignature: 'The service specifies none.',
  comparing: 'Comparing with the other statements of this wallet…',
  compared: (count: number) =>
    count === 0
      ? 'There is no other statement of this wallet to compare with.'
      : `Nor in ${counted(count, { one: 'other statement', other: 'other statements' })} of this wallet.`,
  left: (count: number) => `${counted(count, statement)} could not be compared.`,
  alsoIn: (count: number, period: string) =>
    `${counted(count, { one: 'reference is', other: 'references are' })} also in ${period}.`,
  openOther: 'Open that one',
} as const;
