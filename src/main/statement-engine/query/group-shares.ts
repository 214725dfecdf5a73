/** @file Shares of groups in the sum of all groups of their currency. */
import type { ShareFigure } from '../../../shared/model/statements/statement-groups.ts';
import type { ExactAmount } from './group-totals.ts';

/** The share of a group: exact in thousandths, rounded half up, and as a number for sorting. */
interface GroupShare {
  readonly thousandths: number;
  readonly fraction: number;
}

/** Figures of groups, by code. */
type Figures = Readonly<Record<ShareFigure, (code: number) => ExactAmount>>;

interface Whole {
  sum: bigint;
  hasPositive: boolean;
  hasNegative: boolean;
}

/**
 * Creates a function that returns the share of a group. It returns `null` where a share means nothing: the sum is zero, or
 * it is the balance of amounts of both signs.
 */
export function createShares(
  figures: Figures,
  codes: readonly number[],
  figure: ShareFigure,
  currencyOf: (code: number) => string,
): (code: number) => GroupShare | null {
  const wholes = new Map<string, Whole>();
  for (const code of codes) {
    const currency = currencyOf(code);
    const whole = wholes.get(currency) ?? { sum: 0n, hasPositive: false, hasNegative: false };
    const amount = BigInt(figures[figure](code));
    whole.sum += amount;
    whole.hasPositive ||= amount > 0n;
    whole.hasNegative ||= amount < 0n;
    wholes.set(currency, whole);
  }
  return (code) => {
    const whole = wholes.get(currencyOf(code));
    if (whole === undefined || whole.sum === 0n || (whole.hasPositive && whole.hasNegative)) return null;
    const amount = BigInt(figures[figure](code));
    // Both have the same sign, so that the quotient is positive.
    const thousandths = (amount * 2_000n + whole.sum) / (whole.sum * 2n);
    return { thousandths: Number(thousandths), fraction: Number(amount) / Number(whole.sum) };
  };
}
