/** @file Decisions of a clerk about two files: one after the other, from the number of decisions alone. */
import type { DecidedLinks, MatchedPair } from '../../src/main/features/statements/ledger/ledger-files.ts';

export const pair: MatchedPair = {
  profileId: 'test-profile',
  ledgerSha256: 'a'.repeat(64),
  statementsSha256: 'b'.repeat(64),
  statementRows: 1_000_000,
};

/** SHA-256 of the statements. */
export const statements = ['c'.repeat(64)];

/** Each decision is taken back this many decisions later. */
const age = 40;

/** Returns what holds after a number of decisions: odd ones match rows, even ones separate the rows of a match. */
export function linksAfter(count: number): DecidedLinks {
  const numbers = Array.from({ length: Math.min(count, age) }, (_, index) => count - index).toReversed();
  const toLink = (row: number) => ({
    statement: [row],
    ledger: [row, row + 1],
    decided: { who: 'anna', at: new Date(row * 1_000).toISOString() },
    names: null,
  });
  return {
    links: numbers.filter((number) => number % 2 === 1).map(toLink),
    separated: numbers.filter((number) => number % 2 === 0).map(toLink),
    aliases: [],
  };
}

/** Returns how many decisions were made. */
export function countDecisions({ links, separated }: DecidedLinks): number {
  return Math.max(0, ...[...links, ...separated].flatMap(({ statement }) => statement));
}
