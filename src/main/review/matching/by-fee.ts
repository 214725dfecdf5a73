/** @file The rule of fees: the amounts of two rows differ by exactly the fee that one of the rows states. */
import type { MatchSide } from '../../../shared/model/ledger.ts';
import type { ApplyRule, MatchContext } from './match-context.ts';

function otherSide(side: MatchSide): MatchSide {
  return side === 'statement' ? 'ledger' : 'statement';
}

/** The amounts of the other file that differ from the amount of a row by its fee. */
function amountsWithFee({ input }: MatchContext, side: MatchSide, row: number): readonly number[] {
  const { amounts, fees } = input[side];
  const amount = amounts[row] ?? Number.NaN;
  const fee = fees?.[row] ?? Number.NaN;
  if (Number.isNaN(fee) || fee === 0 || !Number.isInteger(fee) || !Number.isInteger(amount)) return [];
  return [amount - fee, amount + fee].filter(
    (other) => Number.isSafeInteger(other) && Math.sign(other) === Math.sign(amount),
  );
}

/** Matches rows with the same reference, which no other row has. */
function matchTied(context: MatchContext): void {
  const { references, state, input } = context;
  for (let reference = 0; reference < references.count; reference += 1) {
    if (references.countOf('statement', reference) !== 1 || references.countOf('ledger', reference) !== 1)
      continue;
    const rows = {
      statement: references.onlyRowOf('statement', reference),
      ledger: references.onlyRowOf('ledger', reference),
    };
    if (!state.isOpen('statement', rows.statement) || !state.isOpen('ledger', rows.ledger)) continue;
    if (input.statement.currencies[rows.statement] !== input.ledger.currencies[rows.ledger]) continue;
    const fits = (['statement', 'ledger'] as const).some((side) =>
      amountsWithFee(context, side, rows[side]).includes(
        input[otherSide(side)].amounts[rows[otherSide(side)]] ?? Number.NaN,
      ),
    );
    if (fits) state.pair('fee', rows.statement, rows.ledger);
  }
}

/** Finds pairs of open rows with alike names and days close to one another, and how many pairs each row is in. */
function findPairs(context: MatchContext, days: number) {
  const { input, state, tied, relations } = context;
  const index = context.amountIndex();
  const pairs: Record<MatchSide, number>[] = [];
  const uses = { statement: new Map<number, number>(), ledger: new Map<number, number>() };
  for (const side of ['statement', 'ledger'] as const) {
    const other = otherSide(side);
    if (input[side].fees === null) continue;
    for (let row = 0; row < input[side].rows; row += 1) {
      if (!state.isOpen(side, row) || tied[side][row] === 1 || !index.isComparable(side, row)) continue;
      for (const amount of amountsWithFee(context, side, row))
        index.eachNear(
          side,
          row,
          days,
          (otherRow) => {
            const pair =
              side === 'statement'
                ? { statement: row, ledger: otherRow }
                : { statement: otherRow, ledger: row };
            if (relations.ofNames(pair.statement, pair.ledger) !== 'same') return;
            uses[side].set(row, (uses[side].get(row) ?? 0) + 1);
            uses[other].set(otherRow, (uses[other].get(otherRow) ?? 0) + 1);
            if (state.isOpen(other, otherRow) && tied[other][otherRow] !== 1) pairs.push(pair);
          },
          amount,
        );
    }
  }
  return { pairs, uses };
}

export const matchByFee: ApplyRule = (context, { days }) => {
  const { state, relations } = context;
  matchTied(context);
  const { pairs, uses } = findPairs(context, days);
  for (const { statement, ledger } of pairs) {
    const isAlone = uses.statement.get(statement) === 1 && uses.ledger.get(ledger) === 1;
    const contradiction = relations.contradiction(statement, ledger);
    if (!state.isOpen('statement', statement) || !state.isOpen('ledger', ledger)) continue;
    if (isAlone && contradiction === null) state.pair('fee', statement, ledger);
    else state.askBoth(contradiction ?? 'twins', statement, ledger);
  }
};
