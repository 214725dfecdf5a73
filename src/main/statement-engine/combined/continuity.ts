/** @file Checks that each statement of a wallet begins with the balance with which the statement before it ended. */
import { type BalanceFinding, checkBalance } from '../checks/balance.ts';
import { findExcludedRows } from '../query/left-out.ts';
import type { UnionPart } from './union.ts';

const dayMs = 86_400_000;

/** A pair of statements of one wallet that follow each other. */
interface Succession {
  readonly before: UnionPart;
  readonly after: UnionPart;
  /** `cannot` if a balance is unknown, or days between the periods are in no statement. */
  readonly result: 'passed' | 'look' | 'failed' | 'cannot';
  /** Balances in minor units of {@link scale}; `null` if they cannot be compared. */
  readonly balances: {
    readonly currency: string;
    readonly closing: number;
    readonly opening: number;
    readonly scale: number;
  } | null;
}

/** The balances at both ends of a statement, in minor units; `null` if they are unknown or there are several. */
function endsOf({ ends, result, scale, reading }: BalanceFinding) {
  // Balances of a statement that does not add up by itself say nothing about the next one.
  if (result !== 'passed' || ends === null || reading === null) return null;
  const isUsual = !reading.isBefore && reading.amounts !== 'reversed' && reading.amounts !== 'as-written';
  return { ...ends, scale, isUsual };
}

function isDayAfter(date: string, other: string): boolean {
  return Date.parse(date) - Date.parse(other) === dayMs;
}

/** Checks the balance of one statement of a table. */
export function checkPartBalance({ table, meanings }: UnionPart): BalanceFinding {
  return checkBalance(table, meanings, findExcludedRows(table, meanings));
}

/** Compares the statements of each wallet, in the order of their periods. Statements whose periods overlap are skipped. */
export function checkSuccession(
  parts: readonly UnionPart[],
  checkPart: (part: UnionPart) => BalanceFinding = checkPartBalance,
): Succession[] {
  const ends = new Map<UnionPart, ReturnType<typeof endsOf>>();
  const readEnds = (part: UnionPart) => {
    const known = ends.get(part);
    if (known !== undefined) return known;
    const found = endsOf(checkPart(part));
    ends.set(part, found);
    return found;
  };
  return [...Map.groupBy(parts, ({ origin }) => origin.walletId).values()].flatMap((statements) => {
    const sorted = statements.toSorted(
      (one, two) =>
        one.origin.since.localeCompare(two.origin.since) || one.origin.till.localeCompare(two.origin.till),
    );
    return sorted.slice(1).flatMap((after, index): Succession[] => {
      const before = sorted[index];
      if (before === undefined || before.origin.till >= after.origin.since) return [];
      const unknown = { before, after, result: 'cannot', balances: null } as const;
      if (!isDayAfter(after.origin.since, before.origin.till)) return [unknown];
      const [first, second] = [readEnds(before), readEnds(after)];
      if (first === null || second === null || first.group !== second.group) return [unknown];
      const scale = Math.max(first.scale, second.scale);
      const closing = first.closing * 10 ** (scale - first.scale);
      const opening = second.opening * 10 ** (scale - second.scale);
      const isCertain = first.isUsual && second.isUsual;
      const result = closing === opening ? 'passed' : isCertain ? 'failed' : 'look';
      return [{ before, after, result, balances: { currency: first.group, closing, opening, scale } }];
    });
  });
}
